/* SPDX-License-Identifier: MIT */
/* ASSERTION: An else follows an if. */
BEGIN
{
	else exit(0);
}

/* >>> output
[D_SYNTAX] line 5: "else" must follow the statement of an if
<<< */
