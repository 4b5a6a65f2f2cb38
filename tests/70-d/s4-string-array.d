/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array can have elements that are strings, kept in memory. */
#pragma D option strsize=16

string s[3];
this string part[2];
self string last[2];
struct names { int n; string name[2]; } v;
string grid[2][2];

BEGIN
{
	s[i++] = "first";
	s[i++] = strjoin(s[0], " and the second");
	printf("%s|%s|%s| %d %d\n", s[0], s[1], s[2], s[2] == NULL, strlen(s[2]));
	this->part[0] = s[i - 1];
	self->last[1] = "last";
	v.name[1] = "member";
	v.name[0] = v.name[1];
	grid[1][0] = v.name[0];
	printf("%s %s %s %s\n", this->part[0], self->last[1], v.name[0],
	    grid[1][0]);
	printf("%d %d %d\n", sizeof (s), sizeof (s[0]), sizeof (v));
}

BEGIN
{
	this->p = s + 1;
	*this->p = "by pointer";
	printf("%s %c %s\n", s[1], s[1][3], this->part[0]);
	s[1] = 0;
	@[s[0], v.name[1], s[1] == ""] = count();
	exit(0);
}
/* >>> output
first|first and the s|| 1 0
first and the s last member member
48 16 36
by pointer p first and the s
  first                                               member                                                    1                1
<<< */
