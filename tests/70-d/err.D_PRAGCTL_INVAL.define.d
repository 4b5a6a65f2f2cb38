/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #define is the preprocessor's.
 */
#define	X 1

BEGIN
{
	trace(1);
}
