/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string variable holds strsize - 1 bytes; what is longer is cut.
 * run: -x strsize=10
 */
string g;
self string s;

BEGIN
{
	g = "123456789abc";
	self->s = g;
	this->t = self->s;
	trace(g);
	trace(" ");
	trace(self->s);
	trace(" ");
	trace(this->t);
	trace(" ");
	trace(g == "123456789" && self->s == g && this->t == "123456789");
	this->t = "12345678";
	this->u = "ab";
	trace(this->t);
	trace(this->u);
	trace("\n");
	exit(0);
}

/* >>> output
123456789 123456789 123456789 112345678ab
<<< */
