/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curthread is the thread that fires the probe: its ids and name are
 * those that tid, pid and execname give; and members are read through pointers,
 * from structs in structs, as strings.
 *
 * engine: kernel
 * needs: btf
 */
BEGIN
{
	printf("%d %d\n", curthread->td_tid == tid, curthread->p_pid == pid);
	printf("%d %d\n", curthread->pr_lwpid == tid, curthread->pr_pid == pid);
	printf("%d\n", curthread->pid > 0 &&
	    curthread->tgid == curthread->group_leader->pid);
	printf("%s\n", curthread->comm == execname ? "same" : "other");
	printf("%d\n", curthread->group_leader->p_pid == pid);
	printf("%d\n", curthread->se.sum_exec_runtime > 0);
	printf("%d\n", curthread->mm != NULL && curthread->mm->pgd != NULL);
	printf("%d\n", strlen(curthread->comm) > 0 &&
	    curthread->comm[0] != 0 && curthread->comm[15] == 0);
	printf("%d\n", ((struct task_struct *)&curthread->pid) ==
	    (struct task_struct *)((char *)curthread +
	    offsetof(struct task_struct, pid)));
	printf("%d\n", sizeof(struct task_struct) > 1000 &&
	    sizeof(curthread->comm) == 16);
	printf("%d %d\n", PIDTYPE_PID, PIDTYPE_TGID);
}

BEGIN
{
	this->t = curthread;
	self->t = this->t->group_leader;
	last = self->t;
	printf("%d\n", self->t->p_pid == pid && last == self->t);
	@[curthread->comm == execname, curthread == this->t] = count();
	exit(0);
}

/* >>> output
1 1
1 1
1
same
1
1
1
1
1
1
0 1
1
        1        1                1
<<< */
