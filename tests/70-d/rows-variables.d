/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The types of built-in variables, and constants of other systems.
 */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (walltimestamp), sizeof (timestamp),
	    sizeof (vtimestamp), sizeof (caller));
	printf("%d %d %d %d\n", sizeof (ucaller), sizeof (stackdepth),
	    sizeof (ustackdepth), sizeof (epid));
	printf("%d %d %d %d %d %d\n", sizeof (id), sizeof (ppid),
	    sizeof (pid), sizeof (tid), sizeof (uid), sizeof (gid));
	printf("%d %d %d %s %d [%s]\n", ipl, sizeof (ipl), sizeof (errno),
	    zonename, jid, jailname);
	t = timestamp; printf("%d %d\n", t == timestamp,
	    walltimestamp == walltimestamp);
	printf("%d %d %d\n", curcpu->cpu_id == cpu, pset, lgrp);
	printf("%d %d %d\n", sizeof (pset), sizeof (lgrp), 0);
	printf("%d %d\n", curpsinfo->pr_pid == pid,
	    curlwpsinfo->pr_lwpid == tid);
	printf("%d %d\n", (int)walltimestamp > 0 || 1, -1 < walltimestamp);
	printf("%d %d\n", timestamp > -1, $projid + $taskid);
	printf("%d\n",
	    SSLEEP * 1000000 + SRUN * 100000 + SZOMB * 10000 + SSTOP * 1000 +
	    SIDL * 100 + SONPROC * 10 + SWAIT);
	exit(0);
}

/* >>> output
8 8 8 8
8 4 4 4
4 4 4 4 4 4
0 4 4 global 0 []
1 1
1 0 0
4 4 0
1 1
1 1
0 0
1234567
<<< */
