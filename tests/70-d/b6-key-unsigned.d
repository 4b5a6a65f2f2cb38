/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Keys narrower than int keep their size and sign.
 */
BEGIN
{
	@[(char)-1] = count();
	@[(char)1] = count();
	@[(char)1] = count();
	exit(0);
}

/* >>> output
 255                1
   1                2
<<< */
