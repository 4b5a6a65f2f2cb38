/* SPDX-License-Identifier: MIT */
/*
 * The system calls of a command, by the time that passes in them: count, and
 * microseconds elapsed and on a CPU.
 *
 *	dtrace -qs call-times.d -c 'ls -l /etc'
 */
#pragma D option aggsortrev
#pragma D option aggsortpos=1

syscall:::entry
/pid == $target/
{
	self->start = timestamp;
	self->vstart = vtimestamp;
}

syscall:::return
/self->start/
{
	this->elapsed = timestamp - self->start;
	@count[probefunc] = count();
	@elapsed[probefunc] = sum(this->elapsed);
	@cpu[probefunc] = sum(vtimestamp - self->vstart);
	self->start = 0;
	self->vstart = 0;
}

END
{
	normalize(@elapsed, 1000);
	normalize(@cpu, 1000);
	printf("%-20s %8s %12s %12s\n", "CALL", "COUNT", "ELAPSED", "CPU");
	printa("%-20s %@8d %@12d %@12d\n", @count, @elapsed, @cpu);
}
