/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] of another system's name of a call are those of that name.
 * needs: tracefs
 * run: -r ': >/dev/null'
 */
#pragma D option sysaliases

syscall::open:entry
/pid == $target && args[1] & O_CREAT/
{
	printf("%s %s 0%o\n", probefunc, copyinstr(args[0]), args[2]);
	exit(0);
}

/* >>> output
openat /dev/null 0666
<<< */
