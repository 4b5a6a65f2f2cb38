/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The arguments of sched are threads, processes and CPUs as
 * lwpsinfo_t, psinfo_t and cpuinfo_t; a struct of the kernel is their value.
 * engine: kernel
 * needs: btf
 * run: -r 'sleep 0.01; :'
 */
sched:::enqueue
/args[1]->pr_pid == $target && args[2]->cpu_id >= 0 && args[2] == 0/
{
	enqueued[args[0]->pr_lwpid] = args[0]->pr_name;
}

sched:::off-cpu
/args[1]->pr_pid == $target && enqueued[$target] != ""/
{
	printf("%s %s %d %d\n", enqueued[$target], args[1]->pr_fname,
	    args[0]->pr_pri == args[0]->prio, args[0] == args[1]);
	printf("%d\n", ((struct task_struct *)args[0])->tgid ==
	    (*args[0]).tgid);
	exit(0);
}

/* >>> output
sh sh 1 1
1
<<< */
