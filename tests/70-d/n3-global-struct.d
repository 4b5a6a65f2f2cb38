/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A global variable can be a struct, a union or an array.  It is
 * zero until it is assigned, and a pointer to it stays good.
 */
struct point {
	int x, y;
};
struct line {
	struct point from, to;
	struct point *best;
	char name[8];
} l, m;
int a[5];
int64_t big[3000];
struct point *p;
int *q;
union { uint32_t whole; uint8_t byte[4]; } u, *up;

BEGIN
{
	printf("%d %d %s %d\n", l.to.y, a[4], l.name, big[2999]);
	l.from.x = 1;
	l.to.y = l.from.x++ - 4;
	l.name[0] = 'L';
	m = l;
	l.best = &l.to;
	p = &m.to;
	q = a;
	q[1] = 11;
	*(q + 2) += 12;
	a[3] = a[1] + a[2]--;
	u.byte[3] = 0x1ff;
	up = &u;
	up->byte[0] |= 3;
	big[2999] = 1LL << 40;
	bcopy(&l.from, &m.from, sizeof (struct point));
}

END
{
	l.best->x = p->y * 2;
	p->x++;
	printf("%d %d %d %s\n", l.from.x, l.to.x, l.to.y, m.name);
	printf("%d %d %d\n", m.to.x, m.to.y, m.from.x);
	printf("%d %d %d %d %d %d\n", a[0], q[1], a[2], q[3], sizeof (a),
	    q == &a[0]);
	printf("%x %d %d\n", up->whole, big[2999] >> 40, sizeof (big));
}

BEGIN
{
	exit(0);
}
/* >>> output
0 0  0
2 -6 -3 L
1 -3 2
0 11 11 23 20 1
ff000003 1 24000
<<< */
