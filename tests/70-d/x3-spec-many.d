/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: nspec is how many speculations there are at a time; without one
 * speculation() is 0, and that is counted.
 * run: -x nspec=2
 */
BEGIN
{
	trace(speculation());
	trace(speculation());
	trace(speculation());
	trace(speculation());
	trace("\n");
}

BEGIN
{
	speculate(2);
	trace("two\n");
}

BEGIN
{
	speculate(1);
	trace("one\n");
}

BEGIN
{
	discard(1);
	trace(speculation());
	trace("\n");
}

BEGIN
{
	speculate(1);
	trace("one again\n");
}

BEGIN
{
	commit(2);
}

BEGIN
{
	commit(1);
}

BEGIN
{
	exit(0);
}

/* >>> output
2 failed speculations (no speculative buffer available)
1200
1
two
one again
<<< */
