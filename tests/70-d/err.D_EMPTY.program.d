/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program has clauses.
 */

