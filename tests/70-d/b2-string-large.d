/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings of the largest strsize are whole, in variables and in what
 * looks at each of their bytes.
 */
#pragma D option quiet
#pragma D option strsize=8128

BEGIN
{
	this->s = "0123456789abcdef";
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	self->s = g = this->s;
	a[1] = strjoin(g, "");
}

BEGIN
{
	printf("%d %d %d\n", strlen(g), strlen(self->s), strlen(a[1]));
	printf("%d %d\n", g == self->s, g == a[1]);
	printf("%s %s\n", substr(self->s, 8120), substr(a[1], 8114));
	printf("%d %d\n", index(g, "ef012", 8100), rindex(g, "ef01"));
	exit(0);
}

/* >>> output
8127 8127 8127
1 1
89abcde 23456789abcde
8110 8110
<<< */
