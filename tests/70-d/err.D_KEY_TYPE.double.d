/* SPDX-License-Identifier: MIT */
/* ASSERTION: A floating-point number is no key. */
double d;
BEGIN { @[d] = count(); }

/* >>> output
[D_KEY_TYPE] line 4: a key must be an integer, a pointer, a string, a struct, a stack as from stack(), or a symbol as from sym()
<<< */
