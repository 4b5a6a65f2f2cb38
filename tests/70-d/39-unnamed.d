/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: @ and @name are different variables, printed in the order of the
 * program.
 */
BEGIN
{
	@z = sum(1);
	@ = sum(2);
	@a = sum(3);
	exit(0);
}

/* >>> output
                1
                2
                3
<<< */
