/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is a symbol stays one.
 */
BEGIN
{
	@[usym(1)] = count(); @[umod(1)] = count();
}
