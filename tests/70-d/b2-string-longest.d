/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings of the largest strsize are whole: those of a process, of
 * memory, and made of others; as keys, in records and in variables.
 * run: -r 'exec /bin/true $(printf %030000d 7)'
 */
#pragma D option quiet
#pragma D option strsize=32k

BEGIN
{
	this->s = memstr(alloca(32768), 'x', 32767);
	printf("%d %s\n", strlen(this->s), substr(this->s, 32764));
	g = strjoin(this->s, "y");
}

syscall::execve:entry
/pid == $target/
{
	this->s = copyinstr(*(uintptr_t *)copyin(arg1 + 8, 8));
	printf("%d %.3s\n", strlen(this->s), this->s);
	@[this->s] = count();
	exit(0);
}

END
{
	printf("%d %d %d\n", strlen(g), index(g, "y"), g == "xxx");
	printa("%.4s %@d\n", @);
	clear(@);
	trunc(@);
}

/* >>> output
32767 xxx
30000 000
32767 -1 0
0000 1
<<< */
