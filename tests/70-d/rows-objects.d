/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Structs, unions and arrays as variables, elements and members.
 */
struct in { int x; string s; };
struct out { struct in i[2]; struct in *p; char c[4]; union { int u;
    char b[4]; } u; };
struct out g, h;
self struct out so;
this struct out th;
struct out arr[int, string];
struct { int x; } anon[int];
int a[5], b[2][3];
int (*fp)(void);
typedef int (*fpt)(int);
fpt f2;
struct in k;
BEGIN
{
	printf("%d [%s] %d\n", g.i[1].x, g.i[1].s, g.u.u);
	g.i[1].x = 7; g.i[1].s = "seven"; g.c[2] = 'c'; g.u.b[1] = 1;
	h = g;
	printf("%d %s %c %d\n", h.i[1].x, h.i[1].s, h.c[2], h.u.u);
	self->so = h; this->th = self->so;
	printf("%d %s\n", this->th.i[1].x, self->so.i[1].s);
	arr[1, "a"].i[0].x = 5;
	arr[2, "b"] = g;
	printf("%d %d %s\n", arr[1, "a"].i[0].x, arr[2, "b"].i[1].x, arr[2,
	    "b"].i[1].s);
	anon[3].x = 4; printf("%d\n", anon[3].x);
	a[0] = 1; a[4] = 5; p = a; p[1] = 2; *(p + 2) = 3; q = &a[3]; *q = 4;
	printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
	b[1][2] = 6; printf("%d %d\n", b[1][2], sizeof (b));
	printf("%d %d %d %d\n", sizeof (a), sizeof (a[0]),
	    sizeof (struct out), offsetof(struct out, u));
	printf("%d %d\n", sizeof (fp), sizeof (fpt));
	f2 = (fpt)8; print(f2);
	k.x = 3; k.s = "k";
	this->ps = (struct in *)alloca(sizeof (struct in));
	this->ps->x = 3; this->ps->s = "dyn";
	k = *this->ps;
	printf("%d %s\n", k.x, k.s);
	exit(0);
}

/* >>> output
0 [] 0
7 seven c 256
7 seven
5 7 seven
4
1 2 3 4 5
6 24
20 4 536 532
8 8
fpt 0x8
3 dyn
<<< */
