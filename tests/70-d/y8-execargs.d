/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: execargs has the arguments of the process with blanks between, to
 * the size of a string; pr_psargs has the first 79 characters of them.
 * run: -r '/bin/echo one "two three" four 0123456789012345678901234567890123456789012345678901234567890 >/dev/null; /bin/echo 7777777 >/dev/null; :'
 */
#pragma D option strsize=97

syscall::write:entry
/progenyof($target) && execname == "echo"/
{
	printf("[%s] %d\n[%s]\n", execargs, strlen(execargs),
	    curpsinfo->pr_psargs);
	@[substr(execargs, 0, 20)] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
[/bin/echo one two three four 0123456789012345678901234567890123456789012345678901234567890] 90
[/bin/echo one two three four 01234567890123456789012345678901234567890123456789]
[/bin/echo 7777777] 17
[/bin/echo 7777777]
  /bin/echo 7777777                                                 1
  /bin/echo one two th                                              1
<<< */
