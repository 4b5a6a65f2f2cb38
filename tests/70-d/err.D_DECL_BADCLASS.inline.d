/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline has no storage class. */
inline static int f = 1;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_BADCLASS] line 3: static is not for inlines: write inline type name = value
<<< */
