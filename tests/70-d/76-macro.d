/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: $1 is the argument as a number or name, $$1 as a string.
 * args: 41 'two words' -7
 */
BEGIN
{
	trace($1 + 1);
	trace(" ");
	trace($$1);
	trace(" ");
	trace($$2);
	trace(" ");
	trace($3);
	trace("\n");
	exit(0);
}

/* >>> output
42 41 two words -7
<<< */
