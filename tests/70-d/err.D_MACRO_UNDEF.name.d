/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no other macro variables.
 */
BEGIN
{
	trace($nothing);
}

/* >>> output
[D_MACRO_UNDEF] line 7: there is no macro variable $nothing: use $target, $pid, $ppid, $tid, $uid, $euid, $gid, $egid, $pgid, $sid or an argument, $0, $1 ...
<<< */
