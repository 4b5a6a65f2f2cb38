/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: // starts no comment.
 */
BEGIN
{
	trace(1); // no
}

/* >>> output
[D_SYNTAX] line 7: D has no comments that start with //, only with /*
<<< */
