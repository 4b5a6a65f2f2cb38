/* SPDX-License-Identifier: MIT */
/* ASSERTION: A module that is not loaded is an error in a program. */
#pragma D depends_on module nosuchmodule
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_DEPEND] line 3: the program depends on module nosuchmodule, which is not here
<<< */
