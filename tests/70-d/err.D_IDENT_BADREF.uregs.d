/* SPDX-License-Identifier: MIT */
/* ASSERTION: uregs needs an index. */
BEGIN
{
	trace(uregs);
}

/* >>> output
[D_IDENT_BADREF] line 5: uregs is an array: write uregs[R_PC]
<<< */
