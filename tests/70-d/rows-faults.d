/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What each subroutine and operator refuses when it runs.
 */
#pragma D option destructive
int n;
BEGIN { trace(lltostr(1, 37)); }
BEGIN { n = 1; trace(lltostr(1, n)); }
BEGIN { trace(strtoll("1", 37)); }
BEGIN { trace(inet_ntop(99, alloca(16))); }
BEGIN { trace(link_ntop(7, alloca(20))); }
BEGIN { trace(alloca(1 << 30)); }
BEGIN { copyinto(0, 8, alloca(4)); }
BEGIN { trace(*(int *)8); }
BEGIN { raise(65); }
BEGIN { x = 1 / n; }
BEGIN { n = 0; x = 1 / n; }
BEGIN { x = 5 % n; }
BEGIN { p = (int *)16; *p = 3; }
BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #2
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): out of scratch space in action #1: a firing has 4194304 bytes: raise option scratchsize
error on enabled probe ID 7 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 8 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #1
error on enabled probe ID 9 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 11 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
error on enabled probe ID 12 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
error on enabled probe ID 13 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #2
<<< */
