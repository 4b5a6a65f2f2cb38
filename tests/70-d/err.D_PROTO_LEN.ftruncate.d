/* SPDX-License-Identifier: MIT */
/* ASSERTION: ftruncate() has no argument: it is about the output. */
BEGIN
{
	ftruncate("file");
}

/* >>> output
[D_PROTO_LEN] line 5: ftruncate() takes no arguments, but 1 is given
<<< */
