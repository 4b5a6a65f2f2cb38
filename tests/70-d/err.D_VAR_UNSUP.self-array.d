/* SPDX-License-Identifier: MIT */
/* ASSERTION: A thread-local variable cannot be an array of a fixed size. */
self int v[3];

/* >>> output
[D_VAR_UNSUP] line 3: variable v cannot have type int [3]: put the array in a struct
<<< */
