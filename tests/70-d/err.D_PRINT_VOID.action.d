/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An action has no value to print.
 */
BEGIN
{
	print(exit(0));
}

/* >>> output
[D_PRINT_VOID] line 7: print() needs a value, and exit() has none
<<< */
