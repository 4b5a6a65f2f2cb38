/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: $target is the process that was started; $pid, $uid and others
 * are known.
 * run: -r ':'
 */
BEGIN
{
	trace($target > 0);
	trace($target != $pid);
	trace($pid > 0);
	trace($ppid > 0);
	trace($uid == $euid);
	trace($gid == $egid);
	trace("\n");
	exit(0);
}

/* >>> output
111111
<<< */
