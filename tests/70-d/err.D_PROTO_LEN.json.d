/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: json() takes a text and a path.
 */
BEGIN
{
	trace(json("{}"));
}

/* >>> output
[D_PROTO_LEN] line 7: json() takes 2 arguments, but 1 is given
<<< */
