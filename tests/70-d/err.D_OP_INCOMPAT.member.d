/* SPDX-License-Identifier: MIT */
/* ASSERTION: The value for a member of a struct must fit the member's type. */
this struct { char *p; } a;

BEGIN
{
	this->a.p = 1;
}

/* >>> output
[D_OP_INCOMPAT] line 7: the left side is of type char * and cannot hold a value of type int: write a cast
<<< */
