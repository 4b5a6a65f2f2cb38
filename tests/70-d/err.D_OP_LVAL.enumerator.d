/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enumerator cannot be assigned. */
enum e { A };

BEGIN
{
	A = 2;
}

/* >>> output
[D_OP_LVAL] line 7: only variables and memory can be assigned or incremented
<<< */
