/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declaration gives no value.
 */
int x = 5;

BEGIN
{
	trace(x);
}

/* >>> output
[D_SYNTAX] line 5: a declaration cannot assign a value: assign x in a clause, as in BEGIN { x = ...; }
<<< */
