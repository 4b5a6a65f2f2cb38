/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The first use fixes the types of the keys.
 */
BEGIN
{
	@a[1] = count();
	@a["x"] = count();
}

/* >>> output
[D_KEY_TYPE] line 8: key 1 of @a is of type int where it is first used, but here it is of type string
<<< */
