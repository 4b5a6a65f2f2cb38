/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: denormalize() takes normalize() back.
 */
BEGIN
{
	@["a"] = sum(100);
	normalize(@, 7);
	printa("%s %@d\n", @);
	denormalize(@);
	printa("%s %@d\n", @);
	exit(0);
}

/* >>> output
a 14
a 100
<<< */
