/* SPDX-License-Identifier: MIT */
/* operand.h - the operands of the places that programs make for probes. */
#ifndef DT_OPERAND_H
#define DT_OPERAND_H

#include "rt/rt.h"

/*
 * Read all operands, as in "-4@%edi 8@16(%rsp)".  Their number, or -1 if there
 * is one that is not understood, or more than DT_NARGS.
 */
int dt_operands(const char *text, struct dt_uarg args[DT_NARGS]);

#endif /* DT_OPERAND_H */
