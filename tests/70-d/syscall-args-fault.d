/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer of a system call's args[] that leads nowhere is an error.
 * The id of a call's probe follows its number, which differs between machines.
 * needs: x86_64
 * run: -r 'trap : USR1; :'
 */
syscall::rt_sigaction:entry
/pid == $target && args[0] == SIGUSR1 && args[1] == NULL/
{
	trace(args[1]->sa_flags);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
error on enabled probe ID 2 (ID 42: syscall:vmlinux:rt_sigaction:entry): invalid address (0x8) in action #1
<<< */
