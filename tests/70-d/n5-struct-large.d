/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct of a thread or in an associative array may be larger than
 * strsize, as one with a string is; the size of a string stays.
 */
struct stat {
	uint64_t calls;
	string name;
	int last;
};
struct stat stat[int, string];
struct exact { char c[256]; } exact[int];
self struct big { long v[200]; } big;
struct stat whole;
string s;

BEGIN
{
	stat[1, "a"].calls++;
	stat[1, "a"].name = "first";
	stat[1, "a"].last = -7;
	stat[2, "a"].name = strjoin("sec", "ond");
	exact[1].c[255] = 'z';
	self->big.v[0] = 1;
	self->big.v[199] = 2;
	whole = stat[1, "a"];
	stat[3, "b"] = whole;
	stat[3, "b"].calls += 5;
}

BEGIN
{
	printf("%d %s %d\n", stat[1, "a"].calls, stat[1, "a"].name,
	    stat[1, "a"].last);
	printf("%d [%s] %d\n", stat[2, "a"].calls, stat[2, "a"].name,
	    stat[2, "a"].last);
	printf("%d %s %d\n", stat[3, "b"].calls, stat[3, "b"].name,
	    stat[3, "b"].last);
	printf("%c %d %d %d\n", exact[1].c[255], exact[1].c[0],
	    self->big.v[0] + self->big.v[199], self->big.v[100]);
	stat[1, "a"] = 0;
	self->big = 0;
	s = "text";
	printf("%d %d %d %d\n", stat[1, "a"].calls, self->big.v[199],
	    sizeof (s), sizeof (struct stat));
	exit(0);
}

/* >>> output
1 first -7
0 [second] 0
6 first -7
z 0 3 0
0 0 256 272
<<< */
