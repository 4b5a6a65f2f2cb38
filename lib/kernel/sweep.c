/* SPDX-License-Identifier: MIT */
/*
 * sweep.c - code that forgets what a thread has when it ends: variables,
 * and the elements of its arrays, which a callback finds.
 */
#include "kernel/kernel.h"

#define	FP_MINE		(-40)		/* struct mine */
#define	MATCH		"dt_match"

/* The thread that ends, for the callback. */
struct mine {
	uint64_t tid, task;
};

/*
 * Called for each element of a map of arrays, with (map, key, value, struct
 * mine): one of the thread's own is deleted.
 */
struct dt_func *
dt_kernel_match(const struct dt_kernel *k, struct dt_arena *arena)
{
	struct dt_emit e = { .arena = arena };
	struct dt_label no = { 0 };
	struct dt_func *fn;

	if (!(k->needs & DT_NEED_DYNSELF))
		return NULL;
	dt_emit(&e, LDX(BPF_W, 0, 2, 0));
	dt_emit(&e, ALUI(BPF_RSH, 0, 31));	/* DT_DYN_SELF */
	dt_emit_jump(&e, JMPI(BPF_JEQ, 0, 0), &no);
	dt_emit(&e, LDX(BPF_W, 0, 2, 4));
	dt_emit(&e, LDX(BPF_DW, 5, 4, offsetof(struct mine, tid)));
	dt_emit_jump(&e, JMP(BPF_JNE, 0, 5), &no);
	dt_emit(&e, LDX(BPF_DW, 0, 2, 8));
	dt_emit(&e, LDX(BPF_DW, 5, 4, offsetof(struct mine, task)));
	dt_emit_jump(&e, JMP(BPF_JNE, 0, 5), &no);
	dt_emit(&e, HELPER(BPF_FUNC_map_delete_elem));
	dt_emit_here(&e, &no);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	fn = dt_emit_end(&e, MATCH);
	for (int i = 0; fn != NULL && i < 4; i++)
		fn->params[i] = "void";
	if (fn != NULL)
		fn->nparams = 4;
	return fn;
}

static void
sweep_map(struct dt_emit *e, const char *map)
{
	dt_emit_ld64(e, 1, DT_REL_MAP, map, 0);
	dt_emit_ld64(e, 2, DT_REL_FUNCADDR, MATCH, 0);
	dt_emit(e, MOV(3, 10));
	dt_emit(e, ALUI(BPF_ADD, 3, FP_MINE));
	dt_emit(e, MOVI(4, 0));
	dt_emit(e, HELPER(BPF_FUNC_for_each_map_elem));
}

/* r6 is the task.  Only a thread that has elements costs a walk of the maps. */
static void
sweep_arrays(const struct dt_kernel *k, struct dt_emit *e)
{
	struct dt_label none = { 0 };

	dt_emit(e, LDX(BPF_W, 1, 10, FP_IDS));
	dt_emit(e, STX(BPF_DW, 10, FP_MINE + (int)offsetof(struct mine, tid),
	    1));
	dt_emit(e, STX(BPF_DW, 10, FP_MINE + (int)offsetof(struct mine, task),
	    6));
	dt_emit(e, MOV(2, 6));
	dt_emit_call(e, "dt_dyn_marked");
	dt_emit_jump(e, JMP32I(BPF_JEQ, 0, 0), &none);
	sweep_map(e, "dt_map_dynvar");
	if (k->size.dyn_words > k->size.dyn_short)
		sweep_map(e, "dt_map_dynlong");
	dt_emit_here(e, &none);
}

int
dt_kernel_sweeps(const struct dt_kernel *k)
{
	return k->size.nself != 0 || (k->needs & DT_NEED_DYNSELF) != 0;
}

void
dt_kernel_sweep(const struct dt_kernel *k, struct dt_emit *e)
{
	dt_kernel_ids(k, e);
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(e, MOV(6, 0));
	if (k->size.nselfstr != 0) {
		dt_emit(e, LDX(BPF_W, 1, 10, FP_IDS));
		dt_emit(e, MOV(2, 6));
		dt_emit_call(e, "dt_selfstr_sweep");
	}
	if (k->size.nself != 0) {
		dt_emit(e, LDX(BPF_W, 1, 10, FP_IDS));
		dt_emit(e, MOV(2, 6));
		dt_emit_call(e, "dt_self_sweep");
	}
	if (k->needs & DT_NEED_DYNSELF)
		sweep_arrays(k, e);
}
