/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The arguments of proc are threads and processes as psinfo_t and
 * lwpsinfo_t, and still have the members of the kernel's struct.
 * needs: btf
 * run: -r ':; (:) & wait; kill -CONT $$; :'
 */
proc:::create
/pid == $target/
{
	child = args[0]->pr_pid;
}

proc:::signal-send
/pid == $target && args[2] == SIGCONT/
{
	printf("%d %d %d %d\n", args[0]->pr_lwpid == $target,
	    args[1]->pr_pid == $target, args[1]->p_pid == $target,
	    child > $target || child < $target);
	exit(0);
}

/* >>> output
1 1 1 1
<<< */
