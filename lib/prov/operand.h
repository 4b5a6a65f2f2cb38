/* SPDX-License-Identifier: MIT */
/* operand.h - parses the operands of USDT places. */
#ifndef DT_OPERAND_H
#define DT_OPERAND_H

#include "rt/rt.h"

/*
 * Parse operands such as "-4@%edi 8@16(%rsp)".  Returns their number, or -1 if
 * one is invalid or there are more than DT_NARGS.
 */
int dt_operands(const char *text, struct dt_uarg args[DT_NARGS]);

#endif /* DT_OPERAND_H */
