/* SPDX-License-Identifier: MIT */
/*
 * error.h - the context of a firing while clauses of ERROR run, after a fault
 * of one of its own clauses.
 */
#ifndef DT_ERROR_H
#define DT_ERROR_H

#include "rt/rt.h"

DT_INLINE void
fault_clear(struct dt_ctx *c)
{
	c->fault = 0;
	c->fault_action = 0;
	c->fault_addr = 0;
}

/*
 * The arguments of ERROR: arg1 epid of the clause, arg2 its action, arg3 offset
 * in its code (-1: not known), arg4 fault, arg5 address.
 */
DT_INLINE void
error_begin(struct dt_ctx *c, uint32_t probe, uint32_t epid, uint32_t nameix)
{
	__builtin_memcpy(c->fired.args, c->args, sizeof(c->args));
	c->fired.probe = c->probe;
	c->fired.epid = c->epid;
	c->fired.nameix = c->nameix;
	__builtin_memset(c->args, 0, sizeof(c->args));
	c->args[1] = c->epid;
	c->args[2] = c->fault_action;
	c->args[3] = -1ull;
	c->args[4] = c->fault;
	c->args[5] = c->fault_addr;
	c->probe = probe;
	c->epid = epid;
	c->nameix = nameix;
}

/* The clauses that follow see their own probe again. */
DT_INLINE void
error_end(struct dt_ctx *c)
{
	__builtin_memcpy(c->args, c->fired.args, sizeof(c->args));
	c->probe = c->fired.probe;
	c->epid = c->fired.epid;
	c->nameix = c->fired.nameix;
	fault_clear(c);
}

#endif /* DT_ERROR_H */
