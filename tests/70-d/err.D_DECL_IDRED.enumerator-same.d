/* SPDX-License-Identifier: MIT */
/* ASSERTION: Two enums have no enumerator of the same name and value. */
enum color { RED, GREEN };
enum shade { RED, ORANGE };
BEGIN { exit(0); }

/* >>> output
[D_DECL_IDRED] line 4: enumerator RED: the name already has another meaning
<<< */
