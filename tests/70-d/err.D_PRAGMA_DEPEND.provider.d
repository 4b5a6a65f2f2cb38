/* SPDX-License-Identifier: MIT */
/* ASSERTION: A provider that is not here is an error in a program. */
#pragma D depends_on provider nosuchprov
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_DEPEND] line 3: the program depends on provider nosuchprov, which is not here
<<< */
