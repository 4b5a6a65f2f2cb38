/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %e %E %f %g %G are for floats and doubles, with L for long doubles,
 * which D cannot read.
 */
BEGIN
{
	printf("%Lf\n", 1LL);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 8: printf(): argument 2 is of type long long, which %Lf cannot print
<<< */
