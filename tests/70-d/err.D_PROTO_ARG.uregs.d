/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The index of uregs[] is a constant.
 */
BEGIN
{
	trace(uregs[pid]);
}

/* >>> output
[D_PROTO_ARG] line 7: the index of uregs[] must be the number of a register, a constant such as R_PC
<<< */
