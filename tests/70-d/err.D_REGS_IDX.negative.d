/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The index of uregs[] is the number of a register.
 */
BEGIN
{
	trace(uregs[-1]);
}

/* >>> output
[D_REGS_IDX] line 7: the index of uregs[] must be the number of a register, a constant such as R_PC
<<< */
