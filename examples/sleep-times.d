/* SPDX-License-Identifier: MIT */
/*
 * How long a command wants to sleep: the struct that it passes to the kernel.
 *
 *	dtrace -qs sleep-times.d -c 'sleep 1.5'
 */
struct request {
	time_t seconds;
	long nanoseconds;
};

syscall::clock_nanosleep:entry
/pid == $target/
{
	print(*(struct request *)copyin(arg2, sizeof (struct request)));
}
