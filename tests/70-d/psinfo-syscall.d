/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curlwpsinfo has the number of the system call that its thread is
 * in, and the memory node of its CPU.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
inline int IS_X86 = DTRACE_PROCESSOR == "x86_64";

syscall::chdir:entry,
syscall::chdir:return
/pid == $target/
{
	printf("%s %d %d\n", probename,
	    curlwpsinfo->pr_syscall == (IS_X86 ? 80 : 49),
	    curlwpsinfo->pr_lgrp == curcpu->cpu_lgrp);
}

syscall::exit_group:entry
/pid == $target/
{
	printf("%d\n", curlwpsinfo->pr_syscall == (IS_X86 ? 231 : 94));
	exit(0);
}
/* >>> output
entry 1 1
return 1 1
1
<<< */
