/* SPDX-License-Identifier: MIT */
/* ASSERTION: What a constant condition does not choose calls functions that exist. */


BEGIN
{
	1 ? exit(0) : unknown(1);
}

/* >>> output
[D_FUNC_UNDEF] line 7: there is no function or action unknown()
<<< */
