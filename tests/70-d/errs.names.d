/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a name or an operator may be.
 */

BEGIN { trace(x); }

BEGIN /x == 0/ { trace(1); }

BEGIN { @[x] = count(); }

BEGIN { @ = sum(x); }

BEGIN { a[x] = 1; }

BEGIN /x == 0/ { trace(y); }

BEGIN { x += 1; }

BEGIN { trace(self->x); }

BEGIN { trace(this->x); }

BEGIN { x |= 1; }

BEGIN { this->a[1] = 1; }

this int a[int];

self x; BEGIN { self->x = "s"; }

this x; BEGIN { this->x = "s"; }

BEGIN { @a; }

BEGIN { x = 1; x = "s"; }

BEGIN { x = "s"; x = 1; }

BEGIN { 1 ? trace(1) : nofunc(1); }

BEGIN { pid ? trace(1) : trace(2); }

BEGIN { trace(pid ? 1 : "s"); }

BEGIN { trace("s" ? 1 : 2); }

BEGIN { trace(1), trace(2); }

BEGIN { x = 1 + trace(1); }

BEGIN { x = !trace(1); }

BEGIN { x = 1 && trace(1); }

BEGIN { printf("%d", trace(1)); }

BEGIN { x = strlen(trace(1)); }

BEGIN { x = stringof(trace(1)); }

BEGIN { @[trace(1)] = count(); }

BEGIN { a[trace(1)] = 1; }

BEGIN { avg(1); }

BEGIN { @ = f(); }

BEGIN { @a = count(); x = @a + 3; }

BEGIN { @a = count(); trace(&@a); }

int a[int]; BEGIN { trace(&a); }

int v; BEGIN { trace(&v); }

BEGIN { trace(&timestamp); }

BEGIN { trace(&1); }

BEGIN { trace(&(1 + 2)); }

BEGIN { int x; x = 1; }

BEGIN { typedef int x; }

BEGIN { trace((void)1); }

BEGIN { x = (void)1; }

BEGIN { trace((void)1 + 1); }

BEGIN { trace((int)(void)1); }

BEGIN { (int)trace(1); }

BEGIN { (void)@a; }

/* >>> output
[D_IDENT_UNDEF] line 6: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 8: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 10: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 12: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 14: failed to resolve x: Unknown variable name: declare or assign it before it is read
[D_IDENT_UNDEF] line 16: failed to resolve y: Unknown variable name: declare or assign it before it is read
[D_VAR_UNDEF] line 18: x has not been declared or assigned before it is read
[D_VAR_UNDEF] line 20: self->x has not been declared or assigned before it is read
[D_VAR_UNDEF] line 22: this->x has not been declared or assigned before it is read
[D_VAR_UNDEF] line 24: x has not been declared or assigned before it is read
[D_ARR_LOCAL] line 26: this->a[]: a this-> variable cannot be an array: use a global or self-> one
[D_DECL_LOCASSC] line 28: this->a[]: a this-> variable cannot be an array: declare a global or self-> one
[D_OP_INCOMPAT] line 30: self->x holds an integer and cannot be assigned a string
[D_OP_INCOMPAT] line 32: this->x holds an integer and cannot be assigned a string
[D_AGG_NULL] line 34: @a alone does nothing: assign it an aggregating function, as in @a = count()
[D_OP_INCOMPAT] line 36: x holds an integer and cannot be assigned a string
[D_OP_INCOMPAT] line 38: x holds a string and cannot be assigned an integer other than 0
[D_FUNC_UNDEF] line 40: there is no function or action nofunc()
[D_OP_ACT] line 42: trace() is an action and has no value: write it as a statement
[D_OP_INCOMPAT] line 44: both values of ?: must be integers, strings, or pointers of the same type
[D_OP_SCALAR] line 46: the condition of ?: must be an integer: compare a string, as in != ""
[D_OP_ACT] line 48: trace() is an action and has no value: write it as a statement
[D_OP_ARITH] line 50: trace() is an action and has no value: write it as a statement
[D_OP_SCALAR] line 52: trace() is an action and has no value: write it as a statement
[D_OP_SCALAR] line 54: trace() is an action and has no value: write it as a statement
[D_PRINTF_ARG_TYPE] line 56: trace() is an action and has no value: write it as a statement
[D_PROTO_ARG] line 58: trace() is an action and has no value: write it as a statement
[D_STRINGOF_TYPE] line 60: trace() is an action and has no value: write it as a statement
[D_KEY_TYPE] line 62: trace() is an action and has no value: write it as a statement
[D_KEY_TYPE] line 64: trace() is an action and has no value: write it as a statement
[D_CG_EXPR] line 66: avg() aggregates: write @name[keys] = avg(...)
[D_FUNC_UNDEF] line 68: there is no function or action f()
[D_OP_INCOMPAT] line 70: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
[D_ADDROF_VAR] line 72: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
[D_ADDROF_VAR] line 74: a is an associative array: write a[key]
[D_ADDROF_VAR] line 76: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_ADDROF_VAR] line 78: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_ADDROF_LVAL] line 80: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_ADDROF_LVAL] line 82: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
[D_SYNTAX] line 84: a global variable cannot be declared in a clause: declare it before the clause, or write self or this before the type
[D_SYNTAX] line 86: a clause cannot contain "typedef": write the declaration before the clause
[D_TRACE_VOID] line 88: trace() needs a value, and this expression has none
[D_VAR_UNSUP] line 90: a variable cannot hold a value of type void
[D_OP_ARITH] line 92: + needs an integer, not a value of type void
[D_CAST_INVAL] line 94: a value of type void cannot be cast to int: only integers and pointers can be cast to such types
[D_CAST_INVAL] line 96: trace() is an action and has no value: write it as a statement
[D_CAST_INVAL] line 98: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
<<< */
