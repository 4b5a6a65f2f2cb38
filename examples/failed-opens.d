/* SPDX-License-Identifier: MIT */
/*
 * The calls of open() of a command that fail, and nothing of the many that do
 * not: each is recorded for a speculation, and only its return knows whether
 * that is worth showing.
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

/*
 * Once the call has read the name it is present, so copyinstr() finds it.
 */
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
