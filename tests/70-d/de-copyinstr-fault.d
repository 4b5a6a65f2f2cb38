/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An address that cannot be read ends the clause; ERROR is told the
 * address, and a record begun leaves no trace.
 */
int64_t where;

BEGIN
{
	where = 16;
	trace("never\n");
	trace(copyinstr(where));
}

BEGIN
/strlen(copyinstr(where, 7)) == 0/
{
	trace("never\n");
}

BEGIN
{
	@never[copyinstr(1 / (where - 16))] = count();
}

BEGIN
{
	@[copyinstr(where + 16)] = count();
}

BEGIN
{
	trace("next\n");
	exit(0);
}

ERROR
{
	@error[arg1, arg2, arg4] = sum(arg5);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #3
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x10) in predicate
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0x20) in action #1
next
                3                1                4                0
                1                3                1               16
                2                0                1               16
                4                1                1               32
<<< */
