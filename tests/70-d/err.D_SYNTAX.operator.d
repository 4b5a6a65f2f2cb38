/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An operator needs its operands.
 */
BEGIN
{
	trace(1 +);
}
