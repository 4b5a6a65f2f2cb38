/* SPDX-License-Identifier: MIT */
/* ASSERTION: An assignment to a string in memory has that string as value. */
#pragma D option strsize=16

struct call { int n; string name; string more; };
struct call v, of[int];
string s[2];

BEGIN
{
	printf("%s %d\n", v.name = "first", strlen(v.more = "four"));
	v.n = (v.name = "x") == "x";
	this->cut = of[1].name = "a string longer than 16";
	printf("%d %s|%s|\n", v.n, v.name, this->cut);
	pid ? of[2].name = "chosen" : 0;
	pid ? 0 : (of[2].more = "not chosen");
	this->all = strjoin(s[1] = "up", pid ? v.more = "per" : "on");
	printf("%s %d %s %s\n", of[2].name, of[2].more == NULL, this->all,
	    v.more);
	trace(s[0] = of[3].name = "both");
	printf(" %s %s\n", s[0], of[3].name);
	exit(0);
}
/* >>> output
first 4
1 x|a string longer|
chosen 1 upper per
both both both
<<< */
