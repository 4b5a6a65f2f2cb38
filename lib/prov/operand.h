/* SPDX-License-Identifier: MIT */
/* operand.h - parses the operands of USDT places. */
#ifndef DT_OPERAND_H
#define DT_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include "rt/rt.h"

/* An operand, such as "-4@%edi". */
struct dt_operand {
	struct dt_uarg at;	/* of kind NONE if no engine can read it */
	bool is_float;		/* a float or a double */
	const char *text;	/* in the parsed text, len bytes */
	size_t len;
	const char *why;	/* no engine can read it, or NULL */
};

/*
 * Parse the first DT_NARGS operands: D has no variables for more.  Returns
 * their number.
 */
int dt_operands(const char *text, struct dt_operand v[DT_NARGS]);
/*
 * Why the kernel, or the embedded engine, cannot read an operand, and what to
 * do; NULL: it can.  is_narrow: the code is 32-bit.
 */
const char *dt_operand_why(const struct dt_operand *o, bool in_kernel,
    bool is_narrow);

#endif /* DT_OPERAND_H */
