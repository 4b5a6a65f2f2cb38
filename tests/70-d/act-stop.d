/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stop() stops the process that fires the probe until SIGCONT.
 * run: -r '(cd /stop 2>/dev/null; cd /on 2>/dev/null) & c=$!; until read -r _ _ s _ </proc/$c/stat; [ "$s" = T ] || [ "$s" = t ]; do :; done; cd /stopped 2>/dev/null; kill -CONT $c; wait'
 */
#pragma D option destructive
#pragma D option quiet

syscall::chdir:entry
/progenyof($target) && copyinstr(arg0) == "/stop"/
{
	stop();
}

syscall::chdir:entry
/progenyof($target) && copyinstr(arg0) == "/stopped"/
{
	printf("stopped\n");
}

syscall::chdir:entry
/progenyof($target) && copyinstr(arg0) == "/on"/
{
	printf("on\n");
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
stopped
on
<<< */
