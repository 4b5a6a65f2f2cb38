/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translator makes a struct or union. */
translator int < int A > { };

/* >>> output
[D_XLATE_SOU] line 3: a translator makes a struct or union with known members, and int is none
<<< */
