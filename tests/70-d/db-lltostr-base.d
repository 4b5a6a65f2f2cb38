/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A base that lltostr() does not know ends the clause.
 */
int base;

BEGIN
{
	base = 37;
	trace(lltostr(1, base));
	trace("never\n");
}

BEGIN
{
	trace(lltostr(1, 1));
}

BEGIN
{
	trace(lltostr(1 / (base - 37), base));
}

BEGIN
{
	trace("next\n");
	exit(0);
}

ERROR
{
	@[arg1, arg2] = sum(arg4);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
next
                1                2                3
                2                1                3
                3                1                4
<<< */
