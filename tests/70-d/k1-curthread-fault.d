/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: NULL on the way, or an address that is none, is a fault: it ends
 * the clause, without a record, and ERROR and the error handler are told the
 * address.
 *
 * engine: kernel
 * needs: btf
 */
BEGIN
{
	printf("not shown\n");
	trace(*(int *)24);
}

BEGIN
{
	this->l = (struct list_head *)NULL;
	x = curthread->pid;
	x = (uint64_t)this->l->prev;
	printf("not shown\n");
}

BEGIN
{
	trace(((struct list_head *)0x7000)->next->prev);
}

BEGIN
/((struct list_head *)16)->prev != NULL/
{
	printf("not shown\n");
}

BEGIN
{
	trace(stringof((char *)0x9000));
}

BEGIN
{
	trace(((struct task_struct *)NULL)->td_tid);
}

BEGIN
{
	x = ((struct task_struct *)0x7000)->pr_pid;
}

BEGIN
{
	exit(0);
}

ERROR
{
	printf("clause %d, statement %d: fault %d at 0x%x\n", arg1, arg2, arg4,
	    arg5);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x18) in action #2
clause 1, statement 2: fault 1 at 0x18
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #3
clause 2, statement 3: fault 1 at 0x8
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x7000) in action #1
clause 3, statement 1: fault 1 at 0x7000
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0x18) in predicate
clause 4, statement 0: fault 1 at 0x18
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): invalid address (0x9000) in action #1
clause 5, statement 1: fault 1 at 0x9000
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
clause 6, statement 1: fault 1 at 0x0
error on enabled probe ID 7 (ID 1: dtrace:::BEGIN): invalid address (0x7000) in action #1
clause 7, statement 1: fault 1 at 0x7000
<<< */
