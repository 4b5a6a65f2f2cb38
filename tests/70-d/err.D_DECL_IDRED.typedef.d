/* SPDX-License-Identifier: MIT */
/* ASSERTION: A name is that of one type. */
typedef int number;
typedef long number;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 4: number already names another type
<<< */
