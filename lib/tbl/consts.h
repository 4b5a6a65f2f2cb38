/* SPDX-License-Identifier: MIT */
/*
 * The constants that every D program knows: DT_CONST(name, type, value).
 * Reader: front/scope.c.
 */
DT_CONST("B_FALSE", "boolean_t", 0)
DT_CONST("B_TRUE", "boolean_t", 1)
