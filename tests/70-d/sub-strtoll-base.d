/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A base that strtoll() does not know ends the clause.
 */
int base;

BEGIN { base = 37; trace(strtoll("1", base)); }
BEGIN { base = -2; trace(strtoll("1", base)); }
BEGIN { trace(strtoll("1", 1)); }
BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #2
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): illegal operation in action #1
<<< */
