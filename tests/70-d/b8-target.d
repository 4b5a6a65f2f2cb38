/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: System calls of $target alone are counted.
 * run: -r ':'
 */
syscall::exit_group:entry
/pid == $target/
{
	@[probefunc] = count();
	exit(0);
}

/* >>> output
  exit_group                                                        1
<<< */
