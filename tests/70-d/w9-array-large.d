/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arrays by strings of the largest strsize work as others do.
 * run: -x strsize=4000 -x dynvarsize=1m
 */
string s[string];

BEGIN
{
	n["one"] = 1;
	s["one"] = "value";
	n["two"] = n["one"] + 1;
	self->s[s["one"]] = s["one"];
	trace(n["one"] == 1 && n["two"] == 2 && n["three"] == 0 &&
	    s["one"] == "value" && self->s["value"] == "value");
	trace("\n");
	exit(0);
}

/* >>> output
1
<<< */
