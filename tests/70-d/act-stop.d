/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stop() stops the process that fires the probe until SIGCONT.
 * A tracee also stops for its tracer, but not for long; one that is sent SIGCONT
 * in such a stop, too early, needs another.
 * run: -r '(cd /stop 2>/dev/null; cd /on 2>/dev/null) & c=$!; n=0; state() { s=Z; read -r _ _ s _ <"/proc/$c/stat"; } 2>/dev/null; while [ $n != 100 ]; do state; case $s in [TtZ]) n=$((n + 1)) ;; *) n=0 ;; esac; done; cd /stopped 2>/dev/null; while state; [ "$s" != Z ]; do kill -CONT $c 2>/dev/null; done; wait'
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
