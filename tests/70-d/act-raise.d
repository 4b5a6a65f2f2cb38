/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: raise() sends a signal to the process that fires the probe.
 * run: -r 'trap "cd /caught 2>/dev/null" USR1; cd /raise 2>/dev/null; :'
 */
#pragma D option destructive
#pragma D option quiet

syscall::chdir:entry
/pid == $target && copyinstr(arg0) == "/raise"/
{
	raise(10);
	printf("raised\n");
}

syscall::chdir:entry
/pid == $target && copyinstr(arg0) == "/caught"/
{
	printf("caught\n");
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
raised
caught
<<< */
