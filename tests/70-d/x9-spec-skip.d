/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: After speculate() of 0, or of a number that is not an active
 * speculation, the rest of the clause is skipped in silence; what was before it
 * has run, and later clauses run.
 * run: -x nspec=2
 */
BEGIN
{
	one = speculation();
	two = speculation();
	discard(two);
}

BEGIN
{
	before++;
	speculate(0);
	zero = 1;
	trace("never");
}

BEGIN
{
	before++;
	speculate(two);
	decided = 1;
}

BEGIN
{
	before++;
	speculate(3);
	beyond = 1;
	discard(one);
}

BEGIN
{
	before++;
	speculate(-1);
	negative = 1;
	commit(one);
}

BEGIN
{
	before++;
	speculate(1LL << 32 | 1);
	wide = 1;
}

BEGIN
{
	speculate(one);
	taken = 1;
	printf("still there\n");
}

BEGIN
{
	commit(one);
}

BEGIN
{
	printf("%d: %d %d %d %d %d, %d\n", before, zero, decided, beyond,
	    negative, wide, taken);
	exit(0);
}

ERROR
{
	printf("a fault\n");
}

/* >>> output
still there
5: 0 0 0 0 0, 1
<<< */
