/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A psinfo_t has the ids of the process's group and session; an
 * lwpsinfo_t has no lock that is waited for while the thread runs.
 * engine: kernel
 * needs: btf
 * run: -r 'setsid sh -c "cd /nowhere/at/all" 2>/dev/null; :'
 */
syscall::chdir:entry
/progenyof($target)/
{
	this->p = curthread->real_parent;
	printf("%d %d %d %d\n", curpsinfo->pr_sid == pid,
	    curpsinfo->pr_pgid == pid, pid != $target,
	    xlate <psinfo_t> (this->p).pr_sid == pid);
	printf("%d %d %d\n", xlate <psinfo_t> (this->p).pr_sid ==
	    xlate <psinfo_t> (this->p->real_parent).pr_sid,
	    curlwpsinfo->pr_wchan, curlwpsinfo->pr_lgrp + curlgrp);
	exit(0);
}

/* >>> output
1 1 1 0
1 0 0
<<< */
