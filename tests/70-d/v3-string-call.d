/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A thread's string is there at return, and is not another's.
 * run: -r 'cd / && cd /tmp && (cd /nowhere 2>/dev/null; :)'
 */
syscall::chdir:entry
/pid == $target/
{
	self->func = probefunc;
	self->name = strings++ == 0 ? "first" : "later";
}

syscall::chdir:return
/self->func == "chdir"/
{
	@[self->func, self->name, probename] = count();
	self->func = 0;
	self->name = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  chdir                                               first                                               return                                                            1
  chdir                                               later                                               return                                                            1
<<< */
