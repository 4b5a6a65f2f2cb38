/* SPDX-License-Identifier: MIT */
/* branch.h - where control goes after one instruction. */
#ifndef DT_BRANCH_H
#define DT_BRANCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "rt/rt.h"

enum dt_flow {
	DT_FLOW_NEXT,		/* to the next instruction */
	DT_FLOW_CALL,		/* there, unless the callee, at `target` if it
				 * is not 0, does not return */
	DT_FLOW_RETURN,		/* to the caller */
	DT_FLOW_JUMP,		/* to `target` */
	DT_FLOW_IF,		/* to `target` if condition `cond`, or next */
	DT_FLOW_MAYBE,		/* the same, under a condition with no number */
	DT_FLOW_TO,		/* to the value of `to` */
	DT_FLOW_WITHIN,		/* to an unknown place in the same function */
	DT_FLOW_STOP,		/* nowhere: it traps */
};

enum dt_onstack { DT_NOT_ON_STACK, DT_AT_SP, DT_AT_FP };

struct dt_branch {
	uint8_t len;
	uint8_t flow;		/* enum dt_flow */
	uint8_t cond;		/* of IF: see struct dt_leave */
	bool is_nop;
	bool moves_stack;	/* may continue on another stack */
	bool switches_stack;	/* the same, but arrays of variable size do not
				 * end like that */
	bool reads_link;	/* copies the return address from a register */
	uint8_t on_stack;	/* enum dt_onstack, of its memory operand */
	int64_t stack_at;	/* its displacement from there */
	int64_t target;		/* relative to the instruction */
	struct dt_uarg to;
};

/*
 * Read the first instruction of 32-bit or 64-bit code.  False: it is not valid,
 * or control goes to a place that cannot be told.
 */
bool dt_branch_read(const uint8_t *code, size_t n, bool is_32,
    struct dt_branch *out);

#endif /* DT_BRANCH_H */
