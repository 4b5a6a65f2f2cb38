/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() without a number removes all entries.
 */
BEGIN
{
	@["a"] = sum(5);
	@["b"] = sum(1);
	@["c"] = sum(4);
	@["d"] = sum(2);
	@["e"] = sum(3);
	@kept = count();
	trunc(@);
	exit(0);
}

/* >>> output
                1
<<< */
