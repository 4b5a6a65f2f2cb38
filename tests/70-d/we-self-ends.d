/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a thread has is there until its end: lwp-exit and exit read
 * variables, strings and elements of arrays.  What they store goes with the
 * thread.
 *
 * run: -x dynvarsize=64k -r 'i=0; while [ $i -lt 200 ]; do (:); i=$((i + 1)); done'
 * needs: btf
 */
proc:::start
/ppid == $target/
{
	self->n = pid;
	self->s = "text";
	self->a[1, "one"] = pid;
	self->t[1] = "text";
}

proc:::lwp-exit
/ppid == $target && self->n == pid/
{
	@[probename] = count();
	self->again = 1;
	self->a[2, "two"] = 1;
}

proc:::exit
/self->again && self->s == "text" && self->a[1, "one"] == pid &&
    self->a[2, "two"] && self->t[1] == "text"/
{
	@[probename] = count();
	self->last = "text";
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  exit                                                            200
  lwp-exit                                                        200
<<< */
