/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arguments of actions.
 */

BEGIN { @a = count(); print(@a); }

BEGIN { print(trace(1)); }

BEGIN { print(); }

BEGIN { print(1, 2); }

BEGIN { @a[1] = count(); printa("%d %d %@d", @a); }

BEGIN { printa("%d", 1); }

BEGIN { printa(@never); }

BEGIN { @a[1] = count(); @b[1, 2] = count(); printa(@a, @b); }

BEGIN { @a[1] = count(); @b["s"] = count(); printa(@a, @b); }

BEGIN { printa(); }

BEGIN { printa("x"); }

BEGIN { printf("%Z", 1); }

BEGIN { printf("%3", 1); }

BEGIN { printf("%3$d", 1); }

BEGIN { @a = count(); printf("%d", @a); }

BEGIN { printf("%@d", 1); }

BEGIN { printf("%d"); }

BEGIN { printf("%d", 1, 2); }

BEGIN { printf("%s", 1); }

BEGIN { printf("%d", "s"); }

BEGIN { printf("%*d", "s", 1); }

BEGIN { printf(); }

BEGIN { printf(5); }

BEGIN { stop(1); }

BEGIN { raise(); }

BEGIN { raise("s"); }

BEGIN { chill(); }

BEGIN { chill("s"); }

BEGIN { breakpoint(); }

BEGIN { panic(); }

BEGIN { system(); }

BEGIN { system(5); }

BEGIN { system(""); }

BEGIN { freopen(); }

BEGIN { freopen("."); }

BEGIN { ftruncate(1); }

BEGIN { setopt(); }

BEGIN { setopt(5); }

BEGIN { setopt("a", 5); }

BEGIN { @a = count(); clear(@a, 1); }

BEGIN { clear(1); }

BEGIN { clear(@never); }

BEGIN { @a = count(); trunc(@a, 1, 2); }

BEGIN { trunc(1); }

BEGIN { trunc(@never); }

BEGIN { @a = count(); trunc(@a, "s"); }

BEGIN { @a = count(); normalize(@a); }

BEGIN { normalize(1, 1); }

BEGIN { normalize(@never, 1); }

BEGIN { @a = count(); normalize(@a, "s"); }

BEGIN { denormalize(); }

BEGIN { denormalize(1); }

BEGIN { denormalize(@never); }

BEGIN { exit(); }

BEGIN { exit("s"); }

BEGIN { tracemem(1, pid); }

BEGIN { tracemem(1, 0); }

BEGIN { tracemem(1, -1); }

BEGIN { tracemem("s", 1); }

BEGIN { tracemem(1, 1, "s"); }

BEGIN { tracemem(1, 2, 3, 4); }

BEGIN { tracemem(1); }

BEGIN { ufunc(); }

BEGIN { @[usym("s")] = count(); }

BEGIN { trace(); }

BEGIN { trace(trace(1)); }

BEGIN { @a = count(); trace(@a); }

BEGIN { stack(1, 2); }

BEGIN { stack(pid); }

BEGIN { stack(-1); }

BEGIN { ustack(pid); }

BEGIN { ustack(1, pid); }

BEGIN { ustack(1, 2, 3); }

BEGIN { speculate(); }

BEGIN { commit(); }

BEGIN { discard(1, 2); }

BEGIN { x = speculation(1); }

BEGIN { printf("%*d"); }

BEGIN { printf("%hhd of %zu\n", 1, 2); }

BEGIN { printf("%zu\n", sizeof (int)); }

