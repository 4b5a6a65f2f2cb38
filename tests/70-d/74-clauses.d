/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Clauses of one probe run in the order of the program.
 */
BEGIN { trace("1"); }
BEGIN { trace("2"); }
BEGIN { trace("3"); }
dtrace:::BEGIN { trace("4"); }
dtrace:::BEGIN, dtrace:::END { trace("5"); }
BEGIN { trace("\n"); exit(0); }
END { trace("\n"); }

/* >>> output
12345
5
<<< */
