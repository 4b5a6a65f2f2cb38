/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A translated pointer is assigned as the address of its struct;
 * curcpu is also the number of the CPU, where no pointer is required.
 */
cpuinfo_t *declared;

dtrace:::BEGIN
{
	declared = curcpu;
	this->t = curlwpsinfo;
	number = curcpu;
	printf("%d %d %d\n", declared->cpu_id == cpu, declared->cpu_pset,
	    number == cpu);
	printf("%d %d\n", this->t->pr_lwpid == tid, this->t->pr_onpro == cpu);
	this->t = curlwpsinfo;
	printf("%s\n", this->t->pr_name == execname ? "same" : "other");
	exit(0);
}

/* >>> output
1 0 1
1 1
same
<<< */
