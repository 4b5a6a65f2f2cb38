/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Inlines.
 */

inline int rand = 1;

inline int i = 1; inline int i = 2;

inline int pid = 1;

int v; inline int v = 1;

inline int i = 1; int i;

inline int i[int x] = x; inline int i[int x] = x + 1;

inline int i = i + 1;

inline int i[int x] = i[x];

inline int i = "s"; BEGIN { trace(i); }

inline string i = 5; BEGIN { trace(i); }

struct s { int a; }; struct t { int b; }; translator struct t < int i > { b
    = i; }; inline struct s i = xlate<struct t>(1); BEGIN { trace(i.a); }

struct t { int b; }; translator struct t < int i > { b = i; };
    inline struct t *i = xlate<struct t>(1); BEGIN { trace(i->b); }

struct t { int b; }; translator struct t < int i > { b = i; };
    inline int i = xlate<struct t>(1); BEGIN { trace(i); }

inline void v = 1;

inline static int v = 1;

static inline int v = 1;

inline self int v = 1;

inline int v[] = 1;

inline int v[3] = 1;

inline int v;

inline int v = ;

inline int v = 3; BEGIN { v = 2; }

inline int v[int x] = x; BEGIN { trace(v[1, 2]); }

inline int v[int x] = x; BEGIN { trace(v); }

inline int v[int x] = x; BEGIN { trace(v["s"]); }

/* >>> output
[D_DECL_IDRED] line 6: inline rand: rand is the name of a function already
[D_DECL_IDRED] line 8: inline i: i is the name of a constant already
[D_DECL_IDRED] line 10: inline pid: pid is the name of a variable already
[D_DECL_IDRED] line 12: v is an inline or an enumerator already: choose another name
[D_DECL_IDRED] line 14: i is an inline or an enumerator already: choose another name
[D_DECL_IDRED] line 16: inline i: i is the name of a constant already
[D_IDENT_UNDEF] line 18: failed to resolve i: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 20: failed to resolve i: Unknown variable name: declare or assign it before it is read
[D_OP_INCOMPAT] line 22: i is of type int and cannot stand for a value of type string
[D_OP_INCOMPAT] line 24: i is of type string and cannot stand for a value of type int
[D_OP_INCOMPAT] line 27: i is of type struct s and cannot stand for a value of type struct t
[D_OP_INCOMPAT] line 30: i is of type struct t * and cannot stand for a value of type struct t
[D_OP_INCOMPAT] line 33: i is of type int and cannot stand for a value of type struct t
[D_DECL_VOIDOBJ] line 35: inline v cannot be void: it has a value
[D_DECL_BADCLASS] line 37: static is not for inlines: write inline type name = value
[D_DECL_BADCLASS] line 39: static is not for inlines: write inline type name = value
[D_DECL_BADCLASS] line 41: self is not for inlines: write inline type name = value
[D_DECL_ARRNULL] line 43: inline v[] has no parameters: write their types and names, as in v[int x], or leave out []
[D_DECL_ARRNULL] line 45: inline v[] has no parameters: write their types and names, as in v[int x], or leave out []
[D_SYNTAX] line 47: syntax error near ";": expected "=" and an expression
[D_SYNTAX] line 49: syntax error near ";": expected an expression
[D_OP_LVAL] line 51: only variables and memory can be assigned or incremented
[D_PROTO_LEN] line 53: inline v[] has 1 parameter, but here it has 2
[D_IDENT_BADREF] line 55: inline v has parameters: write v[...]
[D_OP_INCOMPAT] line 57: x is of type int and cannot stand for a value of type string
<<< */
