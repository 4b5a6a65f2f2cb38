/* SPDX-License-Identifier: MIT */
/* ASSERTION: There are five pragmas of D. */
#pragma D bind "1.0" x
BEGIN { trace(1); }

/* >>> output
[D_PRAGMA_INVAL] line 3: there is no #pragma D bind: there are option, attributes, binding, depends_on and error
<<< */
