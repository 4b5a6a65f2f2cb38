/* SPDX-License-Identifier: MIT */
/* ASSERTION: Nor is an aggregation. */
BEGIN { @a = count(); printf("%d", @a); }

/* >>> output
[D_PRINTF_ARG_TYPE] line 3: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
<<< */
