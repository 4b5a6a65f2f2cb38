/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A type must exist.
 */
BEGIN
{
	trace(sizeof(struct nosuchstruct));
}

/* >>> output
[D_TYPE_ERR] line 7: there is no type "struct nosuchstruct"
<<< */
