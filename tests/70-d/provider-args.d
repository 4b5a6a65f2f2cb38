/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The arguments of a declared probe without a colon are those that it
 * passes, one after the other, with the declared types.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
provider syscall {
	probe entry(const char *path, int64_t second, unsigned char third);
};

syscall::chdir:entry
/pid == $target/
{
	printf("%s %d %d %d\n", copyinstr((uintptr_t)args[0]),
	    args[1] == arg1, args[2] == (unsigned char)arg2,
	    sizeof (args[2]));
	exit(0);
}

/* >>> output
/nowhere/at/all 1 1 1
<<< */
