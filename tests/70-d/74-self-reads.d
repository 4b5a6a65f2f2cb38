/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: a self-> variable that is read again and again in a clause is what
 * it was assigned last, whichever way the clause took to get there.
 */
BEGIN
{
	self->a = 3;
	self->b = 4;
	self->small = (char)200;
	this->sum = self->a + (self->a = 10) + self->a;
	printf("%d %d %d\n", self->a, this->sum, self->a * self->b + self->a);
}

BEGIN
/self->b == 5 || self->a == 10/
{
	printf("%d %d\n", self->a, self->b);
	this->x = self->a > 10 ? self->b : self->a;
	printf("%d %d %d\n", this->x, self->b, self->a++);
	printf("%d %d\n", self->a--, self->a);
	this->x = self->a == 10 ? (self->b = 7) : self->b;
	printf("%d %d\n", this->x, self->b);
	this->x = self->a == 11 && (self->a = 1);
	printf("%d %d %d\n", this->x, self->a, self->small + self->small);
}

BEGIN
/self->a != 0 && self->a > 9 && self->a < 11/
{
	@[self->a] = sum(self->a * 2);
	self->a = 0;
	printf("%d %d\n", self->a, self->a + self->b);
	exit(0);
}

/* >>> output
10 23 50
10 4
10 4 10
11 10
7 7
0 10 -112
0 7
       10               20
<<< */
