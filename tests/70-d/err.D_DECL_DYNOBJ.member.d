/* SPDX-License-Identifier: MIT */
/* ASSERTION: A string of D is no member. */
struct s { string a; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_DYNOBJ] line 3: member a cannot have type string, which has no fixed size: write char a[n]
<<< */
