/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stop() takes no argument.
 */
BEGIN
{
	stop(pid);
}

/* >>> output
[D_PROTO_LEN] line 7: stop() takes no arguments, but 1 is given
<<< */
