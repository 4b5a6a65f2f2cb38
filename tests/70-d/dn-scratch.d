/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A firing has scratchsize bytes for what its clauses take by
 * alloca(), a zero byte after each and rounded up to 8, and nothing for 0 bytes;
 * bcopy() and copyinto() write nowhere else.
 * run: -x scratchsize=16k
 */
BEGIN
{
	tracemem(alloca(8), 8);
	printf("%s%d.", stringof(alloca(0)), alloca(0) == alloca(0));
	alloca(16384 - 16 - 8 - 8);
	alloca(5);
	printf("all of it\n");
}

BEGIN
{
	alloca(1);
}

BEGIN
{
	exit(0);
}

END
{
	alloca(16384);
	printf("all of it, again\n");
}

END
{
	bcopy(16, 4096, 1);
}

END
{
	copyinto(16, 1, 8192);
}

ERROR
{
	@[arg1, arg2, arg4] = sum(arg5);
}

/* >>> output

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 00 00 00 00 00 00 00 00                          ........
1.all of it
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): out of scratch space in action #1: a firing has 16384 bytes: raise option scratchsize
all of it, again
error on enabled probe ID 5 (ID 2: dtrace:::END): invalid address (0x1000) in action #1
error on enabled probe ID 6 (ID 2: dtrace:::END): invalid address (0x2000) in action #1
                2                1                5                0
                5                1                1             4096
                6                1                1             8192
<<< */
