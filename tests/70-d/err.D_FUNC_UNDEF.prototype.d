/* SPDX-License-Identifier: MIT */
/* ASSERTION: A prototype makes no function. */
int f(int);

BEGIN
{
	exit(f(1));
}

/* >>> output
[D_FUNC_UNDEF] line 7: there is no function or action f()
<<< */
