/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The classic: the way of calls that fail, and nothing of the
 * others.
 * engine: kernel
 * run: -r 'exec 2>/dev/null; for i in nowhere/1 dev/null nowhere/2; do read x </$i; done; :'
 */
syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	speculate(self->spec);
	printf("open %s", copyinstr(arg1));
}

syscall::openat:return
/self->spec/
{
	speculate(self->spec);
	printf(": errno %d\n", errno);
}

syscall::openat:return
/self->spec && errno != 0/
{
	commit(self->spec);
	self->spec = 0;
}

syscall::openat:return
/self->spec && errno == 0/
{
	discard(self->spec);
	self->spec = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
open /nowhere/1: errno 2
open /nowhere/2: errno 2
<<< */
