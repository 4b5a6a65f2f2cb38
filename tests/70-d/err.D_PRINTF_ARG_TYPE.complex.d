/* SPDX-License-Identifier: MIT */
/* ASSERTION: A complex number has the size of a double, but is none. */
struct s { float _Complex c; };
BEGIN { printf("%f", ((struct s *)alloca(8))->c); }

/* >>> output
[D_PRINTF_ARG_TYPE] line 4: printf(): argument 2 is of type float _Complex, which %f cannot print
<<< */
