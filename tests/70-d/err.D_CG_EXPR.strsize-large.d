/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings that are longer than the runtime looks at are refused.
 */
#pragma D option strsize=32769

BEGIN
{
	this->s = "abc";
	exit(0);
}

/* >>> output
[D_CG_EXPR] option strsize is 32769 bytes: at most 32768 are possible, since the kernel's verifier follows each loop over a string
<<< */
