/* SPDX-License-Identifier: MIT */
/*
 * Where the threads of a command wait: microseconds off the CPU, by the stacks in
 * the kernel and in the process.
 *
 *	dtrace -qs off-cpu.d -c 'sleep 0.5'
 */
sched:::off-cpu
/pid == $target/
{
	self->ts = timestamp;
}

sched:::on-cpu
/self->ts != 0/
{
	@[stack(), ustack()] = sum((timestamp - self->ts) / 1000);
	self->ts = 0;
}
