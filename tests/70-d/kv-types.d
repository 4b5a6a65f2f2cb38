/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A module before the name of a type tells which one is meant, the
 * kernel's or one of the program.
 * engine: kernel
 * needs: btf
 */
struct task_struct { int mine; };
struct vmlinux`task_struct *task;
vmlinux`pid_t number;

BEGIN
{
	task = (struct vmlinux`task_struct *)curthread;
	self->other = (struct `task_struct *)curthread;
	number = (`pid_t)pid;
	printf("%d %d %d\n", task->tgid == pid, self->other->tgid == pid,
	    number == pid);
	printf("%d %d %d\n", sizeof (struct D`task_struct),
	    sizeof (struct task_struct),
	    sizeof (struct vmlinux`task_struct) > 1000);
	exit(0);
}

/* >>> output
1 1 1
4 4 1
<<< */
