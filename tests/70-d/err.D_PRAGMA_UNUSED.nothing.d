/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes are of a name that the program defines. */
#pragma D attributes Stable/Stable/Common nothing
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_UNUSED] line 3: the pragma is about nothing, which the program does not define
<<< */
