/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[0] of proc:::exec is the path of the program, a string in the
 * memory of the process.
 * run: -r '/bin/true; :'
 */
proc:::exec
/progenyof($target) && args[0] == "/bin/true"/
{
	printf("%s %s %s\n", stringof(args[0]), copyinstr(args[0]),
	    basename(args[0]));
	exit(0);
}

/* >>> output
/bin/true /bin/true true
<<< */
