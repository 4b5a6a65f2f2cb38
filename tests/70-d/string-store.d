/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character of a string variable can be assigned as in C, in any
 * kind of variable; a copy of the string keeps its own.  A character can be
 * added at the end, and NUL ends the string.
 */
string g, a[int, string];
self string s;

BEGIN
{
	this->s = "hello";
	this->t = this->s;
	this->s[0] = 'J';
	printf("[%s] [%s] %d\n", this->s, this->t, strlen(this->s));
	g = "abcdef";
	g[6] = 'g';
	g[7] = 'h';
	g[8] = 'i';
	printf("[%s] %d\n", g, strlen(g));
	g[2] = '\0';
	printf("[%s] %d %d\n", g, strlen(g), g == "ab");
	a[1, "x"] = "xyz";
	a[1, "x"][1]++;
	a[1, "x"][0] += 2;
	--a[1, "x"][2];
	printf("[%s] %d\n", a[1, "x"], a[1, "x"][1]--);
	self->s[0] = 'x';
	self->s[1] = 'y';
	this->i = 1;
	printf("[%s] %c\n", self->s, self->s[this->i] = self->s[0] + 2);
	*self->s = 'Q';
	*(self->s + 2) = 'R';
	printf("[%s]\n", self->s);
	printf("%s %s %c\n", 2 + self->s, 1 + "text", *(1 + this->s));
}

BEGIN
{
	exit(0);
}

/* >>> output
[Jello] [hello] 5
[abcdefghi] 9
[ab] 2 1
[zzy] 122
[xy] z
[QzR]
R ext e
<<< */
