/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: String variables of the largest strsize work as small ones do.
 * run: -x strsize=4096
 */
BEGIN
{
	g = "global";
	self->s = g;
	this->t = self->s;
	this->u = "other";
	trace(g == this->t && g == self->s && this->u > this->t);
	trace("\n");
	exit(0);
}

/* >>> output
1
<<< */
