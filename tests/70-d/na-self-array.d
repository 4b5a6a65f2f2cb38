/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arrays can be variables of a thread and elements of associative
 * arrays; a struct in a struct of them is assigned as a whole.
 */
typedef int three_t[3];
struct in { int x; long y; } g;
struct s { int p; struct in in; char text[8]; };
self int five[5];
self char name[8];
self short grid[2][3];
self struct s t;
three_t of[string];
struct s a[int];

BEGIN
{
	self->five[1] = 3;
	self->five[4] = self->five[1]++ + 10;
	self->name[0] = 'A';
	self->name[1] = 'b';
	self->grid[1][2] = -3;
	of["x"][2] = 5;
	of["y"][0]--;
	this->i = 4;
	printf("%d %d %d %d\n", self->five[0], self->five[1],
	    self->five[this->i], sizeof (self->five));
	printf("%s %d %d\n", self->name, self->grid[1][2], self->grid[0][2]);
	printf("%d %d %d\n", of["x"][2], of["x"][0], of["y"][0]);
}

BEGIN
{
	g.x = 2;
	g.y = 5;
	a[1].p = 7;
	a[1].text[0] = 'q';
	a[1].in = g;
	self->t.in = a[1].in;
	a[2].in = self->t.in;
	printf("%d %d %d %s %d %d %d\n", a[1].p, a[1].in.x, a[1].in.y,
	    a[1].text, self->t.in.y, self->t.p, a[2].in.y);
	g.y = 0;
	g = self->t.in;
	self->t = 0;
	printf("%d %d\n", g.y, self->t.in.y);
}

BEGIN
{
	exit(0);
}
/* >>> output
0 3 13 20
Ab -3 0
5 0 -1
7 2 5 q 5 0 5
5 0
<<< */
