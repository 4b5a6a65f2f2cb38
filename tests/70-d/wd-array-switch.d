/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a thread puts into its arrays when it leaves its CPU for the
 * last time goes with it, too.
 * engine: kernel
 * run: -x dynvarsize=8k -r 'for i in $(seq 100); do (cd /); done; sleep 0.1; :'
 * needs: btf
 */
sched:::off-cpu
/ppid == $target/
{
	self->n["off", 1] = 1;
	self->s[1] = "text";
	@["all of it"] = min(self->n["off", 1] == 1 && self->s[1] == "text");
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  all of it                                                         1
<<< */
