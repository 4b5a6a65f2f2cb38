/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enumerator cannot have the name of a variable. */
enum e { pid };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 3: enumerator pid: the name already has another meaning
<<< */
