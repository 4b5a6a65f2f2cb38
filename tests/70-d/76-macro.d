/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: $1 is the argument as a number or a name, and otherwise as a
 * string, in quotes or not; $$1 is a string whatever it is. Only the last
 * argument has to be used.
 * args: 41 'two words' -7 '"quo\"ted"' /tmp/x.y '' unused -q
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
	printf(" %s %s %d %s", $2, $5, strlen($6), $8);
	trace("\n");
	exit(0);
}

/* >>> output
42 41 two words -7 quo"ted1 two words /tmp/x.y 0 -q
<<< */
