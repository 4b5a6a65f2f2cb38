/* SPDX-License-Identifier: MIT */
/*
 * The last calls of a program before it ends, in a ring buffer of 16 KB per
 * CPU. They are printed at the end, CPU by CPU, oldest first.  $1 is the
 * program's name.
 *
 *	dtrace -s ring.d -c 'dd if=/dev/zero of=/dev/null count=2000' '"dd"'
 */
#pragma D option bufpolicy=ring
#pragma D option bufsize=16k

syscall:::entry
/execname == $1 && pid == $target/
{
	trace(timestamp);
}

syscall::exit_group:entry
/execname == $1 && pid == $target/
{
	exit(0);
}
