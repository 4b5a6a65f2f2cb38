/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enumerator is an int. */
enum e { A = 0x7fffffff, B };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ENOFLOW] line 3: enumerator B is 2147483648, which does not fit in an int
<<< */
