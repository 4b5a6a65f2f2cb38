/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enum is not empty. */
enum e { };

BEGIN
{
	exit(0);
}

/* >>> output
[D_SYNTAX] line 3: syntax error near "}": expected the name of an enumerator
<<< */
