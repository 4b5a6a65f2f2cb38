/* SPDX-License-Identifier: MIT */
/*
 * CPU time in microseconds by program name; see dtrace_sched(4).  For a shell
 * that counts to 200,000:
 *
 *	dtrace -qs cpu-by-name.d -c 'sh -c "..."'
 */
sched:::on-cpu
/pid == $target/
{
	self->ts = timestamp;
}

sched:::off-cpu
/self->ts != 0/
{
	@[execname] = sum((timestamp - self->ts) / 1000);
	self->ts = 0;
}
