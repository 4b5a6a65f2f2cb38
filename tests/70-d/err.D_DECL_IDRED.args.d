/* SPDX-License-Identifier: MIT */
/* ASSERTION: The array of arguments cannot be declared. */
int args[int];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 3: args is a built-in variable: choose another name
<<< */
