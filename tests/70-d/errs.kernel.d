/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Types, variables and probes of the kernel, and structs that are
 * not defined.
 * needs: btf
 */

struct nosuch; struct t { struct nosuch *p; }; struct t *v; BEGIN {
    trace(v->p->a); }

BEGIN { curthread->pid = 1; }

int PIDTYPE_PID; enum pid_type v; BEGIN { trace(v == PIDTYPE_PID); }

BEGIN { trace(offsetof(struct nosuch, a)); }

struct nomod`task_struct *p;

translator struct nosuch < int i > { a = i; };

proc::: /pid == 1/ { trace(args[0]); }

struct nosuch v;

struct nosuch v[3];

BEGIN { trace(((struct nosuch *)0)->a); }

BEGIN { trace(sizeof (struct nosuch)); }

/* >>> output
[D_OP_INCOMPLETE] line 9: cannot find member a: struct nosuch is not defined: define it, or check its spelling
[D_OP_WRITE] line 11: cannot write to memory that curthread points to: a program can write to its own variables and to memory from alloca and copyin
[D_IDENT_AMBIG] line 13: PIDTYPE_PID is a variable and an enumerator of the value it is compared with: rename the variable
[D_OFFSETOF_TYPE] line 15: cannot find member a: struct nosuch is not defined: define it, or check its spelling
[D_TYPE_ERR] line 17: there is no type "struct nomod`task_struct": there is no process that could have a file nomod: start or name one first (option -c or -p of dtrace)
[D_XLATE_SOU] line 19: a translator makes a struct or union with known members, and struct nosuch is none
[D_ARGS_MULTI] line 21: args[0] has different types in the probes of this clause: write a clause for each type, or use arg0
[D_DECL_INCOMPLETE] line 23: the size of v is not known: struct nosuch is not defined
[D_DECL_INCOMPLETE] line 25: the size of v is not known: struct nosuch [3] is not defined
[D_OP_INCOMPLETE] line 27: cannot find member a: struct nosuch is not defined: define it, or check its spelling
[D_SIZEOF_TYPE] line 29: sizeof needs a type of known size, and struct nosuch has none
<<< */
