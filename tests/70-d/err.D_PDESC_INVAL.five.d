/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description has at most four parts.
 */
a:b:c:d:e
{
	trace(1);
}

/* >>> output
[D_PDESC_INVAL] line 5: probe description a:b:c:d:e: it has more than four parts, provider:module:function:name
<<< */
