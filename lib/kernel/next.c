/* SPDX-License-Identifier: MIT */
/*
 * next.c - fills the context from the incoming thread of a switch.  The current
 * thread is still the outgoing one, so all data come from the task in the
 * tracepoint's arguments.  Registers are as in ctx.c.
 */
#include <stddef.h>

#include "kernel/kernel.h"

void
dt_kernel_next_task(struct dt_emit *e, int reg)
{
	dt_emit(e, LDX(BPF_DW, reg, 6, DT_NEXT * 8));
}

/*
 * r0 = the next thread as a number, which functions of the runtime take: where
 * arguments have types, the verifier refuses to pass the thread itself.  This
 * way by the context is cheaper than dt_kernel_tpnumber().
 */
static void
load_next_number(struct dt_emit *e)
{
	dt_kernel_next_task(e, 0);
	dt_emit(e, STX(BPF_DW, 7, CTX(task), 0));
	dt_emit(e, LDX(BPF_DW, 0, 7, CTX(task)));
}

/* FP_NEXT = ids in the initial namespace. */
static void
global_ids(struct dt_kernel *k, struct dt_emit *e)
{
	const struct dt_koffs *t = &k->off;
	bool together = t->task_tgid == t->task_pid + 4;

	dt_kernel_next_task(e, 0);
	dt_kernel_follow(k, e, t->task_pid, together ? 8 : 4);
	dt_emit(e, STX(BPF_DW, 10, FP_NEXT, 0));
	if (together)
		return;
	dt_kernel_next_task(e, 0);
	dt_kernel_follow(k, e, t->task_tgid, 4);
	dt_emit(e, STX(BPF_W, 10, FP_NEXT + 4, 0));
}

void
dt_kernel_next_ids(struct dt_kernel *k, struct dt_emit *e)
{
	if (k->ns_level == 0) {
		global_ids(k, e);
		return;
	}
	dt_kernel_tpnumber(k, e, DT_NEXT);
	dt_emit(e, MOV(1, 0));
	dt_emit_call(e, "dt_task_ids");
	dt_emit(e, STX(BPF_DW, 10, FP_NEXT, 0));
}

static void
next_task(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_kernel_next_task(e, 0);
	dt_emit(e, STX(BPF_DW, 7, CTX(task), 0));
}

static void
next_pid(const struct dt_kshim *s, struct dt_emit *e)
{
	if (!s->next_ids)
		dt_kernel_next_ids(s->k, e);
	dt_kernel_put_ids(e, FP_NEXT);
}

static void
next_ppid(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	load_next_number(e);
	dt_kernel_fill(e, "dt_fill_ppid", 0);
}

static void
next_uid(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	load_next_number(e);
	dt_kernel_fill(e, "dt_fill_uid", 0);
}

static void
next_comm(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	load_next_number(e);
	dt_kernel_fill(e, "dt_fill_comm", 0);
}

/* dt_thread has just restarted the clock of the CPU for this thread. */
static void
next_vts(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	load_next_number(e);
	dt_kernel_vtime(e, 0);
}

bool
dt_kernel_next(const struct dt_kshim *s, struct dt_emit *e, uint32_t need)
{
	static const struct {
		uint32_t need;
		void (*fill)(const struct dt_kshim *s, struct dt_emit *e);
	} t[] = {
		{ DT_NEED_TASK, next_task },
		{ DT_NEED_PID, next_pid },
		{ DT_NEED_PPID, next_ppid },
		{ DT_NEED_UID, next_uid },
		{ DT_NEED_COMM, next_comm },
		{ DT_NEED_VTS, next_vts },
	};
	size_t i;

	if (s->src == NULL || s->src->who != DT_TP_WHO_NEXT)
		return false;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (need & t[i].need) {
			t[i].fill(s, e);
			return true;
		}
	return false;
}
