/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Declarations, sizeof and offsetof.
 */

struct s { int a; }; struct t { int a; }; struct s v; struct t w; BEGIN {
    x[v] = 1; x[w] = 1; }

int a[5]; int b[5]; BEGIN { a = b; }

int a[5]; BEGIN /a/ { trace(1); }

int a[5]; BEGIN { trace(a[1,2]); }

int a[];

int a[-1];

int v; int a[v];

int a[0];

int a[0x100000000];

int a[...];

int a[int, ...];

int a[void];

int a[int, void];

int a[void, int];

typedef int five[5]; int a[five];

typedef int fn(void); int a[fn];

int a[static int];

int f(static int x);

int f(extern int x);

int f(typedef int x);

int f(self int x);

int f(this int x);

inline int i[static int x] = x;

provider p { probe a(static int); };

int f(void, int);

int f(int, void);

inline int i[void] = 1;

inline int i[...] = 1;

inline int i[int x, ...] = 1;

inline int i[int x, int x] = x;

inline int i[int] = 1;

provider p { probe a(int, ...); };

provider p { probe a(int, void); };

int f(..., int);

struct s34 { struct s34 a; };

struct s35 { struct t35 b; }; struct t35 { int a; };

struct s36 { struct t36 b; }; struct t36 { struct s36 a; };

struct s37 { int a; } struct t37 { int b; };

struct s { int a; int a; };

struct s { int f(void); };

typedef int fn(void); struct s { fn f; };

struct s { void v; };

void v;

void v[3];

void v[int];

self void v;

typedef int fn(void); fn v[3];

int x; string x;

self int x; self string x;

int x[int]; int x;

typedef int t; typedef char t;

struct s { int a; }; struct s { char b; };

enum e { A }; enum e { B };

int timestamp;

int strlen;

int B_TRUE;

int foo`bar;

struct foo`bar { int x; };

typedef int foo`bar;

inline int foo`bar = 1;

extern int;

int;

self int;

long struct s { int a; } x;

long struct s x;

short enum e { A } x;

unsigned struct s { int a; } x;

short void *x;

unsigned void *x;

long void *x;

char long x;

short char x;

char int x;

int char x;

int float x;

signed unsigned x;

long short x;

short long x;

long long long x;

self this int x;

this self int x;

self static int x;

static self int x;

extern self int x;

static extern int x;

typedef static int t;

self int f(int);

auto int x;

register int x;

static int x;

auto int f(int);

register int f(int);

extern int nosuch; BEGIN { trace(nosuch); }

int x = 3;

typeof (1) x;

int x; enum e { A = x };

enum e { A = "s" };

enum e { A = pid };

enum e { A = 0x80000000 };

enum e { A = 0x7fffffff, B };

int A; enum e { A };

enum e { A, A };

BEGIN { trace(sizeof (void)); }

struct f; BEGIN { trace(sizeof (struct f)); }

BEGIN { trace(sizeof (trace(1))); }

typedef int fn(void); BEGIN { trace(sizeof (fn)); }

int a[int]; BEGIN { trace(sizeof (a)); }

BEGIN { a[1] = 1; trace(a); }

BEGIN { self->a[1] = 1; trace(self->a); }

BEGIN { a[1] = 1; a = 1; }

BEGIN { trace(sizeof (args)); }

BEGIN { a[1] = 1; @[a] = count(); }

BEGIN { trace(offsetof(int, a)); }

struct s { int a; }; BEGIN { trace(offsetof(struct s, b)); }

struct t114 { int b; }; struct s114 { struct t114 a; }; BEGIN {
    trace(offsetof(struct s114, a.b)); }

enum e { A = -2147483649 };

int f(int, void);

typedef self int t;

void f[3];

BEGIN { static int x; }

BEGIN { extern int x; }

BEGIN { trace(sizeof (args)); }

struct s { int; };

struct s { int a, *; };

