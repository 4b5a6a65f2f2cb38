/* SPDX-License-Identifier: MIT */
/* ASSERTION: A name is bound to a version of D. */
#pragma D binding "one" x
BEGIN { x = 1; }

/* >>> output
[D_PRAGMA_INVAL] line 3: "one" is not a version of D: write x.y or x.y.z
<<< */
