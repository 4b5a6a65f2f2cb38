/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] needs typed probes.
 */
BEGIN
{
	trace(args[0]);
}

/* >>> output
[D_ARGS_NONE] line 7: the types of this probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
<<< */
