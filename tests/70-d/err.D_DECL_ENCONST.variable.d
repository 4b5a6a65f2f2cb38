/* SPDX-License-Identifier: MIT */
/* ASSERTION: The value of an enumerator is a constant. */
int x;
enum e { A = x };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ENCONST] line 4: the value of an enumerator must be an integer constant, and "x"... is not one
<<< */
