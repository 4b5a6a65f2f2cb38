/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A psinfo_t and an lwpsinfo_t are made from the kernel's struct of
 * any thread, with the same values that curpsinfo and curlwpsinfo have.
 * engine: kernel
 * needs: btf
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry
/pid == $target/
{
	this->p = curthread->group_leader;
	printf("%d %d %d %s %s\n", xlate <psinfo_t> (this->p).pr_pid == pid,
	    xlate <psinfo_t *> (this->p)->pr_ppid == ppid,
	    xlate <psinfo_t> (this->p).pr_euid == curpsinfo->pr_euid,
	    xlate <psinfo_t> (this->p).pr_fname,
	    xlate <psinfo_t> (curthread->real_parent).pr_psargs);
	printf("%d %d %d\n", curpsinfo->pr_nlwp, curpsinfo->pr_size > 100,
	    curpsinfo->pr_addr == (uintptr_t)curthread);
	printf("%d\n", walltimestamp - 1000000000 *
	    curpsinfo->pr_start.tv_sec < 3600 * 1000000000);
	printf("%s %d %d %d\n", curlwpsinfo->pr_clname,
	    curlwpsinfo->pr_nice == curthread->static_prio - 100,
	    curlwpsinfo->pr_pri == curthread->prio, curlwpsinfo->pr_flag &
	    (PR_ISSYS | PR_STOPPED | PR_IDLE));
	printf("%d %d %d\n",
	    xlate <lwpsinfo_t> (curthread).pr_lwpid == curlwpsinfo->pr_lwpid,
	    xlate <lwpsinfo_t> (curthread).pr_state == SONPROC,
	    xlate <lwpsinfo_t> (curthread).pr_onpro == cpu);
	exit(0);
}

/* >>> output
1 1 1 sh dcase
1 1 1
1
OTHER 1 1 0
1 1 1
<<< */
