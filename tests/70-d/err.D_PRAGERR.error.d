/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #error stops the compiler.
 */
#error not today

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGERR] line 5: #error not today
<<< */
