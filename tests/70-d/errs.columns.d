/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With option errcolumns a message names the column of the name or
 * operator that is to blame, in the line where that stands.
 * run: -x errcolumns
 */

BEGIN { trace(1 + nosuch); }

BEGIN { x = 1; trace(x -
	"text"); }

BEGIN {	trace(1); /* a comment
	of two lines */ trace(nosuch); }

BEGIN { trace("a" "b"); trace("x"; }

BEGIN { trace(1 \
	+ 08); }

BEGIN { trace('ab); }

BEGIN { trace("ab
	"); }

BEGIN { trace(1 $ 2); }

BEGIN { trace($nosuch); }

BEGIN { trace(1); } /* not closed

BEGIN { trace(pid + (ppid * execname)); }

BEGIN { trace(-execname); }

BEGIN { trace(pid ? execname : 1); }

BEGIN { trace(execname ? 1 : 2); }

BEGIN /execname/ { exit(0); }

BEGIN /pid == 1 && nosuch/ { exit(0); }

BEGIN { trace(strlen(1)); }

BEGIN { trace(strlen("a", "b")); }

BEGIN { trace(substr("abc", 1, "d")); }

BEGIN { x = nosuch(1); }

BEGIN { pid = 1; }

BEGIN { x = 1; x = "s"; }

BEGIN { 5 = x; }

BEGIN { x = 1; x->m = 1; }

struct s { int m; }; struct s v; BEGIN { v.m = 1; v.no = 2; }

struct s { int m; }; struct s *p; BEGIN { trace(p->m); trace(p->no); }

BEGIN { trace(*pid); }

BEGIN { trace(&pid); }

BEGIN { trace(1 / 0); }

BEGIN { trace(1 + 2 % (3 - 3)); }

BEGIN { trace(self->never); }

BEGIN { trace((struct nosuch)pid); }

BEGIN { trace((int)execname); }

BEGIN { trace(sizeof (void)); }

BEGIN { trace(offsetof(int, member)); }

BEGIN { a[1] = 1; a["s"] = 2; }

BEGIN { a[1] = 1; a[1, 2] = 2; }

BEGIN { printf("%d %s", pid, pid); }

BEGIN { printf("%d", pid, ppid); }

BEGIN { printf("%d %d", pid); }

BEGIN { printf("%Z", pid); }

BEGIN { @a = count(); @a = sum(1); }

BEGIN { @a[1] = count(); @a["s"] = count(); }

BEGIN { @a = sum(execname); }

BEGIN { @a = lquantize(pid, 1, 10, 0); }

BEGIN { printa(@never); }

BEGIN { trace(1); speculate(1); }

BEGIN { if (execname) trace(1); }

BEGIN { if (pid) { trace(1); } else trace(nosuch); }

BEGIN { while (1) ; }

BEGIN { trace(args[0]); }

BEGIN { trace(uregs[pid]); }

int ok; int bad[0];

enum e { A, B = 1, A };

struct s { int ok; int bits : 40; };

int a, pid;

unsigned ok; long short wrong;

inline int one = 1; inline int one = 2;

inline int f[int x] = x + y;

inline int f[int x] = x; BEGIN { trace(f[1, 2]); }

inline int f[string x] = strlen(x); BEGIN { trace(f["a"]); trace(f[1]); }

translator struct never < int x > { m = x; };

struct s { int m; }; translator struct s < int x > { m = x; n = x; };

struct s { int m; }; BEGIN { trace(xlate <struct s> (1).m); }

provider p { probe a(int); probe a(int); };

 #pragma D option nosuch

#pragma D attributes Stable/Stable/Common nothing
BEGIN { exit(0); }

BEGIN, a:b:c:d:e { exit(0); }

BEGIN { x.y = 1; }

/* >>> output
[D_IDENT_UNDEF] line 8, column 19: failed to resolve nosuch: Unknown variable name: declare or assign it before it is read
[D_OP_ARITH] line 10, column 24: - needs an integer, not a value of type string
[D_IDENT_UNDEF] line 14, column 24: failed to resolve nosuch: Unknown variable name: declare or assign it before it is read
[D_SYNTAX] line 16, column 34: syntax error near ";": expected "," and another argument, or ")"
[D_INT_DIGIT] line 19, column 4: 08 is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
[D_CHR_NL] line 21, column 15: the character constant is not closed in its line: add '
[D_STR_NL] line 23, column 15: the string constant is not closed in its line: add "
[D_SYNTAX] line 26, column 17: $ must be followed by a name or a number, as in $pid or $1
[D_MACRO_UNDEF] line 28, column 15: there is no macro variable $nosuch: use $target, $pid, $ppid, $tid, $uid, $euid, $gid, $egid, $pgid, $sid or an argument, $0, $1 ...
[D_SYNTAX] line 30, column 21: the comment that starts here is not closed
[D_OP_ARITH] line 32, column 27: * needs an integer, not a value of type string
[D_OP_ARITH] line 34, column 15: - needs an integer, not a value of type string
[D_OP_INCOMPAT] line 36, column 19: both values of ?: must be integers, strings, or pointers of the same type
[D_OP_SCALAR] line 38, column 24: the condition of ?: must be an integer: compare a string, as in != ""
[D_PRED_SCALAR] line 40, column 8: the predicate must be an integer: compare a string, as in != ""
[D_IDENT_UNDEF] line 42, column 20: failed to resolve nosuch: Unknown variable name: declare or assign it before it is read
[D_PROTO_ARG] line 44, column 22: argument 1 of strlen() must be a string, not a value of type int
[D_PROTO_LEN] line 46, column 15: strlen() takes 1 argument, but 2 are given
[D_PROTO_ARG] line 48, column 32: argument 3 of substr() must be an integer, not a value of type string
[D_FUNC_UNDEF] line 50, column 13: there is no function or action nosuch()
[D_OP_WRITE] line 52, column 9: pid is a built-in variable and can only be read
[D_OP_INCOMPAT] line 54, column 18: x holds an integer and cannot be assigned a string
[D_IDENT_UNDEF] line 56, column 13: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_OP_PTR] line 58, column 17: ->m needs a pointer to a struct or union on its left, not a value of type int
[D_TYPE_MEMBER] line 60, column 52: struct s has no member no
[D_TYPE_MEMBER] line 62, column 63: struct s has no member no
[D_DEREF_NONPTR] line 64, column 15: cannot dereference a value of type pid_t: * needs a pointer
[D_ADDROF_VAR] line 66, column 15: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_DIV_ZERO] line 68, column 17: the right side of / is always zero
[D_DIV_ZERO] line 70, column 21: the right side of % is always zero
[D_VAR_UNDEF] line 72, column 21: self->never has not been declared or assigned before it is read
[D_CAST_INVAL] line 74, column 16: a value of type pid_t cannot be cast to struct nosuch: only integers and pointers can be cast to such types
[D_CAST_INVAL] line 76, column 16: a value of type string cannot be cast to int: only integers and pointers can be cast to such types
[D_SIZEOF_TYPE] line 78, column 23: sizeof needs a type of known size, and void has none
[D_OFFSETOF_TYPE] line 80, column 15: offsetof() needs a struct or a union
[D_PROTO_ARG] line 82, column 21: key 1 of a[] is of type int, but here it is of type string
[D_PROTO_LEN] line 84, column 20: a[] has 1 key, but here it has 2
[D_PRINTF_ARG_TYPE] line 86, column 30: printf(): argument 3 is of type pid_t, which %s cannot print: use %d
[D_PRINTF_ARG_EXTRA] line 88, column 27: printf(): argument 3 has no conversion in the format
[D_PRINTF_ARG_PROTO] line 90, column 9: printf(): %d has no argument to print
[D_SYNTAX] line 92, column 9: printf(): cannot print "%Z": there is no such conversion
[D_AGG_REDEF] line 94, column 26: @a was assigned a different function before sum()
[D_KEY_TYPE] line 96, column 29: key 1 of @a is of type int where it is first used, but here it is of type string
[D_AGG_SCALAR] line 98, column 18: sum() aggregates integers, not a value of type string
[D_LQUANT_STEPVAL] line 100, column 36: the step of lquantize() must be from 1 to 65535
[D_PRINTA_AGGBAD] line 102, column 9: printa(): @never is never assigned: assign it an aggregating function, as in @never = count()
[D_SPEC_DREC] line 104, column 19: speculate() cannot follow trace(), which records data: put speculate() first
[D_OP_SCALAR] line 106, column 13: the condition of if must be an integer: compare a string, as in != ""
[D_IDENT_UNDEF] line 108, column 43: failed to resolve nosuch: Unknown variable name: declare or assign it before it is read
[D_SYNTAX] line 110, column 9: D has no "while": use if, a predicate, several clauses, or ?:
[D_ARGS_IDX] line 112, column 19: the types of this probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
[D_PROTO_ARG] line 114, column 20: the index of uregs[] must be the number of a register, a constant such as R_PC
[D_DECL_ARRSUB] line 116, column 17: the size of an array must be from 1 to 4294967295, not 0
[D_UNKNOWN] line 118, column 20: enumerator A occurs twice
[D_DECL_BFSIZE] line 120, column 24: bit-field bits has 40 bits, and its type only 32
[D_DECL_IDRED] line 122, column 8: pid is a built-in variable: choose another name
[D_UNKNOWN] line 124, column 14: "long short" is not a type: write either short or long
[D_DECL_IDRED] line 126, column 32: inline one: one is the name of a constant already
[D_IDENT_UNDEF] line 128, column 27: failed to resolve y: Unknown variable name: declare or assign it before it is read
[D_PROTO_LEN] line 130, column 41: inline f[] has 1 parameter, but here it has 2
[D_OP_INCOMPAT] line 132, column 68: x is of type string and cannot stand for a value of type int
[D_XLATE_SOU] line 134, column 1: a translator makes a struct or union with known members, and struct never is none
[D_XLATE_MEMB] line 136, column 61: struct s has no member n
[D_XLATE_NONE] line 138, column 36: there is no translator from int to struct s: define one, as in translator struct s < int x > { ... };
[D_PROV_PRDUP] line 140, column 34: probe a of provider p is declared twice, first in line 140
[D_PRAGMA_OPTSET] line 142, column 2: failed to set option nosuch: Invalid option name
[D_PRAGMA_UNUSED] line 144, column 1: the pragma is about nothing, which the program does not define
[D_PDESC_INVAL] line 147, column 8: probe description a:b:c:d:e: it has more than four parts, provider:module:function:name
[D_IDENT_UNDEF] line 149, column 9: failed to resolve x: Unknown variable name: declare or assign it before it is read
<<< */
