/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() takes an aggregation.
 */
BEGIN
{
	printa("text");
}

/* >>> output
[D_PRINTA_PROTO] line 7: printa() needs an aggregation after the format
<<< */
