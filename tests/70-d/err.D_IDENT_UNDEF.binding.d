/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A version that is newer than the program's hides the name also if
 * its pragma comes after the definition.
 * run: -x version=1.5
 */
inline int fresh = 1;
#pragma D binding "1.6" fresh
BEGIN { exit(fresh); }

/* >>> output
[D_IDENT_UNDEF] line 9: failed to resolve fresh: Unknown variable name: declare or assign it before it is read
<<< */
