/* SPDX-License-Identifier: MIT */
/* ASSERTION: The attributes of a name come before its definition. */
#pragma D attributes Stable/Stable/Common pid
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_SCOPE] line 3: pid is defined already: write the pragma before its definition
<<< */
