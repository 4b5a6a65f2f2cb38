/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] needs typed probes.
 */
BEGIN
{
	trace(args[0]);
}
