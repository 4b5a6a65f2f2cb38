/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character cannot be assigned beyond the end of its string, or
 * beyond strsize.  An empty string, which a null string is, has no index but 0.
 * run: -x strsize=8
 */
string g, never;
self string s;

BEGIN { g = "abc"; g[4] = 'x'; }

BEGIN { g = "abcdefg"; g[7] = 'x'; }

BEGIN { this->i = -1; g[this->i] = 'x'; }

BEGIN { self->s[1] = 'x'; }

BEGIN { g = NULL; trace(g[1]); }

BEGIN { this->i = 2; trace(never[this->i]); }

BEGIN { trace(strstr("ab", "x")[3]); }

BEGIN { printf("%d %d %d\n", never[0], "ab"[5], "ab"[7]); }

BEGIN { this->i = 8; trace("ab"[this->i]); }

BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x4) in action #2
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x7) in action #2
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0xffffffffffffffff) in action #2
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0x1) in action #1
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): invalid address (0x1) in action #2
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x2) in action #2
error on enabled probe ID 7 (ID 1: dtrace:::BEGIN): invalid address (0x3) in action #1
0 0 0
error on enabled probe ID 9 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #2
<<< */
