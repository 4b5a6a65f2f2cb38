/*
 * ASSERTION: the probes of the scheduler have the arguments that dtrace_sched(4)
 * gives them, of the types that it names, and its members of threads and
 * processes; curthread is a struct thread *.  A kernel may lack some probes.
 *
 * engine: kernel
 * needs: btf
 */
#pragma D option zdefs

struct thread *t;
struct proc *p;
uint8_t pri;
void *queue;
int n;

sched:::change-pri
/pid == $pid && args[0]->td_priority != args[2]/
{
	t = args[0];
	p = args[1];
	pri = args[2];
}

sched:::lend-pri
/pid == $pid && args[0]->td_priority != args[2]/
{
	t = args[3];
	p = args[1];
	pri = args[2];
}

sched:::dequeue, sched:::enqueue
/pid == $pid/
{
	t = args[0];
	p = args[1];
	queue = args[2];
}

sched:::enqueue
/pid == $pid/
{
	n = args[3];
}

sched:::load-change
/pid == $pid/
{
	n = args[0] + args[1];
}

sched:::off-cpu, sched:::surrender, sched:::tick, sched:::wakeup
/pid == $pid/
{
	t = args[0];
	p = args[1];
	@[args[0]->td_name, args[1]->p_comm, args[1]->p_pid] = count();
}

sched:::on-cpu, sched:::preempt, sched:::remain-cpu, sched:::sleep
/pid == $pid/
{
	t = curthread;
	p = curthread->td_proc;
	n = curcpu;
}

BEGIN
{
	printf("%d %d %d\n", sizeof(pri), sizeof(t->td_priority), pri);
	exit(0);
}

END
{
	trunc(@);
}

/* >>> output
1 1 0
<<< */
