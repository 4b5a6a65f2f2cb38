/* SPDX-License-Identifier: MIT */
/*
 * The time of a command's system calls: minimum, maximum and average in
 * nanoseconds, sorted by the average.
 *
 *	runscript syscall-latency-stats.d /usr/bin/find /etc
 */
#pragma D option aggsortpos=2

syscall:::entry
/pid == $target/
{
	self->ts = timestamp;
}

syscall:::return
/self->ts/
{
	this->lat = timestamp - self->ts;
	@m[probefunc] = min(this->lat);
	@M[probefunc] = max(this->lat);
	@a[probefunc] = avg(this->lat);
	self->ts = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

END
{
	printa("%-20s min: %12@d max:%12@d avg:%12@d\n", @m, @M, @a);
}
