/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a thread has is also there when it sends SIGCHLD after its
 * exit.  What it stores then goes with it: of 3000 processes nothing is left
 * that would take the room of those that follow.
 *
 * engine: kernel
 * run: -x dynvarsize=64k -r 'i=0; while [ $i -lt 3000 ]; do (:); i=$((i + 1)); done'
 * needs: btf
 */
self int over;
self string s;

proc:::start
/ppid == $target && (self->over || self->s != "")/
{
	@["found what another has left", 0] = count();
}

proc:::start
/ppid == $target/
{
	self->n = pid;
	self->s = "text";
	self->a[1, "one"] = pid;
}

proc:::exit
/self->n/
{
	self->over = 1;
}

proc:::signal-send
/self->over && args[2] == 17 && self->s == "text" && self->a[1, "one"]/
{
	@[probename, self->n == self->a[1, "one"]] = count();
	self->n = 1;
	self->s = "later";
	self->a[2, "two"] = 1;
	self->t[1] = "later";
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  signal-send                                               1             3000
<<< */
