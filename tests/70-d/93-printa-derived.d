/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() formats the average and the deviation as integers, and
 * %@ as often as asked.
 */
BEGIN
{
	@a["k"] = avg(10);
	@a["k"] = avg(21);
	@d["k"] = stddev(6);
	@d["k"] = stddev(8);
	@d["k"] = stddev(10);
	@d["k"] = stddev(12);
	@d["k"] = stddev(14);
	printa("%s avg %@d stddev %@d again %@d\n", @a, @d);
	exit(0);
}

/* >>> output
k avg 15 stddev 2 again 2
<<< */
