/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An action or an aggregation where a value is required gets the tag
 * of the place; a condition is checked before what it chooses.
 */

BEGIN { tracemem(trace(1), 8); }

BEGIN { @ = count(); tracemem(@, 8); }

BEGIN { tracemem(0, trace(1)); }

BEGIN { tracemem(0, 8, trace(1)); }

BEGIN { ustack(trace(1)); }

BEGIN { ustack(1, trace(1)); }

BEGIN { stack(trace(1)); }

BEGIN { @ = sum(trace(1)); }

BEGIN { *trace(1); }

BEGIN { trace(1)->x; }

BEGIN { trace(1).x; }

BEGIN { execname ? trace(1) : trace(2); }

BEGIN { x = trace(1) ? 1 : 2; }

BEGIN { pid ? trace(1) : trace(2); }

BEGIN { if (trace(1)) { exit(0); } }

BEGIN /trace(1)/ { exit(0); }

/* >>> output
[D_TRACEMEM_ADDR] line 7: trace() is an action and has no value: write it as a statement
[D_TRACEMEM_ADDR] line 9: the value of @_ cannot be read: assign it an aggregating function, or pass it to an action such as printa()
[D_TRACEMEM_SIZE] line 11: trace() is an action and has no value: write it as a statement
[D_TRACEMEM_DYNSIZE] line 13: trace() is an action and has no value: write it as a statement
[D_USTACK_FRAMES] line 15: trace() is an action and has no value: write it as a statement
[D_USTACK_STRSIZE] line 17: trace() is an action and has no value: write it as a statement
[D_STACK_SIZE] line 19: trace() is an action and has no value: write it as a statement
[D_AGG_SCALAR] line 21: trace() is an action and has no value: write it as a statement
[D_DEREF_NONPTR] line 23: trace() is an action and has no value: write it as a statement
[D_OP_PTR] line 25: trace() is an action and has no value: write it as a statement
[D_OP_SOU] line 27: trace() is an action and has no value: write it as a statement
[D_OP_SCALAR] line 29: the condition of ?: must be an integer: compare a string, as in != ""
[D_OP_SCALAR] line 31: trace() is an action and has no value: write it as a statement
[D_OP_ACT] line 33: trace() is an action and has no value: write it as a statement
[D_OP_SCALAR] line 35: trace() is an action and has no value: write it as a statement
[D_PRED_SCALAR] line 37: trace() is an action and has no value: write it as a statement
<<< */
