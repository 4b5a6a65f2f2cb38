/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes are of a translator that follows. */
struct pair {
	int a;
};
translator struct pair < int N > {
	a = N;
};
#pragma D attributes Stable/Stable/Common translator
BEGIN { exit(0); }

/* >>> output
[D_PRAGMA_UNUSED] line 9: the pragma is about translator, which the program does not define after it
<<< */
