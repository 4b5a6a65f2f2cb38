/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyout() takes an address of memory, or a string.
 */
struct s { int a; } v;
BEGIN
{
	copyout(v, arg0, 4);
}

/* >>> output
[D_PROTO_ARG] line 8: argument 1 of copyout() must be an address or a string, not a value of type struct s
<<< */
