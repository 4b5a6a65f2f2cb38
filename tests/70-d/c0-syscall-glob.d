/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Several descriptions, globs among them, share a clause.
 * run: -r 'cd /; :'
 */
syscall::exit_group:entry,
syscall::chd?r:entry,
syscall::fchdi*:entry
/pid == $target/
{
	@[probefunc] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  chdir                                                             1
  exit_group                                                        1
<<< */
