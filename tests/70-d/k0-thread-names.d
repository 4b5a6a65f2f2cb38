/*
 * ASSERTION: struct thread and struct proc are names of the kernel's struct
 * task_struct, and FreeBSD's members are members of it, with the values that the
 * kernel's own members and the built-in variables have.
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
	printf("%d %d\n", this->t->td_oncpu == cpu, this->t->td_lastcpu == cpu);
	printf("%d %d\n", this->t->td_flags == this->t->flags,
	    this->t->td_state == this->t->__state);
	printf("%d %d\n", this->t->td_base_pri == this->t->normal_prio,
	    this->t->td_runtime != 0);
	printf("%d %d %d\n", this->t->td_ucred->cr_uid == uid,
	    this->p->p_ucred->cr_ruid == uid, this->p->p_ucred->cr_gid == gid);
	printf("%d %d\n", this->p->p_pptr->p_pid == ppid,
	    this->p->p_pptr->td_oncpu == (this->p->p_pptr->on_cpu ?
	    (int)this->p->p_pptr->thread_info.cpu : -1));
	printf("%d %d\n", this->p->p_numthreads ==
	    this->p->signal->nr_threads, this->p->p_state);
	printf("%d %d\n", this->p->p_flag == this->p->flags,
	    this->p->p_nice == curlwpsinfo->pr_nice - 20);
	printf("%d\n", offsetof(struct thread, td_name) ==
	    offsetof(struct task_struct, comm) &&
	    offsetof(struct cred, cr_uid) == offsetof(struct cred, euid));
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
1 1
1 1
1 1
1 1 1
1 1
1 0
1 1
1
1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
<<< */
