/* SPDX-License-Identifier: MIT */
/* ASSERTION: A predicate is not an array. */
int a[2];

BEGIN
/a/
{
	exit(0);
}

/* >>> output
[D_PRED_SCALAR] line 6: the predicate must be an integer, not an array
<<< */
