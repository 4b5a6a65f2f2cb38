/* SPDX-License-Identifier: MIT */
/* ASSERTION: A constant has no address. */
BEGIN { p = &1; }

/* >>> output
[D_ADDROF_LVAL] line 3: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
<<< */
