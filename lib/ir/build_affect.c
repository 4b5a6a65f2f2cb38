/* SPDX-License-Identifier: MIT */
/*
 * build_affect.c - actions that change the traced program.  The runtime
 * performs them during the firing; a failure is a fault of the statement.
 */
#include "ir/build.h"

#include <signal.h>

static void
check(struct dt_irbuild *b, const struct dt_irins *call, int fault)
{
	dt_irb_br(b, DT_CC_LT, call->d, 0, 0, dt_irb_fault(b, fault));
}

static struct dt_irins *
call(struct dt_irbuild *b, enum dt_rtfn fn)
{
	struct dt_irins *i = dt_irb_call(b, fn, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	return i;
}

/* As on other systems, the record of such an action has no data. */
static void
leave_record(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	dt_irb_rec(b, dt_actrows[s->act].kind, 0, 0, s->uarg);
}

void
dt_irb_raise(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	uint32_t sig = dt_irb_expr(b, s->args);
	struct dt_irins *i = call(b, DT_RT_raise);

	dt_irb_argv(i, sig);
	check(b, i, DTRACEFLT_ILLOP);
	leave_record(b, s);
}

void
dt_irb_stop(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	struct dt_irins *i = call(b, DT_RT_raise);

	dt_irb_arg(i, DT_IRA_IMM, SIGSTOP);
	check(b, i, DTRACEFLT_ILLOP);
	leave_record(b, s);
}

void
dt_irb_chill(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	uint32_t ns = dt_irb_expr(b, s->args);
	struct dt_irins *i = call(b, DT_RT_chill);

	dt_irb_argv(i, ns);
	check(b, i, DTRACEFLT_ILLOP);
	leave_record(b, s);
}

static void
copy(struct dt_irbuild *b, const struct dt_dstmt *s, struct dt_irarg from,
    enum dt_rtfn fn)
{
	uint32_t to = dt_irb_expr(b, s->args->next);
	uint32_t n = dt_irb_expr(b, s->args->next->next);
	struct dt_irins *i = call(b, fn);

	i->args[i->nargs++] = from;
	dt_irb_argv(i, to);
	dt_irb_argv(i, n);
	check(b, i, DTRACEFLT_BADADDR);
	dt_irb_rec(b, DTRACEACT_DIFEXPR, 0, 0, s->uarg);
}

void
dt_irb_copyout(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	struct dt_irarg from = { .kind = DT_IRA_REG,
	    .v = dt_irb_expr(b, s->args) };

	copy(b, s, from, DT_RT_copyout);
}

void
dt_irb_copyoutstr(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	struct dt_irarg from = { .kind = DT_IRA_TEMP,
	    .imm = dt_irb_str(b, s->args) };

	copy(b, s, from, DT_RT_copyout_str);
}
