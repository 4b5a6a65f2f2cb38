/* SPDX-License-Identifier: MIT */
/* ASSERTION: A record has at most 65535 bytes. */
struct big { long v[8192]; } big;

BEGIN
{
	trace(big);
}

/* >>> output
[D_TRACE_DYN] line 7: trace(): struct big is larger than a record: print some of its members
<<< */
