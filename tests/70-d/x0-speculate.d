/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Records of a speculation come where it is committed, those of a
 * discarded one never; the id is free at once.
 */
BEGIN
{
	spec = speculation();
	trace(spec);
}

BEGIN
{
	speculate(spec);
	printf(" first %d", 1);
}

BEGIN
{
	trace(" before");
}

BEGIN
{
	this->x = 5;
	speculate(spec);
	this->x++;
	trace(" second ");
	trace(this->x);
}

BEGIN
{
	commit(spec);
	spec = speculation();
}

BEGIN
{
	trace(" after ");
	trace(spec);
}

BEGIN
{
	speculate(spec);
	trace(" never");
}

BEGIN
{
	discard(spec);
	trace(" ");
	trace(speculation());
	trace("\n");
	exit(0);
}

/* >>> output
1 before first 1 second 6 after 1 1
<<< */
