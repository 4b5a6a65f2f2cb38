/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A thread that makes a system call is in state SONPROC, and one
 * that leaves its CPU to sleep in state SSLEEP.
 * engine: kernel
 * needs: btf
 * run: -r 'exec sleep 0.2'
 */
int calls, running, asleep;

syscall:::entry
/pid == $target/
{
	calls++;
	running += curlwpsinfo->pr_state == SONPROC &&
	    curlwpsinfo->pr_sname == 'O' && curlwpsinfo->pr_stype == SOBJ_NONE;
}

sched:::off-cpu
/pid == $target && curlwpsinfo->pr_state == SSLEEP &&
    curlwpsinfo->pr_sname == 'S' && curlwpsinfo->pr_stype != SOBJ_NONE/
{
	asleep++;
}

proc:::exit
/pid == $target/
{
	printf("%d %d\n", running == calls, asleep > 0);
	exit(0);
}

/* >>> output
1 1
<<< */
