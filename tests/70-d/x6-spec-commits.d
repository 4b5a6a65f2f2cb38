/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: One clause may commit several speculations: they are shown in the
 * order of the commits.
 */
#pragma D option quiet
#pragma D option nspec=3

BEGIN { a = speculation(); b = speculation(); c = speculation(); }
BEGIN { speculate(a); printf("a\n"); }
BEGIN { speculate(b); printf("b\n"); }
BEGIN { speculate(c); printf("c\n"); }
BEGIN { commit(c); commit(a); discard(b); commit(b); }
BEGIN { exit(0); }

/* >>> output
c
a
<<< */
