/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An argument has at most 64 bits.
 * args: 0x12345678123456781
 */
BEGIN { trace($1); }

/* >>> output
[D_MACRO_OFLOW] line 6: the value of $1, "0x12345678123456781", is too large: the largest integers are 9223372036854775807 and 0xffffffffffffffff
<<< */
