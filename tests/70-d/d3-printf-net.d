/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %I is the host of an address and %P the service at a port, both as
 * they are where there is no name.
 */
BEGIN
{
	printf("[%I] [%18I]\n", "not an address", "no address either");
	printf("%P %6P|\n", (unsigned short)65530, (unsigned short)65531);
	exit(0);
}

/* >>> output
[not an address] [ no address either]
65530  65531|
<<< */
