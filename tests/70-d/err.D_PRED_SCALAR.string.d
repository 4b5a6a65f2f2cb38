/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate is a number or a pointer.
 */
BEGIN
/"text"/
{
}

/* >>> output
[D_PRED_SCALAR] line 6: the predicate must be an integer: compare a string, as in != ""
<<< */
