/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a thread stores when it sends SIGCHLD, after its exit, is freed
 * although no later probe of it is traced: 3000 processes leave nothing that
 * would take the room of the next.
 *
 * engine: kernel
 * run: -x dynvarsize=64k -r 'i=0; while [ $i -lt 3000 ]; do (:); i=$((i + 1)); done'
 * needs: btf
 */
self int n;
self string s;
self int a[int, string];

proc:::start
/ppid == $target && (self->n || self->s != "" || self->a[2, "two"])/
{
	@["found what another has left"] = count();
}

proc:::exit
/ppid == $target/
{
	self->child = 1;
}

proc:::signal-send
/self->child && args[2] == 17/
{
	@[probename] = count();
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
  signal-send                                                    3000
<<< */
