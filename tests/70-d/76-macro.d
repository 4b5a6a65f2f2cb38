/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: $1 is the argument as an integer, a name or a string in quotes, and
 * as a string if it is none of them; $$1 is always a string. Only the last
 * argument has to be used.
 * args: 41 'two words' -7 '"quo\"ted"' pid /usr/bin/x 12ab a-b -- '' unused '"open'
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
	printf("%s %d %s %s %s %s %s %s %s\n", $2, $5 == pid, $6, $7, $8, $9,
	    $10, $12, $$0 == $0 ? "same" : "other");
	exit(0);
}

/* >>> output
42 41 two words -7 quo"ted1
two words 1 /usr/bin/x 12ab a-b --  "open same
<<< */
