/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What copyin(), copyinto() and bcopy() cannot read, and sizes that
 * are no sizes, are faults that tell the address.
 * run: -x scratchsize=16k
 */
int64_t n;

BEGIN
{
	copyin(16, 16);
}

BEGIN
{
	copyinto(17, 1, alloca(1));
}

BEGIN
{
	bcopy(18, alloca(1), 1);
}

BEGIN
{
	n = -1;
	copyin(16, n);
}

BEGIN
{
	copyinto(16, 16385, alloca(16384));
}

BEGIN
{
	bcopy(alloca(8), alloca(8), 8);
	copyin(16, 0);
	trace("no byte, no fault\n");
	exit(0);
}

ERROR
/arg4 != 1 || arg5 < 32/
{
	@[arg1, arg2, arg4] = sum(arg5);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x11) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x12) in action #1
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): out of scratch space in action #2: a firing has 16384 bytes: raise option scratchsize
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): out of scratch space in action #1: a firing has 16384 bytes: raise option scratchsize
no byte, no fault
                4                2                5                0
                5                1                5                0
                1                1                1               16
                2                1                1               17
                3                1                1               18
<<< */
