/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes name what they are of. */
#pragma D attributes Stable/Stable/Common
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_MALFORM] line 3: malformed attributes: write #pragma D attributes name/data/class identifier
<<< */
