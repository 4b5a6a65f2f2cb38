/* SPDX-License-Identifier: MIT */
/* ASSERTION: -> needs a pointer to a struct. */
BEGIN { trace(((int *)alloca(4))->x); }

/* >>> output
[D_OP_SOU] line 3: ->x needs a pointer to a struct or union on its left, not a value of type int
<<< */
