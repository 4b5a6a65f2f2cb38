/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is a symbol stays one.
 */
BEGIN
{
	@[usym(1)] = count(); @[umod(1)] = count();
}

/* >>> output
[D_KEY_TYPE] line 7: key 1 of @_ is usym where it is first used, but here it is umod
<<< */
