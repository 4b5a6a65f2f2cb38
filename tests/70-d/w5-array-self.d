/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array of self-> is the thread's, one of the same name without
 * it is everybody's.
 */
self int mine[int];

BEGIN
{
	self->mine[1] = 3;
	mine[1] = 4;
	self->other["x"] = 5;
	other["x"] = 6;
	mine[2] = 9;
}

BEGIN
{
	trace(self->mine[1]);
	trace(mine[1]);
	trace(self->other["x"]);
	trace(other["x"]);
	trace(self->mine[2]);
	self->mine[1] = 0;
	trace(self->mine[1]);
	trace(mine[1]);
	trace("\n");
	exit(0);
}

/* >>> output
3456004
<<< */
