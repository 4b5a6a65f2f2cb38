/* SPDX-License-Identifier: MIT */
/*
 * isel_self.c - thread-local scalars in line.
 *
 * A variable that is read or assigned nearly always has its entry in map self,
 * so a search of the map is enough.  A clause that reads and then assigns a
 * variable searches once and keeps the entry in its frame: firings that
 * interrupt this one do not delete it.  dt_self_set() creates and deletes
 * entries.
 */
#include "bpf/gen.h"
#include "rt/funcs.h"

/* Arguments of the calls: see ir/build_var.c. */
enum { ARG_VAR = 1, ARG_VALUE = 2 };

static const struct dt_ident *
var_of(const struct dt_irins *i)
{
	return i->args[ARG_VAR].var;
}

/* The first variable that is read and later assigned, or NULL. */
static const struct dt_ident *
kept_var(const struct dt_irfn *fn)
{
	for (uint32_t n = 0; n < fn->n; n++) {
		if (fn->ins[n].fn != DT_RT_self_get)
			continue;
		for (uint32_t k = n + 1; k < fn->n; k++)
			if (fn->ins[k].fn == DT_RT_self_set &&
			    var_of(&fn->ins[k]) == var_of(&fn->ins[n]))
				return var_of(&fn->ins[n]);
	}
	return NULL;
}

void
dt_isel_selfinit(struct dt_isel *g)
{
	g->self = kept_var(&g->plan->ir);
	if (g->self != NULL)
		dt_emit_storei(&g->e, 8, R10, DT_FP_SELF, 0);
}

/* r0 = the entry, or 0. */
static void
search(struct dt_isel *g, const struct dt_ident *var)
{
	struct dt_emit *e = &g->e;

	dt_isel_open(g, DT_OPEN_VAR, var);
	dt_emit_storei(e, 8, R10, DT_FP_KEY, 0);
	dt_emit_load(e, 8, R0, DT_REG_SLOT, offsetof(struct dt_slot, ctx.task));
	dt_emit_store(e, 8, R10,
	    DT_FP_KEY + (int32_t)offsetof(struct dt_selfkey, task), R0);
	dt_emit_ld64(e, R1, DT_REL_MAP, "dt_map_self", 0);
	dt_emit_mov(e, R2, R10);
	dt_emit(e, ALUI(BPF_ADD, R2, DT_FP_KEY));
	dt_emit(e, HELPER(BPF_FUNC_map_lookup_elem));
}

/* r0 = the value; 0 without one. */
static void
get(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_emit *e = &g->e;
	struct dt_label none = { 0 };

	search(g, var_of(i));
	if (var_of(i) == g->self)
		dt_emit_store(e, 8, R10, DT_FP_SELF, R0);
	dt_emit_jump(e, JMPI(BPF_JEQ, R0, 0), &none);
	dt_emit_load(e, 8, R0, R0, 0);
	dt_emit_here(e, &none);
}

/* r1 = the entry, or 0. */
static void
find_entry(struct dt_isel *g, const struct dt_ident *var)
{
	if (var == g->self) {
		dt_emit_load(&g->e, 8, R1, R10, DT_FP_SELF);
		return;
	}
	search(g, var);
	dt_emit_mov(&g->e, R1, R0);
}

/*
 * Write in line, except a zero where dt_self_set() may delete the entry: before
 * that call the entry is removed from the frame.
 */
static void
set(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_label slow = { 0 }, other = { 0 }, stored = { 0 };
	struct dt_emit *e = &g->e;

	find_entry(g, var_of(i));
	dt_emit_jump(e, JMPI(BPF_JEQ, R1, 0), &slow);
	dt_isel_into(g, i->args[ARG_VALUE].v, R3);
	dt_emit_jump(e, JMPI(BPF_JNE, R3, 0), &other);
	dt_emit_ld64(e, R2, DT_REL_MAPVAL, "dt_val_state",
	    offsetof(struct dt_state, nself));
	dt_emit_load(e, 8, R2, R2, 0);
	dt_emit_ld64(e, R4, DT_REL_IMM, "dt_imm_self_keep", 0);
	dt_emit_jump(e, JMP(BPF_JGT, R2, R4), &slow);
	dt_emit_here(e, &other);
	dt_emit_store(e, 8, R1, 0, R3);
	dt_emit_jump(e, GOTO(), &stored);
	dt_emit_here(e, &slow);
	if (var_of(i) == g->self)
		dt_emit_storei(e, 8, R10, DT_FP_SELF, 0);
	dt_emit_mov(e, R1, DT_REG_SLOT);
	dt_isel_open(g, DT_OPEN_VAR, var_of(i));
	dt_emit_const(e, R2, 0);
	dt_isel_into(g, i->args[ARG_VALUE].v, R3);
	dt_emit_call(e, dt_rtcalls[i->fn].name);
	dt_emit_here(e, &stored);
}

bool
dt_isel_self(struct dt_isel *g, const struct dt_irins *i)
{
	if (i->fn == DT_RT_self_get)
		get(g, i);
	else if (i->fn == DT_RT_self_set)
		set(g, i);
	else
		return false;
	return true;
}
