/* SPDX-License-Identifier: MIT */
/*
 * chain.c - the functions that run under the slot of a firing, by level:
 *
 *	chain	calls the clauses of the row in program order
 *	fault	cancels the record and runs the clauses of ERROR
 *
 * The clauses themselves are in group.c.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"


#define	FP_RC		FP_WORD		/* result of fault */

int
dt_kernel_records(const struct dt_enpoint *p)
{
	uint32_t i, n = 0;

	for (i = 0; p != NULL && i < p->nclauses; i++)
		n += p->clauses[i]->rec_size;
	return n != 0;
}

/* Keep slot, buffers and context in r6 .. r9 of chain and fault. */
static void
save_params(struct dt_emit *e)
{
	int i;

	for (i = 0; i < 4; i++)
		dt_emit(e, MOV(6 + i, 1 + i));
}

static void
call_with_params(struct dt_emit *e, const char *name, int variant)
{
	int i;

	for (i = 0; i < 4; i++)
		dt_emit(e, MOV(1 + i, 6 + i));
	dt_emit_callv(e, name, variant);
}

/* Call clause n of a kind; group.c names the functions. */
static void
call_clause(const struct dt_kshim *s, struct dt_emit *e, char kind, uint32_t n,
    int variant)
{
	char *name = dt_arena_printf(s->arena, "%c%u", kind, n / s->group);

	if (name == NULL) {
		e->err = -ENOMEM;
		return;
	}
	if (s->group > 1)
		dt_emit(e, MOVI(5, (int)(n % s->group)));
	call_with_params(e, name, variant);
}

static void
next_epid(struct dt_emit *e)
{
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(epid)));
	dt_emit(e, ALUI(BPF_ADD, 1, 1));
	dt_emit(e, STX(BPF_W, 6, CTX(epid), 1));
}

/* Jump to none if the row runs no clause i + n with bit n of bits set. */
static void
test_mask(struct dt_emit *e, uint32_t i, int bits, struct dt_label *none)
{
	dt_emit(e, LDX(BPF_DW, 1, 10, -8));
	dt_emit(e, LDX(BPF_B, 1, 1, ROW(mask) + (int)(i / 8)));
	dt_emit(e, ALUI(BPF_AND, 1, bits));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), none);
}

static void
chain_clause(const struct dt_kshim *s, struct dt_emit *e, uint32_t i,
    enum dt_variant v, struct dt_label *out)
{
	struct dt_label next = { 0 }, done = { 0 };

	if (!dt_in_mask(s->always, i))
		test_mask(e, i, 1 << i % 8, &next);
	call_clause(s, e, 'c', i, v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_OK), &done);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), out);
	call_with_params(e, "fault", v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), out);
	dt_emit_here(e, &done);
	if (i + 1 < s->point->nclauses)
		next_epid(e);
	dt_emit_here(e, &next);
}

static int
make_chain(const struct dt_kshim *s, enum dt_variant v, struct dt_func **fn)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label out = { 0 }, skip = { 0 };
	uint32_t i, n = s->point->nclauses;

	save_params(&e);
	dt_emit(&e, STX(BPF_DW, 10, -8, 5));
	for (i = 0; i < n; i++) {
		if (n > 8 && i % 8 == 0) {
			dt_emit_here(&e, &skip);
			test_mask(&e, i, 0xff, &skip);
		}
		chain_clause(s, &e, i, v, &out);
	}
	dt_emit_here(&e, &skip);
	dt_emit_here(&e, &out);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	*fn = dt_emit_end(&e, "chain");
	return e.err;
}

/* Run a clause; its result is in r0. */
static void
run_clause(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v,
    uint32_t n, struct dt_kfault *fault)
{
	char *name = dt_arena_printf(s->arena, "c%u", n);

	if (name == NULL) {
		e->err = -ENOMEM;
	} else if (dt_kernel_is_inline(s, n, v)) {
		dt_kernel_inline(s, e, n, fault);
	} else {
		dt_kernel_params(s, e);
		dt_emit_callv(e, name, v);
	}
}

static void
call_fault(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v, uint32_t n)
{
	if (r != NULL && dt_kernel_numbers(s, n, v) == DT_NUMBERS_AT_FAULT)
		dt_kernel_put_numbers(e, r);
	dt_kernel_agg(s, e);
	dt_kernel_params(s, e);
	dt_emit_callv(e, "fault", v);
}

void
dt_kernel_direct(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v, uint32_t n)
{
	struct dt_kfault *apart = v == DT_VAR_L0 ? s->fault : NULL;
	struct dt_label fault = { 0 }, done = { 0 };

	run_clause(s, e, v, n, apart);
	if (apart != NULL) {
		if (apart->rest == NULL)
			dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_FAULT),
			    &apart->from);
		return;
	}
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_FAULT), &fault);
	dt_emit_jump(e, GOTO(), &done);
	dt_emit_here(e, &fault);
	call_fault(s, e, r, v, n);
	dt_emit_here(e, &done);
}

