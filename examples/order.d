/* SPDX-License-Identifier: MIT */
/*
 * The start time of each call of a command.  Records are printed CPU by CPU, so
 * times of different CPUs are not in order; with -x temporal they are.
 *
 *	dtrace -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 *	dtrace -x temporal -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 */
syscall:::entry
/progenyof($target)/
{
	trace(timestamp);
}
