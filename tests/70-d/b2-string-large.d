/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Long strings are whole, in variables and in what looks at each of
 * their bytes.
 */
#pragma D option quiet
#pragma D option strsize=16k

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
	this->s = strjoin(this->s, this->s);
	this->s = strjoin(this->s, this->s);
	self->s = g = this->s;
	a[1] = strjoin(g, "");
}

BEGIN
{
	printf("%d %d %d\n", strlen(g), strlen(self->s), strlen(a[1]));
	printf("%d %d\n", g == self->s, g == a[1]);
	printf("%s\n", substr(self->s, 16376));
	printf("%d %d\n", index(g, "ef012", 16000), rindex(g, "ef01"));
	exit(0);
}

/* >>> output
16383 16383 16383
1 1
89abcde
16014 16366
<<< */
