/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() shows what is there when it is consumed; the
 * aggregation goes on.
 */
BEGIN
{
	@["a"] = count();
	printa("%s %@d\n", @);
	exit(0);
}

END
{
	@["a"] = count();
	printa("%s %@d\n", @);
}

/* >>> output
a 2
a 2
<<< */
