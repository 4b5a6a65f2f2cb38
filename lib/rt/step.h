/* SPDX-License-Identifier: MIT */
/*
 * step.h - from a frame of a process to its caller.  The programs in the kernel
 * and the embedded engine include it.  They read memory in different ways, and
 * first define DT_UNWIND_READ(arg, dst, addr, n): could n bytes of the process
 * be read?
 */
#ifndef DT_STEP_H
#define DT_STEP_H

#include "rt/unwind.h"

/* Offsets of registers in a struct ucontext of x86-64. */
#define	DT_UCONTEXT_FP	120
#define	DT_UCONTEXT_SP	160
#define	DT_UCONTEXT_PC	168

DT_INLINE int
dt_unwind_word(uint64_t arg, uint64_t addr, uint64_t *v)
{
	return DT_UNWIND_READ(arg, v, addr, sizeof(*v));
}

DT_INLINE int
dt_unwind_signal(uint64_t arg, struct dt_unwregs *r)
{
	uint64_t sp = r->sp;

	return dt_unwind_word(arg, sp + DT_UCONTEXT_PC, &r->pc) &&
	    dt_unwind_word(arg, sp + DT_UCONTEXT_FP, &r->fp) &&
	    dt_unwind_word(arg, sp + DT_UCONTEXT_SP, &r->sp);
}

/* The frame pointer points to the caller's one, and the return address. */
DT_INLINE int
dt_unwind_fp(uint64_t arg, struct dt_unwregs *r)
{
	uint64_t v[2], fp = r->fp;

	if (fp < r->sp || !DT_UNWIND_READ(arg, v, fp, sizeof(v)))
		return 0;
	r->sp = fp + sizeof(v);
	r->fp = v[0];
	r->pc = v[1];
	return 1;
}

/* Go to the caller.  0: there is none, or it cannot be read. */
DT_INLINE int
dt_unwind_step(uint64_t arg, const struct dt_unwrow *row,
    struct dt_unwregs *r)
{
	uint64_t v[2], cfa = r->sp, fp = r->fp;

	if (row->how == DT_UNW_NONE)
		return dt_unwind_fp(arg, r);
	if (row->how == DT_UNW_SIGNAL)
		return dt_unwind_signal(arg, r);
	if (row->how == DT_UNW_END)
		return 0;
	if (row->how == DT_UNW_FP || row->how == DT_UNW_DEREF)
		cfa = fp;
	cfa += (int64_t)row->cfa * 8;
	if (row->how == DT_UNW_PLT && (int64_t)(r->pc & 15) >= row->fp)
		cfa += 8;
	if (row->how == DT_UNW_DEREF && (!dt_unwind_word(arg, cfa, &cfa) ||
	    !dt_unwind_word(arg, fp, &r->fp)))
		return 0;
	if (cfa <= r->sp || !DT_UNWIND_READ(arg, v, cfa - sizeof(v),
	    sizeof(v)))
		return 0;
	r->sp = cfa;
	r->pc = v[1];
	if (row->how == DT_UNW_PLT || row->how == DT_UNW_DEREF || row->fp == 0)
		return 1;
	if (row->fp == -2)
		r->fp = v[0];
	else if (row->fp == DT_UNW_LOST || !dt_unwind_word(arg,
	    cfa + (int64_t)row->fp * 8, &r->fp))
		r->fp = 0;
	return 1;
}

#endif /* DT_STEP_H */
