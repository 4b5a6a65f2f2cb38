/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Declarations of providers, and args[].
 */

provider a`b { };

provider abc1 { };

provider
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa {
    };

provider p { probe a(); probe a(int); };

provider p { probe a(int); }; provider p { probe a(char *); };

struct s { int a; }; provider p { probe a(int x) : (struct s x); };

struct s { int a; }; provider dtrace { probe BEGIN(struct s *s) : (int s);
    }; BEGIN { trace(args[0]); }

BEGIN { trace(args); }

syscall::read:entry /pid == 1/ { trace(args[pid]); }

syscall::read:entry /pid == 1/ { trace(args["s"]); }

syscall::read:entry /pid == 1/ { trace(args[0, 1]); }

BEGIN { trace(args[0]); }

profile-1 /pid == 1/ { trace(args[3]); }

syscall::read:entry /pid == 1/ { trace(args[-1]); }

inline int i = args[0]; BEGIN { trace(i); }

syscall::read:entry /pid == 1/ { args[0] = 1; }

provider p { probe a(int) }

provider p { a(int); };

provider p;

provider { probe a(); };

provider p { probe a`b(); };

/* >>> output
[D_PROV_BADNAME] line 6: a`b: a name after provider or probe has no "`"
[D_PROV_BADNAME] line 8: provider name abc1 ends in a digit, but the number of a process follows it in the name of a probe
[D_PROV_BADNAME] line 11: provider name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa has more than 53 characters
[D_PROV_PRDUP] line 14: probe a of provider p is declared twice, first in line 14
[D_PROV_INCOMPAT] line 16: probe a of provider p is already declared with other arguments
[D_PROV_PRXLATOR] line 18: probe a passes a int for args[0], a struct s, and there is no translator for it
[D_ARGS_XLATOR] line 21: the probe passes a struct s * for a int, and there is no translator for it
[D_IDENT_BADREF] line 23: args is an array: write args[0]
[D_PROTO_ARG] line 25: the index of args[] must be a constant: write args[0], or arg0, arg1 ... in an expression
[D_PROTO_ARG] line 27: the index of args[] must be a constant: write args[0], or arg0, arg1 ... in an expression
[D_PROTO_LEN] line 29: args[] takes one index, a constant from 0 to 9
[D_ARGS_IDX] line 31: the types of this probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
[D_ARGS_IDX] line 33: the types of this probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
[D_ARGS_IDX] line 35: the index of args[] must be from 0 to 9
[D_ARGS_NONE] line 37: the types of a probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
[D_OP_WRITE] line 39: args is a built-in variable and can only be read
[D_SYNTAX] line 41: syntax error near "}": expected ";"
[D_SYNTAX] line 43: syntax error near "a": expected "probe" or "}"
[D_SYNTAX] line 45: syntax error near ";": expected "{"
[D_SYNTAX] line 47: syntax error near "{": expected the name of a provider
[D_PROV_BADNAME] line 49: a`b: a name after provider or probe has no "`"
<<< */
