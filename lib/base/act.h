/* SPDX-License-Identifier: MIT */
/*
 * act.h - the actions that record addresses: stacks, and single addresses that
 * are printed as symbols.  Data of user actions begin with the process id.
 */
#ifndef DT_ACT_H
#define DT_ACT_H

#include <stdbool.h>
#include <stdint.h>
#include <dtrace.h>

/* Statements that write to a process's memory; they record nothing. */
#define	DT_ACT_COPYOUT		(DTRACEACT_PROC_DESTRUCTIVE + 0x20)
#define	DT_ACT_COPYOUTSTR	(DTRACEACT_PROC_DESTRUCTIVE + 0x21)

static inline bool
dt_act_isuser(dtrace_actkind_t action)
{
	return DTRACEACT_CLASS(action) == DTRACEACT_PROC;
}

static inline bool
dt_act_isstack(dtrace_actkind_t action)
{
	return action == DTRACEACT_STACK || action == DTRACEACT_USTACK ||
	    action == DTRACEACT_JSTACK;
}

static inline bool
dt_act_issym(dtrace_actkind_t action)
{
	return action == DTRACEACT_SYM || action == DTRACEACT_MOD ||
	    action == DTRACEACT_USYM || action == DTRACEACT_UMOD ||
	    action == DTRACEACT_UADDR;
}

/* The dtrd_arg of a stack's record. */
static inline uint64_t
dt_act_stackarg(dtrace_actkind_t action, uint32_t frames, uint32_t strsize)
{
	return dt_act_isuser(action) ? DTRACE_USTACK_ARG(frames, strsize) :
	    frames;
}

#endif /* DT_ACT_H */
