/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyout() takes an address of memory.
 */
BEGIN
{
	copyout("text", arg0, 4);
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of copyout() must be an address, not a value of type string
<<< */
