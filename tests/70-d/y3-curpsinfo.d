/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curpsinfo, curlwpsinfo and curcpu describe the thread that fires
 * the probe and its CPU, on an engine that cannot read the kernel, too.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry
/pid == $target/
{
	printf("%d %d %d %d\n", curpsinfo->pr_pid == $target,
	    curpsinfo->pr_ppid == ppid, curpsinfo->pr_uid == uid,
	    curpsinfo->pr_gid == gid);
	printf("%s %s\n", curpsinfo->pr_fname, curlwpsinfo->pr_name);
	printf("%d\n", curlwpsinfo->pr_lwpid == tid);
	printf("%d %d %d %d\n", curcpu->cpu_id == cpu, curcpu == cpu,
	    curlwpsinfo->pr_onpro == cpu, pset);
	printf("%d %d\n", curpsinfo->pr_zoneid, (*curpsinfo).pr_contract);
	@[curpsinfo->pr_fname, curlwpsinfo->pr_lwpid == $target] = count();
	exit(0);
}

/* >>> output
1 1 1 1
sh sh
1
1 1 1 0
0 -1
  sh                                                        1                1
<<< */
