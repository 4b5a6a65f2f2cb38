/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Built-in variables and macros.
 */

BEGIN { trace(uregs[pid]); }

BEGIN { trace(uregs[-1]); }

BEGIN { trace(uregs[R_NOSUCH]); }

BEGIN { trace(uregs); }

BEGIN { trace(uregs[1, 2]); }

BEGIN { trace(fds["s"].fi_name); }

BEGIN { execname = "s"; }

BEGIN { errno = 1; }

BEGIN { walltimestamp = 1; }

BEGIN { trace($nosuch); }

BEGIN { trace($1); }

BEGIN { self = 1; }

BEGIN { trace(die); }

BEGIN { trace(machtimestamp); }

BEGIN { trace(cpucycles); }

BEGIN { trace(vmregs[0]); }

/* >>> output
[D_PROTO_ARG] line 6: the index of uregs[] must be the number of a register, a constant such as R_PC
[D_REGS_IDX] line 8: the index of uregs[] must be the number of a register, a constant such as R_PC
[D_IDENT_UNDEF] line 10: failed to resolve R_NOSUCH: Unknown variable name: it is neither a register of this processor nor declared or assigned before it is read
[D_IDENT_BADREF] line 12: uregs is an array: write uregs[R_PC]
[D_PROTO_LEN] line 14: uregs[] takes one index, a constant such as R_PC
[D_OP_INCOMPAT] line 16: fd is of type int and cannot stand for a value of type string
[D_OP_WRITE] line 18: execname is a built-in variable and can only be read
[D_OP_WRITE] line 20: errno is a built-in variable and can only be read
[D_OP_WRITE] line 22: walltimestamp is a built-in variable and can only be read
[D_MACRO_UNDEF] line 24: there is no macro variable $nosuch: use $target, $pid, $ppid, $tid, $uid, $euid, $gid, $egid, $pgid, $sid or an argument, $0, $1 ...
[D_MACRO_UNDEF] line 26: macro argument $1 is not defined: the program has 0 arguments, and option defaultargs is not set
[D_SYNTAX] line 28: syntax error near "=": expected a type
[D_IDENT_UNDEF] line 30: failed to resolve die: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 32: failed to resolve machtimestamp: Unknown variable name: it is macOS's: use timestamp
[D_IDENT_UNDEF] line 34: failed to resolve cpucycles: Unknown variable name: it is macOS's: use the probes of provider cpc
[D_IDENT_UNDEF] line 36: failed to resolve vmregs: Unknown variable name: it is of illumos' virtual machines: uregs[] has the registers of the process
<<< */