bool
dt_kernel_fault(struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, uint32_t n)
{
	struct dt_kfault *f = s->fault;

	if (f == NULL || (f->from.last == 0 && f->rest == NULL))
		return false;
	dt_emit_here(e, &f->from);
	s->faultless = f->rest != NULL && !dt_kernel_inline_rest(s, e, f->rest);
	if (s->faultless)
		return false;
	call_fault(s, e, r, DT_VAR_L0, n);
	dt_kernel_release(e, DT_VAR_L0);
	return true;
}

/* Call f(slot, principal buffer or NULL) of the runtime. */
static void
call_runtime(struct dt_emit *e, const char *name)
{
	dt_emit(e, MOV(1, 6));
	dt_emit(e, MOV(2, 8));
	dt_emit_call(e, name);
}

/*
 * Find the time and the buffer if only clauses of ERROR need them, so that
 * firings without a fault do not pay for them.  The frame is laid out as
 * main's; r8 is free.
 */
static void
late_needs(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v,
    struct dt_label *none)
{
	if (s->late & DT_NEED_TS) {
		dt_emit(e, HELPER(BPF_FUNC_ktime_get_ns));
		dt_emit(e, STX(BPF_DW, 6, CTX(ts), 0));
	}
	if (s->uses[DT_BUF_PRIN] || !dt_kernel_records(s->error))
		return;
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(level)));
	dt_emit(e, STX(BPF_W, 10, FP_LEVEL, 1));
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(cpu)));
	dt_emit_jump(e, JMPI(BPF_JGE, 1, (int)s->k->mem.ncpus), none);
	dt_emit(e, STX(BPF_DW, 10, FP_CPU, 1));
	dt_kernel_ctl(e, 8, 1);
	dt_kernel_half(s->k, e, DT_BUF_PRIN, v, 8, none);
	dt_emit(e, MOV(8, 0));
}

static void
error_clause(const struct dt_kshim *s, struct dt_emit *e, uint32_t n,
    enum dt_variant v, struct dt_label *leave)
{
	struct dt_label done = { 0 };

	call_clause(s, e, 'e', n, v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_OK), &done);
	dt_emit(e, STX(BPF_W, 10, FP_RC, 0));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), leave);
	call_runtime(e, "dt_error_failed");
	dt_emit_here(e, &done);
	next_epid(e);
}

static int
make_fault(const struct dt_kshim *s, enum dt_variant v, struct dt_func **fn)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label leave = { 0 }, none = { 0 };
	uint32_t i, n = 0;

	save_params(&e);
	if (s->error != NULL) {
		late_needs(s, &e, v, &none);
		dt_emit(&e, ST(BPF_W, 10, FP_RC, 0));
		call_runtime(&e, "dt_error_begin");
		for (i = 0; i < s->error->nclauses; i++)
			if (dt_in_mask(s->error->rows[0].mask, i))
				error_clause(s, &e, n++, v, &leave);
		dt_emit_here(&e, &leave);
		dt_emit(&e, MOV(1, 6));
		dt_emit_call(&e, "dt_error_end");
		dt_emit(&e, LDX(BPF_W, 0, 10, FP_RC));
		dt_emit(&e, EXIT());
	}
	if (s->error == NULL || none.last != 0) {
		dt_emit_here(&e, &none);
		if (!s->uses[DT_BUF_PRIN])
			dt_emit(&e, MOVI(8, 0));
		call_runtime(&e, "dt_fault_cancel");
		dt_emit(&e, MOVI(0, 0));
		dt_emit(&e, EXIT());
	}
	*fn = dt_emit_end(&e, "fault");
	return e.err;
}

/* Chain and fault have the parameters of a clause; chain also has the row. */
int
dt_kernel_chain(struct dt_kshim *s, enum dt_variant v)
{
	static const uint8_t params[DT_MAXPARAMS] = {
		DT_PARAM_SLOT, DT_PARAM_AGG, DT_PARAM_PRIN, DT_PARAM_OPAQUE,
		DT_PARAM_OPAQUE,
	};
	struct dt_func *fn;
	int err = s->direct ? 0 : make_chain(s, v, &fn);

	if (err == 0 && !s->direct) {
		memcpy(fn->params, params, sizeof(params));
		fn->nparams = 5;
		s->roots[s->nroots++] = (struct dt_linkroot){ fn, v };
	}
	if (v == DT_VAR_L0 && s->faultless)
		return err;
	if (err == 0)
		err = make_fault(s, v, &fn);
	if (err != 0)
		return err;
	memcpy(fn->params, params, sizeof(params));
	fn->nparams = 4;
	s->roots[s->nroots++] = (struct dt_linkroot){ fn, v };
	return 0;
}
