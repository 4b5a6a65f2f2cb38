/* SPDX-License-Identifier: MIT */
/* ASSERTION: An action has no string. */
BEGIN { trace(stringof(printf("x"))); }

/* >>> output
[D_STRINGOF_TYPE] line 3: printf() is an action and has no value: write it as a statement
<<< */
