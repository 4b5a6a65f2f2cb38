/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: errno of a call that a signal ends is EINTR, as in the program, not
 * the kernel's number for a call that may be started again.
 * run: -r 'trap : USR1; (until grep -q "^State:.S" /proc/$$/status; do :; done; kill -USR1 $$) & wait; :'
 */
syscall::wait4:return,
syscall::rt_sigsuspend:return
/pid == $target && errno != 0 && errno != ECHILD/
{
	@[errno == EINTR, arg0] = max(1);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
        1               -1                1
<<< */
