/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() takes an address.
 */
BEGIN
{
	usym("main");
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of usym() must be an address
<<< */
