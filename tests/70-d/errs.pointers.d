/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers and strings.
 */

BEGIN { x = strlen(1); }

struct s { int a; }; struct s v; BEGIN { bcopy(v, alloca(3), 1); }

int *p; BEGIN { mutex_owned(p); }

BEGIN { x = strlen("a", "b"); }

BEGIN { x = strlen(); }

struct s { int a; }; struct s v; BEGIN { trace(stringof(v)); }

void *p; BEGIN { trace(p + 1); }

void *p; BEGIN { trace(p - p); }

int *p; char *q; BEGIN { trace(p - q); }

int *p; char *q; BEGIN { trace(p == q); }

void *p; BEGIN { trace(*p); }

int p; BEGIN { trace(*p); }

int (*p)(void); BEGIN { trace(*p); }

struct s { int a; }; struct s v; BEGIN { trace(v->a); }

int v; BEGIN { trace(v->a); }

int *v; BEGIN { trace(v->a); }

struct s { int a; }; struct s *v; BEGIN { trace(v.a); }

struct s { int a; }; struct s *v; BEGIN { trace(v->b); }

BEGIN { arg0 = 1; }

BEGIN { 1 = 2; }

BEGIN { pid + 1 = 2; }

BEGIN { timestamp++; }

/* >>> output
[D_PROTO_ARG] line 6: argument 1 of strlen() must be a string, not a value of type int
[D_PROTO_ARG] line 8: argument 1 of bcopy() must be an address or a string, not a value of type struct s
[D_PROTO_ARG] line 10: argument 1 of mutex_owned() must be a struct mutex *, not a value of type int *
[D_PROTO_LEN] line 12: strlen() takes 1 argument, but 2 are given
[D_PROTO_LEN] line 14: strlen() takes 1 argument, but 0 are given
[D_STRINGOF_TYPE] line 16: argument 1 of stringof() must be an address or a string, not a value of type struct s
[D_OP_INCOMPAT] line 18: arithmetic on a void *: the type it points to has no size: cast it to char * or another sized type
[D_OP_INCOMPAT] line 20: arithmetic on a void *: the type it points to has no size: cast it to char * or another sized type
[D_OP_INCOMPAT] line 22: - cannot subtract pointers of different types, int * and char *: cast one of them
[D_OP_INCOMPAT] line 24: == cannot compare pointers of different types, int * and char *: cast one of them
[D_DEREF_VOID] line 26: cannot dereference a pointer to void: cast it to a pointer to the type of the data
[D_DEREF_NONPTR] line 28: cannot dereference a value of type int: * needs a pointer
[D_DEREF_FUNC] line 30: cannot dereference a pointer to a function: cast it to a pointer to the type of the data
[D_OP_PTR] line 32: ->a needs a pointer to a struct or union on its left, not a value of type struct s
[D_OP_PTR] line 34: ->a needs a pointer to a struct or union on its left, not a value of type int
[D_OP_SOU] line 36: ->a needs a pointer to a struct or union on its left, not a value of type int
[D_OP_SOU] line 38: .a needs a struct or union on its left, not a value of type struct s *
[D_TYPE_MEMBER] line 40: struct s has no member b
[D_OP_WRITE] line 42: arg0 is a built-in variable and can only be read
[D_OP_LVAL] line 44: only variables and memory can be assigned or incremented
[D_OP_LVAL] line 46: only variables and memory can be assigned or incremented
[D_OP_WRITE] line 48: timestamp is a built-in variable and can only be read
<<< */
