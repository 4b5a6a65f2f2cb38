/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A fault takes back the record of its clause alone; commit()
 * stays done.
 */
int zero;

BEGIN
{
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace("kept\n");
}

BEGIN
{
	speculate(spec);
	trace("lost\n");
	trace(1 / zero);
}

BEGIN
{
	commit(spec);
	x = 1 / zero;
}

BEGIN
{
	trace("next\n");
	exit(0);
}

/* >>> output
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): divide-by-zero in action #3
kept
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
next
<<< */
