/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct has members. */
struct s { };

BEGIN
{
	exit(0);
}

/* >>> output
[D_SYNTAX] line 3: syntax error near "}": expected a member
<<< */
