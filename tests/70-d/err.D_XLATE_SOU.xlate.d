/* SPDX-License-Identifier: MIT */
/* ASSERTION: xlate makes a struct or union. */
BEGIN { trace(xlate <int> (1)); }

/* >>> output
[D_XLATE_SOU] line 3: xlate makes a struct or union, or a pointer to one, not a int
<<< */
