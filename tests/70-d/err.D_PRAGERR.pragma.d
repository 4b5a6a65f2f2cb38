/* SPDX-License-Identifier: MIT */
/* ASSERTION: A pragma can be an error as well. */
#pragma D error not for this system
BEGIN { exit(0); }

/* >>> output
[D_PRAGERR] line 3: #error not for this system
<<< */
