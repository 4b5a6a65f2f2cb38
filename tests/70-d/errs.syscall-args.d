/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] that a system call lacks, or that differ between calls.
 * needs: tracefs
 */

syscall::read:entry /pid == 1/ { trace(args[3]); }

syscall::getpid:entry /pid == 1/ { trace(args[0]); }

syscall::read:return /pid == 1/ { trace(args[2]); }

syscall:::entry /pid == 1/ { trace(args[0]); }

syscall::write:entry /pid == 1/ { *args[1] = 1; }

syscall::writev:entry /pid == 1/ { args[1]->iov_len = 1; }

syscall::writev:entry /pid == 1/ { trace(args[1]->no_member); }

syscall::read:entry /pid == 1/ { trace(args[0]->member); }

/* >>> output
[D_ARGS_IDX] line 7: args[3]: the probe has 3 arguments, counted from 0
[D_ARGS_IDX] line 9: args[0]: the probe has 0 arguments
[D_ARGS_IDX] line 11: args[2]: the probe has 2 arguments, counted from 0
[D_ARGS_MULTI] line 13: args[0] has different types in the probes of this clause: write a clause for each type, or use arg0
[D_OP_WRITE] line 15: cannot write to memory that arg1 points to: a program can write to its own variables and to memory from alloca and copyin
[D_OP_WRITE] line 17: cannot write to memory that arg1 points to: a program can write to its own variables and to memory from alloca and copyin
[D_TYPE_MEMBER] line 19: struct iovec has no member no_member
[D_OP_PTR] line 21: ->member needs a pointer to a struct or union on its left, not a value of type unsigned int
<<< */
