/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() in a clause ends it for the consumer; the rest of the
 * clause still runs.
 */
BEGIN
{
	exit(0);
	trace("after\n");
}

/* >>> output
after
<<< */
