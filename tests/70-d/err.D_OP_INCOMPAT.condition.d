/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Both values of ?: are of one kind.
 */
BEGIN
{
	trace(pid ? 1 : "x");
}
