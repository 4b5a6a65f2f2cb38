/* SPDX-License-Identifier: MIT */
/* ASSERTION: The version of a binding is in quotes. */
#pragma D binding 1.0 x
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_MALFORM] line 3: malformed binding: write #pragma D binding "1.2" identifier
<<< */
