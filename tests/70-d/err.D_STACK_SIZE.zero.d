/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack has at least one frame.
 */
BEGIN
{
	stack(0);
}
