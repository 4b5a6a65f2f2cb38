/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Translators.
 */

translator int < int i > { a = i; };

struct f; translator struct f < int i > { a = i; };

struct s { int a; }; translator struct s < int i > { a = i; }; translator
    struct s < int i > { a = i; };

struct s { int a; }; translator struct s < int i > { b = i; };

struct s { int a; }; translator struct s < int i > { a = "s"; };

struct s5 { string a; }; translator struct s5 < int i > { a = i; };

struct s6 { int *a; }; translator struct s6 < int i > { a = (char *)i; };

struct u7 { int x; }; struct s7 { struct u7 a; }; translator struct s7 < int
    i > { a = i; };

struct s { int a; }; translator struct s ( int i ) { a = i; };

struct s { int a; }; translator struct s { int i } { a = i; };

struct s { int a; }; translator struct s < int i > ( a = i; );

struct s { int a; }; translator struct s < int > { a = 1; };

struct s { int a; }; translator struct s < int i > { a = i };

struct s { int a; }; translator struct s < int i > { a == i; };

struct s { int a; }; BEGIN { trace((xlate<struct s>(1)).a); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    trace((xlate<struct s>("s")).a); }

struct s16 { int a, b; }; translator struct s16 < int i > { a = i; }; BEGIN
    { trace((xlate<struct s16>(1)).b); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    trace(xlate<struct s *>(1)); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    print(xlate<struct s *>(1)); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    @[xlate<struct s *>(1)] = count(); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    trace((int)xlate<struct s *>(1)); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    trace(&xlate<struct s>(1)); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN { x =
    pid ? xlate<struct s *>(1) : 0; }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN { x =
    (1, xlate<struct s *>(1)); }

struct s { int a; }; translator struct s < int i > { a = i; }; BEGIN {
    xlate<struct s *>(1); }

BEGIN { trace(xlate<int>(1)); }

/* >>> output
[D_XLATE_SOU] line 6: a translator makes a struct or union with known members, and int is none
[D_XLATE_SOU] line 8: a translator makes a struct or union with known members, and struct f is none
[D_XLATE_REDECL] line 10: a translator to struct s is already defined for this input, on line 10
[D_XLATE_MEMB] line 13: struct s has no member b
[D_XLATE_INCOMPAT] line 15: a is of type int and cannot stand for a value of type string
[D_XLATE_INCOMPAT] line 17: a is of type string and cannot stand for a value of type int
[D_XLATE_INCOMPAT] line 19: a is of type int * and cannot stand for a value of type char *
[D_XLATE_INCOMPAT] line 22: a is of type struct u7 and cannot stand for a value of type int
[D_SYNTAX] line 24: syntax error near "(": expected "<" and the type of the input
[D_SYNTAX] line 26: syntax error near "}": expected "," or ";"
[D_SYNTAX] line 28: syntax error near "(": expected "{" and members
[D_SYNTAX] line 30: syntax error near ">": expected a name for the input
[D_SYNTAX] line 32: syntax error near "}": expected an operator or ";"
[D_SYNTAX] line 34: syntax error near "==": expected "=" and an expression
[D_XLATE_NONE] line 36: there is no translator from int to struct s: define one, as in translator struct s < int x > { ... };
[D_XLATE_NONE] line 39: there is no translator from string to struct s: define one, as in translator struct s < string x > { ... };
[D_XLATE_NOCONV] line 42: the translator to struct s16 has no value for member b
[D_TRACE_DYN] line 45: a translated struct s * is not in memory: name a member of it
[D_PRINT_DYN] line 48: a translated struct s * is not in memory: name a member of it
[D_KEY_TYPE] line 51: a translated struct s * is not in memory: name a member of it
[D_CAST_INVAL] line 54: a translated struct s * is not in memory: name a member of it
[D_ADDROF_VAR] line 57: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_OP_DYN] line 60: a translated struct s * is not in memory: name a member of it
[D_OP_DYN] line 63: a translated struct s * is not in memory: name a member of it
[D_CG_DYN] line 66: a translated struct s * is not in memory: name a member of it
[D_XLATE_SOU] line 68: xlate makes a struct or union, or a pointer to one, not a int
<<< */
