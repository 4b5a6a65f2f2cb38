/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: self-> strings keep their value in the thread; 0 or the empty
 * string frees them.
 */
self string never;

BEGIN
{
	self->a = "first";
	self->n = 3;
	self->b = self->a;
	self->a = "second";
}

BEGIN
{
	trace(self->a);
	trace(" ");
	trace(self->b);
	trace(" ");
	trace(self->n);
	trace(self->never == "");
	self->a = 0;
	self->b = "";
	trace(self->a == "");
	trace(self->b == "");
	self->a = "again";
	trace(" ");
	trace(self->a);
	trace("\n");
	exit(0);
}

/* >>> output
second first 3111 again
<<< */
