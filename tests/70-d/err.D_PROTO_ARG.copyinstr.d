/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyinstr() takes an address.
 */
BEGIN
{
	trace(copyinstr("abc"));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of copyinstr() must be an address, not a value of type string
<<< */
