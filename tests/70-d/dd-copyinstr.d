/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyinstr() reads a string of the process, or its first bytes.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
syscall::chdir:entry
/pid == $target && strstr(copyinstr(arg0), "where") != NULL/
{
	@["all", copyinstr(arg0)] = count();
	@["some", copyinstr(arg0, 4)] = count();
	@["more", copyinstr(arg0, 1000)] = count();
	@["base", basename(copyinstr(arg0))] = count();
	@n["none"] = sum(strlen(copyinstr(arg0, 0)));
	@n["long"] = sum(strlen(copyinstr(arg0)));
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  all                                                 /nowhere/at/all                                                   1
  base                                                all                                                               1
  more                                                /nowhere/at/all                                                   1
  some                                                /now                                                              1
  none                                                              0
  long                                                             15
<<< */
