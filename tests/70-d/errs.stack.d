/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack and a symbol can be recorded, and be keys, but have no
 * value for variables, operators and subroutines.
 */

BEGIN { x = stack(); }

BEGIN { self->x = ustack(3); }

BEGIN { this->x = jstack(); }

BEGIN { x[1] = sym(1); }

BEGIN { x[stack()] = 1; }

BEGIN { trace(ustack() == ustack()); }

BEGIN { trace(stack() ? 1 : 0); }

BEGIN { trace(pid ? stack() : stack()); }

BEGIN { trace(!stack()); }

BEGIN { trace((int)ustack()); }

BEGIN { trace(sym(1) + 1); }

BEGIN { trace(strlen(ustack())); }

BEGIN { trace(stringof(stack())); }

BEGIN { trace(sizeof (stack())); }

BEGIN { print(stack()); }

BEGIN { @ = sum(stack()); }

BEGIN /stack()/ { trace(1); }

BEGIN { printf("%s", stack()); }

BEGIN { printf("%d", usym(1)); }

BEGIN { @a[ustack()] = count(); printa("%d", @a); }

stack x; BEGIN { trace(1); }

/* >>> output
[D_OP_ACT] line 7: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_ACT] line 9: ustack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_ACT] line 11: jstack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_ACT] line 13: sym() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_KEY_TYPE] line 15: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_INCOMPAT] line 17: ustack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_SCALAR] line 19: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_ACT] line 21: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_SCALAR] line 23: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_CAST_INVAL] line 25: ustack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_OP_ARITH] line 27: sym() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_PROTO_ARG] line 29: ustack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_STRINGOF_TYPE] line 31: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_SIZEOF_TYPE] line 33: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_PRINT_VOID] line 35: print() needs a value, and stack() has none
[D_AGG_SCALAR] line 37: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_PRED_SCALAR] line 39: stack() has no value to compute with: write it as a statement, as a key of an aggregation, or as an argument of trace() or printf()
[D_PRINTF_ARG_TYPE] line 41: printf(): argument 2 is stack(), which %s cannot print: use %k
[D_PRINTF_ARG_TYPE] line 43: printf(): argument 2 is usym(), which %d cannot print: use %a or %A
[D_PRINTF_ARG_TYPE] line 45: printa(): key 1 of @a is ustack(), which %d cannot print: use %k
[D_SYNTAX] line 47: syntax error near "x": expected ",", "/", "{" or ";"
<<< */
