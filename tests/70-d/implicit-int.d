/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: After a storage class or a qualifier, int may be left out.
 */
extern e9, *list;
extern f(int);
static g(void);
const c;
volatile v, w;
self s, *where;
this t;
self a[string];

BEGIN
{
	c = 1;
	v = w = 2;
	self->s = 3;
	this->t = 4;
	self->a["x"] = 5;
	printf("%d %d %d %d %d %d %d\n", c, v, w, self->s, this->t,
	    self->a["x"], sizeof (c));
	exit(0);
}

/* >>> output
1 2 2 3 4 5 4
<<< */
