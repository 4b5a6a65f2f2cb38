/* SPDX-License-Identifier: MIT */
/* operand.h - parses the operands of USDT places. */
#ifndef DT_OPERAND_H
#define DT_OPERAND_H

#include "rt/rt.h"

/*
 * Parse the first DT_NARGS operands, such as "-4@%edi 8@16(%rsp)": D has no
 * variables for more.  Returns their number, or -1 if one is invalid.
 */
int dt_operands(const char *text, struct dt_uarg args[DT_NARGS]);

#endif /* DT_OPERAND_H */
