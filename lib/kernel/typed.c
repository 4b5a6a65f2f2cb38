/* SPDX-License-Identifier: MIT */
/*
 * typed.c - decides whether the arguments of a tracepoint have types in its
 * program.  They must have if the stack of the next thread is taken, which is
 * possible only if the verifier knows that it is a task.  Otherwise types make
 * the program faster:
 *
 *  - At system calls the first argument is the registers.  Loading from it
 *    saves the helper that finds them, and 3.5 ns.
 *  - A member of a struct that an argument points to is read by one load, not
 *    by a helper, nor by the dozen instructions of a load from any address.
 *
 * Without types every argument is a number.  Functions of the runtime take
 * those, so a tracepoint whose probes need such a function has no types.
 */
#include "kernel/kernel.h"

/* Is a probe about the thread that the CPU switches to? */
static bool
has_next(const struct dt_enpoint *p)
{
	uint32_t i = 0;

	while (i < p->nrows && (p->rows[i].src == NULL ||
	    p->rows[i].src->who != DT_TP_WHO_NEXT))
		i++;
	return i < p->nrows;
}

/* Does main find the value itself, and do its types permit that? */
static bool
can_load(const struct dt_tpval *v)
{
	switch (v->from) {
	case DT_TP_ARG:
		return !v->larger;
	case DT_TP_CONST: case DT_TP_ENUM: case DT_TP_CPU:
		return true;
	default:
		return false;
	}
}

static bool
can_load_all(const struct dt_tpsrc *src)
{
	int i;

	for (i = 0; i < src->nconds; i++)
		if (!can_load(&src->conds[i].a) || !can_load(&src->conds[i].b))
			return false;
	for (i = 0; i < src->nargs; i++)
		if (!can_load(&src->args[i]))
			return false;
	return true;
}

static bool
is_member(const struct dt_tpval *v)
{
	return v->from == DT_TP_ARG && v->type != NULL;
}

static bool
reads_members(const struct dt_tpsrc *src)
{
	bool reads = src->who == DT_TP_WHO_NEXT;
	int i;

	for (i = 0; i < src->nconds; i++)
		reads |= is_member(&src->conds[i].a) ||
		    is_member(&src->conds[i].b);
	for (i = 0; i < src->nargs; i++)
		reads |= is_member(&src->args[i]);
	return reads;
}

/* Do the sources read members, and can loads do it for all of them? */
static bool
loads_members(const struct dt_enpoint *p)
{
	bool reads = false;
	uint32_t i;

	if (p->kind != DT_POINT_TP || p->is_function ||
	    p->each != DT_EACH_EVENT || p->waits != DT_WAITS_NOT)
		return false;
	for (i = 0; i < p->nrows; i++) {
		if (!can_load_all(p->rows[i].src))
			return false;
		reads |= reads_members(p->rows[i].src);
	}
	return reads;
}

static bool
needs_registers(const struct dt_kshim *s)
{
	return s->point->kind == DT_POINT_SYSEXIT ||
	    (s->point->kind == DT_POINT_SYSENTER &&
	    (s->needs & DT_NEED_ARGS) == DT_NEED_ARGS);
}

void
dt_kernel_typed(struct dt_kshim *s, struct dt_kprog *p)
{
	bool members = loads_members(s->point);

	p->next = has_next(s->point);
	if (!p->is_event && (p->next || members || needs_registers(s)))
		p->type = dt_kbtf_tracepoint_type(s->k->kbtf, p->tp);
	s->typed = p->type != 0;
	s->members = members && s->typed;
}
