/* SPDX-License-Identifier: MIT */
/* ASSERTION: An action is no argument of a subroutine. */
BEGIN { trace(strlen(printf("x"))); }

/* >>> output
[D_PROTO_ARG] line 3: printf() is an action and has no value: write it as a statement
<<< */
