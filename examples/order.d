/* SPDX-License-Identifier: MIT */
/*
 * When each call of a command began. Records come CPU by CPU, so that times of
 * different CPUs are not in order; with -x temporal they are.
 *
 *	dtrace -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 *	dtrace -x temporal -s order.d -c 'sh -c "ls / | cat >/dev/null"'
 */
syscall:::entry
/progenyof($target)/
{
	trace(timestamp);
}
