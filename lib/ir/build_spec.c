/* SPDX-License-Identifier: MIT */
/*
 * build_spec.c - speculations.  speculate() begins the record of the clause as
 * one of the speculation, for all later statements.  If there is no such
 * speculation, or no room, the record's register is 0 and the clause ends.
 */
#include "ir/build.h"

static void
check_id(struct dt_irbuild *b, uint32_t result)
{
	dt_irb_br(b, DT_CC_LT, result, 0, 0, dt_irb_fault(b, DTRACEFLT_ILLOP));
}

static void
records(struct dt_irbuild *b)
{
	b->fn->records = b->fn->spec = true;
}

static void
speculate(struct dt_irbuild *b, uint32_t id)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_spec_begin, 4, true);

	dt_irb_arg(i, DT_IRA_PRIN, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_RECSIZE, 0);
	dt_irb_argv(i, id);
	b->rec = i->d;
	dt_irb_br(b, DT_CC_EQ, b->rec, 0, 0, dt_irb_leave(b));
	records(b);
}

/*
 * The record of commit() is published at once, since the speculation stays
 * committed if the clause faults later.
 */
static void
commit(struct dt_irbuild *b, uint32_t id)
{
	struct dt_irins *i;

	dt_irb_publish(b);
	i = dt_irb_call(b, DT_RT_spec_commit, 4, true);
	dt_irb_arg(i, DT_IRA_PRIN, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, id);
	check_id(b, i->d);
	records(b);
}

static void
discard(struct dt_irbuild *b, uint32_t id)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_spec_discard, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, id);
	check_id(b, i->d);
}

void
dt_irb_spec(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	uint32_t id = dt_irb_expr(b, s->args);

	if (s->act == DT_A_SPECULATE) {
		speculate(b, id);
		dt_irb_rec(b, DTRACEACT_SPECULATE, 0, 0, s->uarg);
	} else if (s->act == DT_A_COMMIT) {
		commit(b, id);
		dt_irb_rec(b, DTRACEACT_COMMIT, 0, 0, s->uarg);
	} else {
		discard(b, id);
		dt_irb_rec(b, DTRACEACT_DISCARD, 0, 0, s->uarg);
	}
}
