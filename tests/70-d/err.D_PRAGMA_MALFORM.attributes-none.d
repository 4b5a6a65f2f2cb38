/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes name what they are of. */
#pragma D attributes Stable/Stable/Common
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_MALFORM] line 3: #pragma D attributes Stable/Stable/Common names nothing: write a name that follows, or provider and its name
<<< */
