/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A store through a pointer to memory that is not the program's is
 * the fault BADADDR with the address, and changes nothing.
 * run: -x scratchsize=16k
 */
struct pair {
	int a, b;
};
int n;

BEGIN
{
	n = 1;
	*(int *)32 = 1;
	n = 2;
}

BEGIN
{
	((struct pair *)40)->b = n;
}

BEGIN
{
	this->p = (char *)NULL;
	this->p[48]++;
}

BEGIN
{
	this->p = (char *)0 - 1;
	*this->p = 1;
}

BEGIN
{
	*(struct pair *)56 = *(struct pair *)alloca(8);
}

BEGIN
{
	*(struct pair *)alloca(8) = *(struct pair *)64;
}

BEGIN
{
	printf("%d\n", n);
	exit(0);
}

ERROR
/arg4 == 1/
{
	@[arg1, arg2] = sum(arg5 < 100 || arg5 == -1 ? arg5 : 0);
}
/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x20) in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x2c) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x30) in action #2
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0xffffffffffffffff) in action #2
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): invalid address (0x38) in action #1
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x40) in action #1
1
                4                2               -1
                1                2               32
                2                1               44
                3                2               48
                5                1               56
                6                1               64
<<< */
