/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is a key by its bytes, in associative arrays, by
 * declaration or by use, and in aggregations, beside other keys.
 */
struct point { int x, y; } at, other;
struct named { char name[9]; short n; } who;
int seen[struct point];
string label[int, struct named, string];
self int mine[struct named];
struct point next[struct point];

BEGIN
{
	at.x = 1;
	at.y = 2;
	seen[at] = 5;
	at.y = 3;
	seen[at]++;
	seen[at] += 10;
	other.x = 1;
	other.y = 2;
	this->p = at;
	self->p = other;
	printf("%d %d %d %d\n", seen[at], seen[other], seen[this->p],
	    seen[self->p]);
	next[other] = at;
	printf("%d %d\n", next[other].y, seen[next[self->p]]);
	seen[at] = 0;
	printf("%d %d\n", seen[at], seen[other]);
}

BEGIN
{
	who.name[0] = 'a';
	who.n = 3;
	label[1, who, "x"] = "first";
	self->mine[who] = 4;
	used[who] = 6;
	who.n = 4;
	label[1, who, "x"] = "second";
	self->mine[who] += 2;
	used[who]--;
	printf("%s %d %d\n", label[1, who, "x"], self->mine[who], used[who]);
	who.n = 3;
	printf("%s %d %d [%s]\n", label[1, who, "x"], self->mine[who],
	    used[who], label[2, who, "x"]);
}

BEGIN
{
	@[who, "k"] = count();
	@[who, "k"] = count();
	bcopy("whoareyou", &who, 9);
	who.n = 0x4141;
	@[who, "k"] = count();
	@p[at] = sum(3);
	@p[other] = sum(2);
	@p[this->p] = sum(4);
	exit(0);
}
/* >>> output
11 5 11 5
3 11
0 5
second 2 -1
first 4 6 []

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 77 68 6f 61 72 65 79 6f 75 00 41 41              whoareyou.AA
  k                                                                 1

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 61 00 00 00 00 00 00 00 00 00 03 00              a...........
  k                                                                 2
       8589934593                2
      12884901889                7
<<< */
