/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What print() shows must fit in a record.
 */
struct large { char c[70000]; };

BEGIN
{
	print(*(struct large *)0);
}

/* >>> output
[D_PRINT_SIZE] line 9: print(): struct large is larger than a record: print some of its members
<<< */
