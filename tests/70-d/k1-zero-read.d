/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Memory that holds 0 is read as 0, in each width; NULL inside a
 * chain of the kernel's pointers is a fault, as is an address that the
 * processor does not have.
 *
 * engine: kernel
 * needs: btf
 */
BEGIN
{
	this->p = (int *)alloca(16);
	this->p[1] = -5;
	this->p[2] = 0x1fffe;
	printf("%d %d %d %d\n", this->p[0], this->p[1],
	    *((char *)this->p + 4), *(short *)&this->p[2]);
	printf("%d %d %d %d\n", *(char *)this->p, *(short *)this->p,
	    *(long *)this->p == -5LL << 32, *((long *)this->p + 1));
	printf("%d %d\n", curthread->exit_state, curthread->vfork_done == NULL);
}

BEGIN
{
	trace(curthread->vfork_done->done);
}

BEGIN
{
	trace(((struct list_head *)0xdead000000000000)->prev);
}

BEGIN
{
	exit(0);
}

/* >>> output
0 -5 -5 -2
0 0 1 131070
0 1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0xdead000000000008) in action #1
<<< */
