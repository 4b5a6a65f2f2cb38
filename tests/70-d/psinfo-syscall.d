/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curlwpsinfo has the number of the system call that its thread is
 * in, and the memory node of its CPU.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry,
syscall::chdir:return
/pid == $target/
{
	printf("%s %d %d\n", probename, curlwpsinfo->pr_syscall,
	    curlwpsinfo->pr_lgrp == curcpu->cpu_lgrp);
}

syscall::exit_group:entry
/pid == $target/
{
	printf("%d\n", curlwpsinfo->pr_syscall);
	exit(0);
}
/* >>> output
entry 80 1
return 80 1
231
<<< */
