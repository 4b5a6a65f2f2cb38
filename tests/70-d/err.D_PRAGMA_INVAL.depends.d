/* SPDX-License-Identifier: MIT */
/* ASSERTION: A program depends on a provider or a module. */
#pragma D depends_on kernel 6.1
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_INVAL] line 3: depends_on is followed by provider, module or library, not by kernel
<<< */
