/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: tracemem() of what cannot be read is a fault that tells the
 * address, and the clause leaves no record.
 */
BEGIN
{
	printf("not shown\n");
	tracemem(0, 32);
}

BEGIN
{
	tracemem(8LL + 8, 4, 2);
}

BEGIN
{
	x = 0;
	trace(1 / x);
}

BEGIN
{
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
<<< */
