/* SPDX-License-Identifier: MIT */
/* ASSERTION: Names of D keep their attributes. */
#pragma D attributes Stable/Stable/Common pid
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_SCOPE] line 3: pid is a name of D or of an earlier program: the pragma takes a name that this program defines
<<< */
