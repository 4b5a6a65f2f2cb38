/* SPDX-License-Identifier: MIT */
/* ASSERTION: A thread-local variable cannot be a struct. */
struct s { int x; };
self struct s v;

/* >>> output
[D_VAR_UNSUP] line 4: variable v cannot have type struct s: a self-> variable and an element of an array hold an integer, a string or a pointer
<<< */
