/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A thread's strings go with it: there is room for the next one's.
 * run: -x dynvarsize=8k -r 'for i in $(seq 200); do (cd /); done; sleep 0.1; :'
 */
syscall::chdir:entry
/ppid == $target/
{
	self->name = probefunc;
	self->other = "x";
	@ = sum(self->name == "chdir" && self->other == "x");
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
              200
<<< */
