/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A call that fails has its errno at return, and -1 is not its
 * value.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry
/pid == $target/
{
	self->in = 1;
}

syscall::chdir:return
/self->in/
{
	self->in = 0;
	@[probefunc, errno] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  chdir                                                     2                1
<<< */
