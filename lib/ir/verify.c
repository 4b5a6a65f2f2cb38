/* SPDX-License-Identifier: MIT */
/* verify.c - checks that intermediate code is well formed. */
#include "ir/ir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct state {
	const struct dt_irfn *fn;
	unsigned char *set;	/* by register: assigned before */
	unsigned char *label;	/* bit 0: used, bit 1: placed */
};

static const char *
use(const struct state *s, uint32_t r)
{
	if (r > s->fn->nregs)
		return "a register that does not exist";
	return r != 0 && s->set[r] ? NULL : "a register that nothing has set";
}

/* The letter of tbl/rtfuncs.h for this kind of argument. */
static char
letter(enum dt_irargkind kind)
{
	return kind == DT_IRA_SLOT ? 's' : kind == DT_IRA_AGG ? 'a' :
	    kind == DT_IRA_PRIN ? 'p' : kind == DT_IRA_CTX ? 'x' : 'n';
}

static const char *
field(const struct dt_field *f)
{
	return f != NULL && f->index == DT_NOFIELD ?
	    "a member that the program does not list" : NULL;
}

static const char *
arguments(const struct state *s, const struct dt_irins *i)
{
	const char *params, *why;

	if (i->fn == DT_RT_none || (unsigned int)i->fn >= DT_NRTFNS)
		return "a function that does not exist";
	params = dt_rtcalls[i->fn].params;
	if (i->nargs != strlen(params))
		return "the wrong number of arguments";
	for (uint32_t k = 0; k < i->nargs; k++) {
		if (params[k] != letter(i->args[k].kind))
			return "an argument of the wrong kind";
		if ((why = field(i->args[k].field)) != NULL)
			return why;
		if (i->args[k].kind == DT_IRA_REG &&
		    (why = use(s, i->args[k].v)) != NULL)
			return why;
	}
	return NULL;
}

static const char *
sources(const struct state *s, const struct dt_irins *i, uint32_t ops)
{
	const char *why = NULL;

	if ((ops & DT_IRO_A) != 0)
		why = use(s, i->a);
	if (why == NULL && (ops & (DT_IRO_B | DT_IRO_BI)) != 0 && i->b != 0)
		why = use(s, i->b);
	if (why == NULL && (ops & DT_IRO_COPT) != 0 && i->c != 0)
		why = use(s, i->c);
	if (why == NULL && (ops & DT_IRO_ARGS) != 0)
		why = arguments(s, i);
	return why;
}

static const char *
label(const struct state *s, const struct dt_irins *i)
{
	unsigned char *l;

	if (i->label == 0 || i->label > s->fn->nlabels)
		return "a label that does not exist";
	l = &s->label[i->label];
	if (i->op != DT_IR_LABEL) {
		*l |= 1;
		return *l & 2 ? "a jump backwards" : NULL;
	}
	if (*l & 2)
		return "a label placed twice";
	*l |= 2;
	return NULL;
}

static const char *
instruction(struct state *s, const struct dt_irins *i)
{
	uint32_t ops;
	const char *why;

	if ((unsigned int)i->op >= DT_NIROPS)
		return "an operation that does not exist";
	ops = dt_irops[i->op].operands;
	if ((why = sources(s, i, ops)) != NULL)
		return why;
	if ((ops & DT_IRO_L) != 0 && (why = label(s, i)) != NULL)
		return why;
	if ((ops & DT_IRO_S) != 0 && i->sym == NULL)
		return "no symbol";
	if ((why = field(i->field)) != NULL)
		return why;
	if ((ops & DT_IRO_D) != 0 && i->d == 0)
		return "no result register";
	if (i->d > s->fn->nregs)
		return "a register that does not exist";
	s->set[i->d] = 1;
	return NULL;
}

static const char *
check(struct state *s, uint32_t *at)
{
	const struct dt_irfn *fn = s->fn;
	const char *why;
	enum dt_irop last;

	for (*at = 0; *at < fn->n; (*at)++)
		if ((why = instruction(s, &fn->ins[*at])) != NULL)
			return why;
	for (uint32_t l = 1; l <= fn->nlabels; l++)
		if (s->label[l] == 1)
			return "a jump to nowhere";
	if (fn->n == 0)
		return "no end";
	last = fn->ins[fn->n - 1].op;
	return last == DT_IR_RET || last == DT_IR_FAULT ? NULL : "no end";
}

int
dt_ir_verify(const struct dt_irfn *fn, uint32_t *at, const char **why)
{
	struct state s = { .fn = fn };
	int rc = -ENOMEM;

	*at = 0;
	s.set = calloc(fn->nregs + 1, 1);
	s.label = calloc(fn->nlabels + 1, 1);
	if (s.set != NULL && s.label != NULL) {
		*why = check(&s, at);
		rc = *why != NULL ? -EINVAL : 0;
	}
	free(s.set);
	free(s.label);
	return rc;
}
