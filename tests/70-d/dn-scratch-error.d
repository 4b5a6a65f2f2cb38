/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Where all sizes are constants, there is room for what every clause
 * takes and for the ERROR clause after each that fails; each has its own bytes.
 */
BEGIN
{
	this->a = (char *)alloca(100000);
	bcopy(this->a, this->a + 99999, 1);
	x = *(int *)8;
}

BEGIN
{
	this->b = (char *)alloca(100000);
	printf("%d\n", this->b - this->a);
	x = *(int *)8;
}

BEGIN
{
	this->c = (char *)alloca(1);
	printf("%d\n", this->c - this->b);
	exit(0);
}

ERROR
{
	this->e = (char *)alloca(200000);
	printf("%d\n", this->e[199999]);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #3
0
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #3
0
300016
<<< */
