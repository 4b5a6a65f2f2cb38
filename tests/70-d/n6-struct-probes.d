/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer to a global array that BEGIN has stored is good in the
 * probes of a process, and what these write is there at the end.
 * run: -r 'printf abc >/dev/null; printf 12345 >/dev/null; :'
 */
struct { uint64_t calls, bytes; } total, *p;
int64_t sizes[2], *q;

BEGIN
{
	p = &total;
	q = sizes;
}

syscall::write:entry
/pid == $target && (arg2 == 3 || arg2 == 5)/
{
	q[p->calls++] = arg2;
	p->bytes += arg2;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

END
{
	printf("%d %d %d %d\n", total.calls, total.bytes, sizes[0], sizes[1]);
}
/* >>> output
2 8 3 5
<<< */
