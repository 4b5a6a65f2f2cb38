/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] of calls that only x86 has, and whose types are not known.
 * needs: tracefs x86_64
 */

syscall::vserver:entry /pid == 1/ { trace(args[0]); }

syscall:ia32:read:entry /pid == 1/ { trace(args[0]); }

/* >>> output
[D_ARGS_IDX] line 7: the types of this probe's arguments are not known, since this kernel has no event sys_enter_vserver and may lack the call: use arg0, arg1 ... arg9 instead of args[]
[D_ARGS_IDX] line 9: the types of this probe's arguments are not known, since the kernel has none for 32-bit calls: use arg0, arg1 ... arg9 instead of args[]
<<< */
