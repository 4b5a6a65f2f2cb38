/* SPDX-License-Identifier: MIT */
/* ASSERTION: An action is no argument of printf(). */
BEGIN { printf("%d", printf("x")); }

/* >>> output
[D_PRINTF_ARG_TYPE] line 3: printf() is an action and has no value: write it as a statement
<<< */
