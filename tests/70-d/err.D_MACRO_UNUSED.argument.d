/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An argument must be used.
 * args: 5
 */
BEGIN
{
	trace(1);
}

/* >>> output
[D_MACRO_UNUSED] extraneous argument '5' ($1 is not referenced): leave it out, or set option argref
<<< */
