/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A self-> string for which there is no room is a dynamic drop.
 * run: -x dynvarsize=64
 */
BEGIN
{
	self->a = "one";
	self->b = "two";
	self->c = "three";
	trace(self->a);
	trace(self->b == "" && self->c == "");
	trace("\n");
	exit(0);
}

/* >>> output
2 dynamic variable drops
one1
<<< */