/* >>> output
[D_PRINT_AGG] line 6: print() takes a value, not an aggregation: write printa(@a)
[D_PRINT_VOID] line 8: print() needs a value, and trace() has none
[D_PROTO_LEN] line 10: print() takes 1 argument, but 0 are given
[D_PROTO_LEN] line 12: print() takes 1 argument, but 2 are given
[D_PRINTF_ARG_PROTO] line 14: printa(): @a has 1 key, and the format has more conversions: print the value with %@d
[D_PRINTA_AGGARG] line 16: argument 2 of printa() must be an aggregation, as in printa(@name)
[D_PRINTA_AGGBAD] line 18: printa(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_PRINTA_AGGKEY] line 20: printa(): @a has 1 key and @b has 2: only aggregations with the same keys can be printed together
[D_PRINTA_AGGPROTO] line 22: printa(): key 1 of @a and of @b have different types: only aggregations with the same keys can be printed together
[D_PRINTA_PROTO] line 24: printa() takes 1 to 64 arguments, but 0 are given
[D_PRINTA_PROTO] line 26: printa() needs an aggregation after the format
[D_SYNTAX] line 28: printf(): cannot print "%Z": there is no such conversion
[D_SYNTAX] line 30: printf(): cannot print "%3": the format ends inside a conversion
[D_SYNTAX] line 32: printf(): cannot print "%3$d": arguments cannot be chosen by number
[D_PRINTF_ARG_TYPE] line 34: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
[D_PRINTF_AGG_CONV] line 36: printf(): %@d is for the value of an aggregation, which printa() prints
[D_PRINTF_ARG_PROTO] line 38: printf(): %d has no argument to print
[D_PRINTF_ARG_EXTRA] line 40: printf(): argument 3 has no conversion in the format
[D_PRINTF_ARG_TYPE] line 42: printf(): argument 2 is of type int, which %s cannot print: use %d
[D_PRINTF_ARG_TYPE] line 44: printf(): argument 2 is of type string, which %d cannot print: use %s
[D_PRINTF_DYN_TYPE] line 46: printf(): argument 2 is a width and must be an integer
[D_PROTO_LEN] line 48: printf() takes 1 to 128 arguments, but 0 are given
[D_PROTO_ARG] line 50: argument 1 of printf() must be a format, a string constant
[D_PROTO_LEN] line 52: stop() takes no arguments, but 1 is given
[D_PROTO_LEN] line 54: raise() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 56: the signal of raise() must be an integer
[D_PROTO_LEN] line 58: chill() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 60: the nanoseconds of chill() must be an integer
[D_FUNC_UNDEF] line 62: breakpoint() cannot be called: Linux lets no traced program enter the kernel debugger: stop() stops the process
[D_FUNC_UNDEF] line 64: panic() cannot be called: Linux lets no traced program panic the kernel: write c to /proc/sysrq-trigger by system() for a crash dump
[D_PROTO_LEN] line 66: system() takes 1 to 128 arguments, but 0 are given
[D_PROTO_ARG] line 68: argument 1 of system() must be a format, a string constant
[D_PRINTF_FMT_EMPTY] line 70: system(): the format is empty
[D_PROTO_LEN] line 72: freopen() takes 1 to 128 arguments, but 0 are given
[D_FREOPEN_INVALID] line 74: freopen(): "." is not a file: write "" to restore the output
[D_PROTO_LEN] line 76: ftruncate() takes no arguments, but 1 is given
[D_PROTO_LEN] line 78: setopt() takes 1 or 2 arguments, but 0 are given
[D_PROTO_ARG] line 80: argument 1 of setopt() must be a string
[D_PROTO_ARG] line 82: argument 2 of setopt() must be a string
[D_CLEAR_PROTO] line 84: clear() takes 1 argument, but 2 are given
[D_CLEAR_AGGARG] line 86: argument 1 of clear() must be an aggregation, as in clear(@name)
[D_CLEAR_AGGBAD] line 88: clear(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_TRUNC_PROTO] line 90: trunc() takes 1 or 2 arguments, but 3 are given
[D_TRUNC_AGGARG] line 92: argument 1 of trunc() must be an aggregation, as in trunc(@name)
[D_TRUNC_AGGBAD] line 94: trunc(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_TRUNC_SCALAR] line 96: the number of entries for trunc() to keep must be an integer
[D_NORMALIZE_PROTO] line 98: normalize() takes 2 arguments, but 1 is given
[D_NORMALIZE_AGGARG] line 100: argument 1 of normalize() must be an aggregation, as in normalize(@name)
[D_NORMALIZE_AGGBAD] line 102: normalize(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_NORMALIZE_SCALAR] line 104: the divisor of normalize() must be an integer
[D_NORMALIZE_PROTO] line 106: denormalize() takes 1 argument, but 0 are given
[D_NORMALIZE_AGGARG] line 108: argument 1 of denormalize() must be an aggregation, as in denormalize(@name)
[D_NORMALIZE_AGGBAD] line 110: denormalize(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_PROTO_LEN] line 112: exit() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 114: the status of exit() must be an integer
[D_TRACEMEM_SIZE] line 116: argument 2 of tracemem() must be a constant number of bytes, from 1 to 65535
[D_TRACEMEM_SIZE] line 118: argument 2 of tracemem() must be a constant number of bytes, from 1 to 65535
[D_TRACEMEM_SIZE] line 120: argument 2 of tracemem() must be a constant number of bytes, from 1 to 65535
[D_TRACEMEM_ADDR] line 122: argument 1 of tracemem() must be an address
[D_TRACEMEM_DYNSIZE] line 124: argument 3 of tracemem() must be an integer, a number of bytes
[D_TRACEMEM_ARGS] line 126: tracemem() takes 2 or 3 arguments, but 4 are given
[D_TRACEMEM_ARGS] line 128: tracemem() takes 2 or 3 arguments, but 1 is given
[D_PROTO_LEN] line 130: ufunc() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 132: argument 1 of usym() must be an address
[D_PROTO_LEN] line 134: trace() takes 1 argument, but 0 are given
[D_TRACE_VOID] line 136: trace() needs a value, and trace() has none
[D_TRACE_AGG] line 138: trace() takes a value, not an aggregation: write printa(@a)
[D_STACK_PROTO] line 140: stack() takes 0 or 1 arguments, but 2 are given
[D_STACK_SIZE] line 142: the number of frames of stack() must be a constant from 1 to 127
[D_STACK_SIZE] line 144: the number of frames of stack() must be a constant from 1 to 127
[D_USTACK_FRAMES] line 146: the number of frames of ustack() must be a constant from 1 to 127
[D_USTACK_STRSIZE] line 148: the size of strings of ustack() must be a constant from 0 to 65536
[D_USTACK_PROTO] line 150: ustack() takes 0 to 2 arguments, but 3 are given
[D_PROTO_LEN] line 152: speculate() takes 1 argument, but 0 are given
[D_PROTO_LEN] line 154: commit() takes 1 argument, but 0 are given
[D_PROTO_LEN] line 156: discard() takes 1 argument, but 2 are given
[D_PROTO_LEN] line 158: speculation() takes no arguments, but 1 is given
[D_PRINTF_DYN_PROTO] line 160: printf(): * in the format has no argument for the width
[D_SYNTAX] line 162: printf(): cannot print "%hhd of ": there is no such conversion: leave out the size, since d, u and x print integers of any size
[D_SYNTAX] line 164: printf(): cannot print "%zu": there is no such conversion: leave out the size, since d, u and x print integers of any size
<<< */
