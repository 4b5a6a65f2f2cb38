/* SPDX-License-Identifier: MIT */
/*
 * The start time of each call of a command.  dtrace(1) prints the records of
 * all CPUs in the order of time; with -x temporal=off it prints them CPU by CPU,
 * so times of different CPUs are not in order.
 *
 *	dtrace -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 *	dtrace -x temporal=off -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 */
syscall:::entry
/progenyof($target)/
{
	trace(timestamp);
}
