/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #error stops the compiler.
 */
#error not today

BEGIN
{
	trace(1);
}
