/*
 * ASSERTION: struct thread and struct proc are names of the kernel's struct
 * task_struct, and td_tid, td_name, td_priority, td_proc, p_pid and p_comm are
 * members of it, with the values that the kernel's own members and the built-in
 * variables have.
 *
 * engine: kernel
 * needs: btf
 */
struct thread *th;

BEGIN
{
	this->t = (struct thread *)curthread;
	this->p = (struct proc *)this->t->td_proc;
	th = curthread;
	printf("%d %d\n", this->t->td_tid == tid, this->p->p_pid == pid);
	printf("%d %d\n", this->p == curthread->group_leader, th == this->t);
	printf("%d %d\n", this->t->td_name == execname,
	    this->t->td_proc->p_comm == this->p->comm);
	printf("%d %d\n", this->t->td_priority == this->t->prio,
	    sizeof(this->t->td_priority));
	printf("%d\n", sizeof(struct thread) == sizeof(struct task_struct) &&
	    sizeof(struct proc) == sizeof(struct task_struct));
}

BEGIN
{
	trace(((struct thread *)NULL)->td_priority);
}

BEGIN
{
	exit(0);
}

/* >>> output
1 1
1 1
1 1
1 1
1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
<<< */
