/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes are of one name. */
#pragma D attributes Stable/Stable/Common x y
BEGIN { x = y = 1; }

/* >>> output
[D_PRAGMA_MALFORM] line 3: #pragma D attributes Stable/Stable/Common is followed by one name, not by x y
<<< */
