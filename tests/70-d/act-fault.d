/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A signal that there is not is a fault.
 */
#pragma D option destructive

BEGIN { raise(65); }
BEGIN { raise(-1); }
BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): illegal operation in action #1
<<< */
