/* SPDX-License-Identifier: MIT */
/* ASSERTION: There are no bit-fields. */
struct s { int a : 3; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_VAR_UNSUP] line 3: member a: a program cannot declare bit-fields: declare the whole integer
<<< */
