/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: chill() makes the process wait for this many nanoseconds; more
 * than half a second in any second is a fault, and waits for none.  The first
 * wait is short, as the machine may stand still for a second in a long one.
 * run: -r 'cd /chill 2>/dev/null; :'
 */
#pragma D option destructive
#pragma D option quiet

BEGIN { chill(1000000); chill(-1); }
BEGIN { chill(500000001); }
BEGIN { chill(499000001); }
BEGIN { chill(0); printf("none\n"); }

syscall::chdir:entry
/pid == $target && copyinstr(arg0) == "/chill"/
{
	self->t = timestamp;
	chill(100000000);
}

syscall::chdir:return
/self->t/
{
	printf("%d\n", timestamp - self->t >= 100000000);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): illegal operation in action #1
none
1
<<< */
