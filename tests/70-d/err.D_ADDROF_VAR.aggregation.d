/* SPDX-License-Identifier: MIT */
/* ASSERTION: An aggregation has no address. */
BEGIN { @a = count(); p = &@a; }

/* >>> output
[D_ADDROF_VAR] line 3: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
<<< */
