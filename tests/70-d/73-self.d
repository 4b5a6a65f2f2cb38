/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: self-> variables keep their value in the thread; 0 frees them.
 */
self int never;

BEGIN
{
	self->a = 5;
	self->b = 1LL << 40;
	trace(self->a);
	trace(" ");
	trace(self->b);
}

BEGIN
/self->a/
{
	self->a = 0;
	trace(" set");
}

BEGIN
/!self->a/
{
	trace(" clear ");
	trace(self->never);
	trace("\n");
	exit(0);
}

/* >>> output
5 1099511627776 set clear 0
<<< */
