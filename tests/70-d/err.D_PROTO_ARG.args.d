/* SPDX-License-Identifier: MIT */
/* ASSERTION: The index of args[] is a constant. */
BEGIN
{
	trace(args[cpu]);
}

/* >>> output
[D_PROTO_ARG] line 5: the index of args[] must be a constant: write args[0], or arg0, arg1 ... in an expression
<<< */
