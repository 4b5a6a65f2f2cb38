/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: rand() takes no argument.
 */
BEGIN
{
	trace(rand(6));
}
