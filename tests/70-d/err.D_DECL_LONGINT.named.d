/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct that is named only is neither long nor short.
 */
struct s {
	int a;
};
short struct s *x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_LONGINT] line 8: "short struct s" is not a type: short and long apply to integers only
<<< */
