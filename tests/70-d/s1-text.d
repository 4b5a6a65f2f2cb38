/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string can be indexed, and copied to memory, where a pointer may
 * refer to it.
 */
struct named { char name[8]; int n; } v;

BEGIN
{
	x = "hello";
	printf("%d %c %c %c\n", x[0], x[4], "abc"[2], strjoin("xy", x)[1]);
	this->i = 3;
	printf("%c %c\n", x[this->i], x[this->i - 2]);
	a[1] = "hey";
	self->s = "you";
	this->t = "they";
	printf("%c %c %c %d\n", a[1][2], self->s[1], this->t[3], x[5]);
}

BEGIN
/x[0] == 'h' && x[1] != 'h'/
{
	this->p = (char *)alloca(16);
	bcopy(x, this->p, strlen(x) + 1);
	this->p[0] = 'j';
	this->p[strlen(x) - 1] = 'y';
	printf("%s %s %s\n", stringof(this->p), x, stringof(this->p + 1));
	bcopy("four", v.name, 5);
	printf("%s %d %d\n", v.name, strlen(v.name), index(v.name, "ur"));
	printf("%s %s\n", strjoin(v.name, "!"), substr(v.name, 1, 2));
	printf("%s %d\n", strstr(v.name, "ou"), v.name == "four");
}

BEGIN
{
	exit(0);
}
/* >>> output
104 o c y
l e
y o y 0
jelly hello elly
four 4 2
four! ou
our 1
<<< */
