/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arguments of quantize(), functions of the kernel, constants with
 * too many suffixes, and indices that are constants outside of an array.
 */

BEGIN { @ = quantize(); }

BEGIN { @ = quantize(1, 2, 3); }

BEGIN { @ = quantize("s"); }

BEGIN { `vfs_read(1); }

int f(int)(int);

int 5;

BEGIN { 1 ? trace(1) : nofunc(); }

BEGIN { trace(1ULLU); }

BEGIN { trace(0xffffffffffffffffff); }

int edge[3]; BEGIN { trace(edge[3]); }

int edge[3]; BEGIN { edge[-1] = 1; }

BEGIN { self->untyped += 1; }

BEGIN { "a" = "b"; }

/* >>> output
[D_PROTO_LEN] line 7: quantize() takes 1 or 2 arguments, but 0 are given
[D_PROTO_LEN] line 9: quantize() takes 1 or 2 arguments, but 3 are given
[D_AGG_SCALAR] line 11: quantize() aggregates integers, not a value of type string
[D_FUNC_IDENT] line 13: only a function can be called: write its name before "("
[D_SYNTAX] line 15: syntax error near "(": expected "," or ";"
[D_SYNTAX] line 17: syntax error near "5": expected the name of a variable
[D_FUNC_UNDEF] line 19: there is no function or action nofunc()
[D_INT_DIGIT] line 21: 1ULLU is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
[D_INT_OFLOW] line 23: 0xffffffffffffffffff is too large: the largest constants are 9223372036854775807 and 0xffffffffffffffff
[D_ARR_BOUNDS] line 25: index 3 is outside of an array of 3 elements: write 0 to 2, or cast the array to a pointer
[D_ARR_BOUNDS] line 27: index -1 is outside of an array of 3 elements: write 0 to 2, or cast the array to a pointer
[D_VAR_UNDEF] line 29: self->untyped has not been declared or assigned before it is read
[D_OP_LVAL] line 31: only variables and memory can be assigned or incremented
<<< */
