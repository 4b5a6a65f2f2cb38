/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A speculation keeps specsize bytes of a CPU; what is beyond that
 * is a speculative drop.
 * run: -x specsize=64
 */
BEGIN
{
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace(1LL);
}

BEGIN
{
	speculate(spec);
	trace(2LL);
	trace("longer than there is room for");
}

BEGIN
{
	speculate(spec);
	trace(3LL);
}

BEGIN
{
	speculate(spec);
	trace(4LL);
}

BEGIN
{
	commit(spec);
}

BEGIN
{
	trace("\n");
	exit(0);
}

/* >>> output
13
2 speculative drops
<<< */
