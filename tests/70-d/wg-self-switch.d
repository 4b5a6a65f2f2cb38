/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a thread stores as late as when it sends SIGCHLD is there when
 * it leaves its CPU for the last time, and what it stores there goes with it.
 *
 * engine: kernel
 * run: -x dynvarsize=64k -r 'i=0; while [ $i -lt 300 ]; do (:); i=$((i + 1)); done'
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
	self->sent = 1;
	self->s = "later";
	self->a[2, "two"] = 1;
	self->t[1] = "later";
}

sched:::off-cpu
/self->sent && self->s == "later" && self->t[1] == "later"/
{
	@[probename, self->n + self->a[2, "two"]] = count();
	self->off = 1;
	self->s = "last";
	self->a[3, "three"] = 1;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  off-cpu                                                   2              300
  signal-send                                               1              300
<<< */
