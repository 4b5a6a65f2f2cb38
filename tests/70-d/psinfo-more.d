/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curpsinfo has the number of arguments, the address of the
 * environment behind them, and the data model; the names of zone and group are
 * those of a system without them.
 * engine: kernel
 * needs: btf
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry
/pid == $target/
{
	printf("%d %d %d\n", curpsinfo->pr_argc > 0,
	    curpsinfo->pr_envp - curpsinfo->pr_argv ==
	    8 * (curpsinfo->pr_argc + 1),
	    curpsinfo->pr_dmodel == PR_MODEL_LP64);
	printf("%s %d %d\n", zonename, lgrp, curcpu->cpu_lgrp);
	exit(0);
}
/* >>> output
1 1 1
global 0 0
<<< */
