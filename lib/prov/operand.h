/* SPDX-License-Identifier: MIT */
/* operand.h - the operands of USDT places. */
#ifndef DT_OPERAND_H
#define DT_OPERAND_H

#include "rt/rt.h"

/*
 * Parse all operands, as in "-4@%edi 8@16(%rsp)".  Their number, or -1 if one
 * is not valid or there are more than DT_NARGS.
 */
int dt_operands(const char *text, struct dt_uarg args[DT_NARGS]);

#endif /* DT_OPERAND_H */
