/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: rand() takes no argument.
 */
BEGIN
{
	trace(rand(6));
}

/* >>> output
[D_PROTO_LEN] line 7: rand() takes no arguments, but 1 is given
<<< */
