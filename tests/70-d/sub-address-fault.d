/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An address that cannot be read, a family that is neither AF_INET
 * nor AF_INET6, and hardware that is neither Ethernet nor InfiniBand are
 * faults.
 */
BEGIN { inet_ntoa(16); }
BEGIN { inet_ntoa6(17); }
BEGIN { inet_ntop(2, 18); }
BEGIN { inet_ntop(10, 19); }
BEGIN { inet_ntop(1, alloca(16)); }
BEGIN { link_ntop(1, 20); }
BEGIN { link_ntop(2, alloca(20)); }
BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x11) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x12) in action #1
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0x13) in action #1
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): illegal operation in action #1
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x14) in action #1
error on enabled probe ID 7 (ID 1: dtrace:::BEGIN): illegal operation in action #1
<<< */
