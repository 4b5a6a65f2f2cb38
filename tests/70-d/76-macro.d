/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: $1 is the argument as a number, name or string in quotes, $$1 as a
 * string whatever it is.
 * args: 41 'two words' -7 '"quo\"ted"'
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
	trace(" ");
	trace($4);
	trace($4 == "quo\"ted");
	trace("\n");
	exit(0);
}

/* >>> output
42 41 two words -7 quo"ted1
<<< */
