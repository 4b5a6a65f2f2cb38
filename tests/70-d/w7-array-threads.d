/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Each thread has its own array of self->.
 * run: -r '(cd /; cd /tmp; cd /usr) & wait; cd /; cd /nowhere 2>&-; :'
 */
syscall::chdir:entry
/pid == $target || ppid == $target/
{
	self->n["calls", 1]++;
	@[pid == $target ? "parent" : "child", self->n["calls", 1]] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  child                                                             1                1
  child                                                             2                1
  child                                                             3                1
  parent                                                            1                1
  parent                                                            2                1
<<< */
