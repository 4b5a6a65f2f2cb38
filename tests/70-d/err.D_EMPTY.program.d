/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program has clauses.
 */

/* >>> output
[D_EMPTY] the program has no clauses: write at least one
<<< */
