/* SPDX-License-Identifier: MIT */
/*
 * Only those open() calls of a command that fail.  Each call is recorded in a
 * speculation, which its return commits or discards.
 *
 *	dtrace -s failed-opens.d -c 'cat /nowhere'
 */
#pragma D option flowindent
#pragma D option nspec=8

syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	self->name = arg1;
	speculate(self->spec);
	printf("flags 0x%x", arg2);
}

/* The call has read the name into memory, so copyinstr() can read it here. */
syscall::openat:return
/self->spec/
{
	speculate(self->spec);
	printf("errno %d: %s", errno, copyinstr(self->name));
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
