/* SPDX-License-Identifier: MIT */
/* ASSERTION: bcopy() has no value that could be traced. */
BEGIN
{
	trace(bcopy(alloca(1), alloca(1), 1));
}

/* >>> output
[D_TRACE_VOID] line 5: trace() needs a value, and this expression has none
<<< */
