/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer to characters is taken where a string is wanted, and a
 * string where a pointer is; the names of types may be those of C.
 */
char *p;
string t;
int *n;

BEGIN
{
	s = "hello";
	printf("%s|%5s|%c %c %d\n", s + 2, s + 1, *s, *(s + 4),
	    strlen(s + 3));
	this->p = (char *)alloca(8);
	bcopy("abc", this->p, 4);
	printf("%d %d %d\n", this->p == "abc", "abd" > this->p,
	    s == (char *)"hello");
	printf("%s %s %d %s\n", strjoin(this->p, "x"), toupper(this->p),
	    index(s, this->p + 3), strtok(this->p, "b"));
}

BEGIN
{
	p = "text";
	t = p + 1;
	printf("%s %c %s %d\n", p, p[1], t, p == "text");
	a[1] = "keyed";
	a[1] = p + 2;
	@[stringof(p), a[1]] = count();
	this->x = p;
	printf("%d %d\n", sizeof (this->x), sizeof (t));
}

BEGIN
{
	printf("%d %d %d %d\n", sizeof (int [4]), sizeof (int (*)(int, ...)),
	    sizeof (char *[3]), sizeof (int (*)[5]));
	n = (int *)alloca(40);
	n[7] = 9;
	this->rows = (int (*)[5])n;
	printf("%d\n", this->rows[1][2]);
	this->call = (int (*)(void))0;
	print(this->call);
	exit(0);
}
/* >>> output
llo| ello|h o 2
1 1 1
abcx ABC 0 a
text e ext 1
8 256
16 8 24 8
9
int (*)() 0
  text                                                xt                                                                1
<<< */
