/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: progenyof(id) is true in the process of that id and in those that
 * descend from it.
 * needs: source
 * run: -r 'cd /nowhere 2>/dev/null; (cd /nowhere 2>/dev/null; sh -c "cd /nowhere 2>/dev/null; :"; :); :'
 */
BEGIN
{
	trace(progenyof($pid));
	trace(progenyof($ppid));
	trace(progenyof($target));
	trace(progenyof(-1));
	trace("\n");
}

syscall::chdir:entry
/progenyof($target)/
{
	@[pid == $target ? "itself" : ppid == $target ? "a child" : "a grandchild",
	    progenyof($pid), progenyof(pid), progenyof(ppid)] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
1100
  a child                                                   1        1        1                1
  a grandchild                                              1        1        1                1
  itself                                                    1        1        1                1
<<< */
