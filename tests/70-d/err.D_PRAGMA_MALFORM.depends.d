/* SPDX-License-Identifier: MIT */
/* ASSERTION: depends_on names what is needed. */
#pragma D depends_on provider
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_MALFORM] line 3: malformed depends_on: write #pragma D depends_on provider name, or module name
<<< */
