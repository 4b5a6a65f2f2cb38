/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline is not of a probe, so it has no args[]. */
inline int f = args[0];

BEGIN
{
	exit(0);
}

/* >>> output
[D_ARGS_NONE] line 3: the types of a probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
<<< */
