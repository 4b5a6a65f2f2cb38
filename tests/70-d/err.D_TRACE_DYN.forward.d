/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct without known members has no bytes to record. */
struct later;
struct later *p;

BEGIN
{
	trace(*p);
}

/* >>> output
[D_TRACE_DYN] line 8: trace(): the size of struct later is not known
<<< */
