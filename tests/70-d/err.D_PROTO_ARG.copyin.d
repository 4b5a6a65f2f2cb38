/* SPDX-License-Identifier: MIT */
/* ASSERTION: copyin() takes an address. */
BEGIN
{
	tracemem(copyin(execname, 8), 8);
}

/* >>> output
[D_PROTO_ARG] line 5: argument 1 of copyin() must be an address, not a value of type string
<<< */
