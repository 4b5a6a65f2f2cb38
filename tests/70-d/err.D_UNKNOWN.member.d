/* SPDX-License-Identifier: MIT */
/* ASSERTION: Two members have two names. */
struct s { int a; char *a; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_UNKNOWN] line 3: member a is declared twice
<<< */
