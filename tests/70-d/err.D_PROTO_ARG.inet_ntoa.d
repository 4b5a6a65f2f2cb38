/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: inet_ntoa() takes the address of an address, not a string.
 */
BEGIN
{
	trace(inet_ntoa("127.0.0.1"));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of inet_ntoa() must be an address, not a value of type string
<<< */
