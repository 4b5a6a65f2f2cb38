/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate may read a variable that only the statements of its
 * clause assign; if it assigns one itself, they may read that.
 */
BEGIN
/!seen/
{
	seen = 1;
	printf("seen %d\n", seen);
}

BEGIN
/x == 0/
{
	printf("x %d\n", x++);
}

BEGIN
/y++ == 0/
{
	printf("y %d\n", y);
}

BEGIN
/self->t == 0 && this->l == 0 && a["k", 1] == 0/
{
	self->t = 7;
	this->l = 8;
	a["k", 1] = 9;
	printf("%d %d %d\n", self->t, this->l, a["k", 1]);
}

BEGIN
/s == NULL/
{
	s = "text";
	printf("%s\n", s);
	exit(0);
}

/* >>> output
seen 1
x 0
y 1
7 8 9
text
<<< */
