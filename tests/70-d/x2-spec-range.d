/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: To commit or discard a number that no speculation can have is an
 * illegal operation; with speculate() the rest of the clause is skipped.
 * run: -x nspec=3
 */
BEGIN
{
	speculate(4);
	trace("never\n");
}

BEGIN
{
	commit(-1);
}

BEGIN
{
	x = 1;
	discard(1LL << 32);
}

BEGIN
{
	speculate(3);
	trace("nothing\n");
}

BEGIN
{
	exit(0);
}

/* >>> output
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): illegal operation in action #2
<<< */
