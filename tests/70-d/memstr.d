/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: memstr() makes a string of bytes, and replaces each NUL in them.
 * run: -r 'printf "cat\000-n\000\000file\377\001\200\000" >/dev/null; :'
 */
syscall::write:entry
/pid == $target && arg2 == 16/
{
	this->p = (char *)copyin(arg1, 16);
	printf("%s|\n", memstr(this->p, ' ', 12));
	printf("%s|%s|%s|\n", memstr(this->p, '.', 3), memstr(this->p, '.', 4),
	    memstr(this->p + 3, '.', 1));
	printf("%d %d\n", strlen(memstr(this->p, 0xfe, 16)),
	    strlen(memstr(this->p, 'x', 0)));
	printf("%S|\n", memstr(this->p + 11, 'x', 5));
	printf("%d\n", memstr(this->p, '\0', 8) == "cat");
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
cat -n  file|
cat|cat.|.|
16 0
e\377\001\200x|
1
<<< */
