/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Names of bpftrace, and characters of prose, are answered by what to
 * write.
 */

kprobe:no_such_function { n++; }

kretprobe:no_such_function /pid == 1/ { n++; }

fentry:vmlinux:no_such_function { n++; }

tracepoint:syscalls:sys_enter_openat { n++; }

t:syscalls:sys_exit_openat { n++; }

tracepoint:sched:sched_switch { n++; }

interval:s:1 { n++; }

profile:hz:99 { n++; }

software:faults:100 { n++; }

uprobe:/bin/bash:readline { n++; }

usdt:/bin/python3:function__entry { n++; }

syscall:openat:entry { n++; }

proc:exec { n++; }

interval:s { n++; }

BEGIN { @[comm] = count(); }

BEGIN { @[kstack] = count(); }

BEGIN { @[ustack] = count(); }

BEGIN { start[tid] = nsecs; }

BEGIN { @start[tid] = timestamp; }

BEGIN { @ = hist(arg0); }

BEGIN { printf("%s", str(arg0)); }

BEGIN { printf("%d", retval); }

BEGIN { trace(args.filename); }

BEGIN { delete(@a[1]); }

BEGIN { print(@a); }

BEGIN { $x = 1; }

BEGIN { exit(); }

BEGIN { while (1) { } }

BEGIN { printf(“hello”); }

BEGIN { trace(‘a’); }

BEGIN /pid == 1 – 1/ { n++; }

/* >>> output
[D_PDESC_ZERO] kprobe:... is bpftrace's: write fbt::no_such_function:entry
[D_PDESC_ZERO] kretprobe:... is bpftrace's: write fbt::no_such_function:return
[D_PDESC_ZERO] fentry:... is bpftrace's: write fbt:vmlinux:no_such_function:entry
[D_PDESC_ZERO] tracepoint:... is bpftrace's: write syscall::openat:entry
[D_PDESC_ZERO] t:... is bpftrace's: write syscall::openat:return
[D_PDESC_ZERO] tracepoint:... is bpftrace's: write sdt:sched::sched_switch
[D_PDESC_ZERO] interval:... is bpftrace's: write tick-1s
[D_PDESC_ZERO] profile:... is bpftrace's: write profile-99hz
[D_PDESC_ZERO] software:... is bpftrace's: write cpc:::, whose events dtrace -l -P cpc lists
[D_SYNTAX] line 25: uprobe:/... is bpftrace's: write pid$target:LIBRARY:FUNCTION:entry, and name the process by option -c or -p
[D_SYNTAX] line 27: usdt:/... is bpftrace's: write PROVIDER$target:::NAME, and name the process by option -c or -p
[D_PDESC_ZERO] probe description :syscall:openat:entry does not match any probes: a description has four parts: write syscall::openat:entry
[D_PDESC_ZERO] probe description ::proc:exec does not match any probes: a description has four parts: write proc:::exec
[D_PDESC_ZERO] probe description ::interval:s does not match any probes
[D_IDENT_UNDEF] line 35: failed to resolve comm: Unknown variable name: it is bpftrace's: write execname
[D_IDENT_UNDEF] line 37: failed to resolve kstack: Unknown variable name: it is bpftrace's: write stack()
[D_IDENT_BADREF] line 39: ustack is a function: write ustack(...)
[D_IDENT_UNDEF] line 41: failed to resolve nsecs: Unknown variable name: it is bpftrace's: write timestamp
[D_AGG_FUNC] line 43: @start can only be assigned, with =, the result of count(), sum(), min(), max(), avg(), stddev(), quantize(), lquantize() or llquantize(): any other value goes into a variable, without @
[D_FUNC_UNDEF] line 45: hist() cannot be called: it is bpftrace's: write quantize()
[D_FUNC_UNDEF] line 47: str() cannot be called: it is bpftrace's: write copyinstr() for a string of the process, stringof() for one of the kernel
[D_IDENT_UNDEF] line 49: failed to resolve retval: Unknown variable name: it is bpftrace's: write arg1 in a return probe
[D_IDENT_BADREF] line 51: args is an array: write args[0]
[D_FUNC_UNDEF] line 53: delete() cannot be called: it is bpftrace's: write x = 0 for a variable, trunc() or clear() for an aggregation
[D_PRINT_AGG] line 55: print() takes a value, not an aggregation: write printa(@a)
[D_MACRO_UNDEF] line 57: there is no macro variable $x: use $target, $pid, $ppid, $tid, $uid, $euid, $gid, $egid, $pgid, $sid or an argument, $0, $1 ...
[D_PROTO_LEN] line 59: exit() takes 1 argument, but 0 are given
[D_SYNTAX] line 61: D has no "while": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 63: the typographic quote “ has no meaning in D: write "
[D_SYNTAX] line 65: the typographic quote ‘ has no meaning in D: write '
[D_SYNTAX] line 67: the dash – has no meaning in D: write -
<<< */
