/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %e %E %f %g %G, also with L, are for floating-point numbers, and
 * D has no values that are such.
 */
BEGIN
{
	printf("%Lf\n", 1LL);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 8: printf(): argument 2 is of type long long, which %Lf cannot print
<<< */
