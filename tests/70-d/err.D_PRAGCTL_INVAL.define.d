/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #define is the preprocessor's.
 */
#define	X 1

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGCTL_INVAL] line 5: #define is a directive of the preprocessor: set option cpp to run it
<<< */
