/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Memory that copyout() may not read, and memory of the process that
 * cannot be written, are faults.
 * engine: vm
 */
#pragma D option destructive

BEGIN { copyout(16, (uintptr_t)alloca(8), 1); }
BEGIN { copyout(alloca(8), 17, 8); }
BEGIN { copyoutstr("x", 18, 2); }
BEGIN { exit(0); }

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x11) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x12) in action #1
<<< */
