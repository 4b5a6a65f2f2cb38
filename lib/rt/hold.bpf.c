/* SPDX-License-Identifier: MIT */
/*
 * hold.bpf.c - holds a thread of a watched process in its dynamic loader, while
 * the consumer adds probes to the code that has just been mapped.
 */
#include "rt/kmem.h"

#define	GENERATIONS	64
#define	LIMIT		(500 * 1000000ull)	/* ns */
#define	STEPS		(1 << 23)

/* The first task is its own parent. */
int
dt_is_kin(uint64_t task)
{
	uint32_t i, k, pid;
	uint64_t parent;

	DT_LOOP
	for (i = 0; i < GENERATIONS; i++) {
		pid = dt_task_pid(task);
		if (pid == 0)
			return 0;
		for (k = 0; k < DT_NKIN; k++)
			if (dt_val_state.kin[k] == pid)
				return 1;
		parent = word_of(task, DT_IMM(dt_imm_task_parent));
		if (parent == 0 || parent == task)
			return 0;
		task = parent;
	}
	return 0;
}

/*
 * No helper sleeps.  A fault of a page gives the CPU to another thread, where
 * that is not done at any time anyway; no page is mapped at address 0.
 */
long
dt_hold_step(uint32_t i, void *arg)
{
	const struct dt_holding *h = arg;
	char c;

	(void)i;
	if (bpf_ringbuf_query(dt_map_holds, DT_RING_CONSUMED) >= h->upto ||
	    dt_val_state.activity != DT_ACTIVE ||
	    bpf_ktime_get_ns() >= h->held.until)
		return 1;
	bpf_copy_from_user(&c, sizeof(c), 0);
	return 0;
}

/* The consumer takes the record out when it has looked at the process. */
int
dt_hold(const void *ctx)
{
	uint64_t task = bpf_get_current_task();
	struct dt_holding h;

	(void)ctx;
	if (dt_val_state.activity != DT_ACTIVE || !dt_is_kin(task))
		return 0;
	h.held.pid = dt_task_pid(task);
	h.held.until = bpf_ktime_get_ns() + LIMIT;
	if (bpf_ringbuf_output(dt_map_holds, &h.held, sizeof(h.held),
	    DT_RING_WAKE) != 0)
		return 0;
	h.upto = bpf_ringbuf_query(dt_map_holds, DT_RING_PRODUCED);
	bpf_loop(STEPS, (void *)dt_hold_step, &h, 0);
	return 0;
}
