/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What BEGIN knows about itself.
 */
BEGIN
{
	trace(probeprov);
	trace(":");
	trace(probename);
	trace(" ");
	trace(id > 0);
	trace(epid > 0);
	trace(pid > 0);
	trace(tid > 0);
	trace(timestamp > 0);
	trace(walltimestamp > 0);
	trace(cpu >= 0);
	trace("\n");
	exit(0);
}

/* >>> output
dtrace:BEGIN 1111111
<<< */