struct s { int a[; };

int f(void v);

int f(int a, void v);

int f(int a[int]);

int f(char *a[string], int);

register x;

auto int x[3];

extern nosuch_t x;

int (*p)(int [int]);

/* >>> output
[D_PROTO_ARG] line 7: key 1 of x[] is of type struct s, but here it is of type struct t
[D_OP_ARRFUN] line 9: an array cannot be assigned: assign its elements, or copy them with bcopy()
[D_PRED_SCALAR] line 11: the predicate must be an integer, not an array
[D_ARR_BADREF] line 13: an array, a pointer or a string takes one index in [ ]
[D_DECL_ARRNULL] line 15: a[] has no keys: write their types, as in a[int, string]
[D_DECL_ARRSUB] line 17: the size of an array must be from 1 to 4294967295, not -1
[D_DECL_ARRSUB] line 19: the size of an array must be an integer constant, and "v"... is not one
[D_DECL_ARRSUB] line 21: the size of an array must be from 1 to 4294967295, not 0
[D_DECL_ARRBIG] line 23: the size of an array must be from 1 to 4294967295, not 4294967296
[D_DECL_PROTO_VARARGS] line 25: a key of an array cannot be "...": write a type for each
[D_DECL_PROTO_VARARGS] line 27: a key of an array cannot be "...": write a type for each
[D_DECL_PROTO_TYPE] line 29: a key of a[] cannot have type void: keys are integers, strings, pointers and structs
[D_DECL_PROTO_TYPE] line 31: a key of a[] cannot have type void: keys are integers, strings, pointers and structs
[D_DECL_PROTO_TYPE] line 33: a key of a[] cannot have type void: keys are integers, strings, pointers and structs
[D_DECL_PROTO_TYPE] line 35: a key of a[] cannot have type five: keys are integers, strings, pointers and structs
[D_DECL_PROTO_TYPE] line 37: a key of a[] cannot have type fn: keys are integers, strings, pointers and structs
[D_DECL_PARMCLASS] line 39: a key of an array has no storage class: leave out "static"
[D_DECL_PARMCLASS] line 41: a parameter has no storage class: leave out "static"
[D_DECL_PARMCLASS] line 43: a parameter has no storage class: leave out "extern"
[D_DECL_PARMCLASS] line 45: a parameter has no storage class: leave out "typedef"
[D_DECL_PARMCLASS] line 47: a parameter has no storage class: leave out "self"
[D_DECL_PARMCLASS] line 49: a parameter has no storage class: leave out "this"
[D_DECL_PARMCLASS] line 51: a parameter of an inline has no storage class: leave out "static"
[D_DECL_PARMCLASS] line 53: an argument of a probe has no storage class: leave out "static"
[D_DECL_PROTO_VOID] line 55: a parameter cannot be void: leave it out, or write void *
[D_DECL_PROTO_VOID] line 57: a parameter cannot be void: leave it out, or write void *
[D_DECL_PROTO_VOID] line 59: a parameter of i[] cannot be void
[D_DECL_PROTO_VARARGS] line 61: a parameter of an inline cannot be "...": write a type for each
[D_DECL_PROTO_VARARGS] line 63: a parameter of an inline cannot be "...": write a type for each
[D_DECL_PROTO_NAME] line 65: two parameters of i[] have the name x
[D_DECL_PROTO_NAME] line 67: parameter 1 of i[] has no name: write one after its type
[D_DECL_PROTO_VARARGS] line 69: a probe cannot have "...": write the type of each argument
[D_DECL_PROTO_VOID] line 71: an argument of a probe cannot be void
[D_SYNTAX] line 73: syntax error near ",": expected "," and another parameter, or ")"
[D_DECL_INCOMPLETE] line 75: the size of member a is not known: struct s34 is not defined
[D_DECL_INCOMPLETE] line 77: the size of member b is not known: struct t35 is not defined
[D_DECL_INCOMPLETE] line 79: the size of member b is not known: struct t36 is not defined
[D_DECL_COMBO] line 81: "struct s37 struct t37" is not a type: write ";" after the definition
[D_UNKNOWN] line 83: member a is declared twice
[D_DECL_VOIDOBJ] line 85: member f cannot be a function: declare a pointer, as in int (*p)(void)
[D_DECL_VOIDOBJ] line 87: member f cannot be a function: declare a pointer, as in int (*p)(void)
[D_DECL_VOIDOBJ] line 89: member v cannot be void: declare a pointer, as in void *p
[D_DECL_VOIDOBJ] line 91: variable v cannot have type void, which has no values
[D_DECL_VOIDOBJ] line 93: there are no arrays of functions or of void, and no functions that return an array or a function
[D_DECL_VOIDOBJ] line 95: variable v cannot have type void, which has no values
[D_DECL_VOIDOBJ] line 97: variable v cannot have type void, which has no values
[D_DECL_VOIDOBJ] line 99: there are no arrays of functions or of void, and no functions that return an array or a function
[D_DECL_IDRED] line 101: x already has type int
[D_DECL_IDRED] line 103: self->x already has type int
[D_DECL_IDRED] line 105: x was declared or used before as an array
[D_DECL_IDRED] line 107: t already names another type
[D_DECL_TYPERED] line 109: struct s is already defined with other members
[D_DECL_TYPERED] line 111: enum e is already defined with other enumerators
[D_DECL_IDRED] line 113: timestamp is a built-in variable: choose another name
[D_DECL_IDRED] line 115: strlen is a function of D: choose another name
[D_DECL_IDRED] line 117: B_TRUE is an inline or an enumerator already: choose another name
[D_DECL_SCOPE] line 119: foo`bar: a module's name cannot be part of a declared name
[D_SYNTAX] line 121: foo`bar names a type that exists already, which a program cannot define
[D_DECL_SCOPE] line 123: foo`bar: a module's name cannot be part of a declared name
[D_DECL_SCOPE] line 125: foo`bar: a module's name cannot be part of a declared name
[D_DECL_USELESS] line 127: the declaration names no object or function
[D_DECL_USELESS] line 129: the declaration declares nothing: name a variable
[D_DECL_USELESS] line 131: the declaration declares nothing: name a variable
[D_DECL_LONGINT] line 133: "long struct s" is not a type: short and long apply to integers only
[D_DECL_LONGINT] line 135: "long struct s" is not a type: short and long apply to integers only
[D_DECL_LONGINT] line 137: "short enum e" is not a type: short and long apply to integers only
[D_DECL_SIGNINT] line 139: "unsigned struct s" is not a type: signed and unsigned apply to integers only
[D_DECL_VOIDATTR] line 141: "short void" is not a type: void has no size and no sign
[D_DECL_VOIDATTR] line 143: "unsigned void" is not a type: void has no size and no sign
[D_DECL_VOIDATTR] line 145: "long void" is not a type: void has no size and no sign
[D_DECL_CHARATTR] line 147: "char long" is not a type: a char is neither short nor long
[D_DECL_CHARATTR] line 149: "short char" is not a type: a char is neither short nor long
[D_DECL_COMBO] line 151: "char int" is not a type
[D_DECL_COMBO] line 153: "int char" is not a type
[D_DECL_COMBO] line 155: "int float" is not a type
[D_DECL_COMBO] line 157: "signed unsigned" is not a type
[D_UNKNOWN] line 159: "long short" is not a type: write either short or long
[D_UNKNOWN] line 161: "short long" is not a type: write either short or long
[D_DECL_COMBO] line 163: "long long long" is not a type
[D_DECL_CLASS] line 165: "self this": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 167: "this self": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 169: "self static": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 171: "static self": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 173: "extern self": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 175: "static extern": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 177: "typedef static": leave out one of them, as a declaration has one storage class
[D_DECL_CLASS] line 179: f(): a function is neither self nor this
[D_DECL_BADCLASS] line 181: variable x of D cannot be auto: declare it with self or this, or with neither to make it global
[D_DECL_BADCLASS] line 183: variable x of D cannot be register: declare it with self or this, or with neither to make it global
[D_DECL_BADCLASS] line 185: variable x of D cannot be static: declare it with self or this, or with neither to make it global
[D_DECL_BADCLASS] line 187: function f of D cannot be auto: declare it with self or this, or with neither to make it global
[D_DECL_BADCLASS] line 189: function f of D cannot be register: declare it with self or this, or with neither to make it global
[D_IDENT_UNDEF] line 191: failed to resolve nosuch: Unknown variable name: declare or assign it before it is read
[D_SYNTAX] line 193: a declaration cannot assign a value: assign x in a clause, as in BEGIN { x = ...; }
[D_SYNTAX] line 195: syntax error near "(": expected ",", "/", "{" or ";"
[D_DECL_ENCONST] line 197: the value of an enumerator must be an integer constant, and "x"... is not one
[D_DECL_ENCONST] line 199: the value of an enumerator must be an integer constant, and ""s""... is not one
[D_DECL_ENCONST] line 201: the value of an enumerator must be an integer constant, and "pid"... is not one
[D_DECL_ENOFLOW] line 203: enumerator A is 2147483648, which does not fit in an int
[D_DECL_ENOFLOW] line 205: enumerator B is 2147483648, which does not fit in an int
[D_DECL_IDRED] line 207: A is an inline or an enumerator already: choose another name
[D_UNKNOWN] line 209: enumerator A occurs twice
[D_SIZEOF_TYPE] line 211: sizeof needs a type of known size, and void has none
[D_SIZEOF_TYPE] line 213: sizeof needs a type of known size, and struct f has none
[D_SIZEOF_TYPE] line 215: trace() is an action and has no value: write it as a statement
[D_SIZEOF_TYPE] line 217: sizeof needs a type of known size, and fn has none
[D_IDENT_BADREF] line 219: a is an associative array: write a[key]
[D_IDENT_BADREF] line 221: a is an associative array: write a[key]
[D_IDENT_BADREF] line 223: self->a is an associative array: write self->a[key]
[D_IDENT_BADREF] line 225: a is an associative array: write a[key]
[D_IDENT_BADREF] line 227: args is an array: write args[0]
[D_IDENT_BADREF] line 229: a is an associative array: write a[key]
[D_OFFSETOF_TYPE] line 231: offsetof() needs a struct or a union
[D_UNKNOWN] line 233: struct s has no member b
[D_SYNTAX] line 236: syntax error near ".": expected ")" after the member
[D_DECL_ENOFLOW] line 238: enumerator A is -2147483649, which does not fit in an int
[D_DECL_PROTO_VOID] line 240: a parameter cannot be void: leave it out, or write void *
[D_DECL_CLASS] line 242: "typedef self": leave out one of them, as a declaration has one storage class
[D_DECL_VOIDOBJ] line 244: there are no arrays of functions or of void, and no functions that return an array or a function
[D_SYNTAX] line 246: a clause cannot contain "static": write the declaration before the clause
[D_SYNTAX] line 248: a clause cannot contain "extern": write the declaration before the clause
[D_IDENT_BADREF] line 250: args is an array: write args[0]
[D_DECL_MNAME] line 252: syntax error near ";": expected the name of a member
[D_DECL_MNAME] line 254: syntax error near ";": expected the name of a member
[D_SYNTAX] line 256: syntax error near ";": expected an expression
[D_DECL_PROTO_NAME] line 258: a parameter cannot be void v: leave it out, or write void *v
[D_DECL_PROTO_NAME] line 260: a parameter cannot be void v: leave it out, or write void *v
[D_DECL_PROTO_TYPE] line 262: a parameter cannot be an associative array: write a number between [ and ], or a pointer
[D_DECL_PROTO_TYPE] line 264: a parameter cannot be an associative array: write a number between [ and ], or a pointer
[D_DECL_BADCLASS] line 266: variable x of D cannot be register: declare it with self or this, or with neither to make it global
[D_DECL_BADCLASS] line 268: variable x of D cannot be auto: declare it with self or this, or with neither to make it global
[D_SYNTAX] line 270: syntax error near "nosuch_t": there is no such type
[D_DECL_PROTO_TYPE] line 272: a parameter cannot be an associative array: write a number between [ and ], or a pointer
<<< */
