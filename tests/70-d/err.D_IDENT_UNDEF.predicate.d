/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A global variable that neither the predicate nor the statements
 * assign is unknown to !, which makes no global one.
 */
BEGIN
/!nowhere/
{
	trace(1);
}
