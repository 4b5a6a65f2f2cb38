/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #pragma D option sets an option in the program.
 */
#pragma D option quiet=no

BEGIN
{
	trace(5);
	@ = count();
	exit(0);
}

/* >>> output
        5                1
<<< */
