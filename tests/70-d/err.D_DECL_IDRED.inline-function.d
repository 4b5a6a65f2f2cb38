/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline cannot take the name of a subroutine. */
inline int rand = 1;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 3: inline rand: rand is the name of a function already
<<< */
