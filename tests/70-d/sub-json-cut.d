/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Where strsize cuts the text inside of a value, json() finds only
 * those before it.
 */
#pragma D option quiet
#pragma D option strsize=20

BEGIN
{
	s = "{\"a\": 12, \"b\": 345678, \"c\": 1}";
	printf("%s %d %d\n", json(s, "a"), json(s, "b") == NULL,
	    json(s, "c") == NULL);
	exit(0);
}

/* >>> output
12 1 1
<<< */
