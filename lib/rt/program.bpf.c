/* SPDX-License-Identifier: MIT */
/*
 * program.bpf.c - programs of the kernel engine that run no clauses, and those
 * that inspect the kernel once.
 */
#include "rt/deadman.h"
#include "rt/kmem.h"

/* A clock of one CPU runs this. */
int
dt_deadman(const uint64_t *ctx)
{
	(void)ctx;
	if (dt_deadman_check(&dt_val_state, DT_IMM(dt_imm_deadman),
	    bpf_ktime_get_ns()))
		dt_end_cpus(DT_ACTIVE, DT_KILLED);
	return 0;
}

/* Runs at a switch, where the current thread is the outgoing one. */
DT_INLINE void
add_time(uint64_t task)
{
	uint32_t cpu = bpf_get_smp_processor_id();
	uint64_t *since = bpf_map_lookup_elem(dt_map_oncpu, &cpu), *sum;
	uint64_t now = bpf_ktime_get_ns(), time;

	if (since == NULL)
		return;
	time = now - *since;
	*since = now;
	sum = bpf_map_lookup_elem(dt_map_vtime, &task);
	if (sum != NULL)
		*sum += time;
	else
		bpf_map_update_elem(dt_map_vtime, &task, &time, 0);
}

int
dt_thread(const uint64_t *ctx)
{
	uint64_t task = bpf_get_current_task();
	uint64_t when = DT_IMM(dt_imm_sweep);

	if (DT_IMM(dt_imm_needs) & DT_NEED_VTS)
		add_time(task);
	if (when == DT_SWEEP_ALWAYS || (when == DT_SWEEP_DEAD &&
	    (ctx[DT_PREV_STATE] & DT_TASK_DEAD)))
		dt_sweep(task);
	return 0;
}

/* A thread has a struct upid for each namespace level, the innermost last. */
int
dt_look_ns(const uint64_t *ctx)
{
	uint64_t pid = word_of(bpf_get_current_task(),
	    DT_IMM(dt_imm_task_thread_pid));
	uint64_t level = half_of(pid, DT_IMM(dt_imm_pid_level));

	(void)ctx;
	dt_val_rows.ns_level = level;
	dt_val_rows.ns_self = word_of(pid + DT_IMM(dt_imm_pid_numbers) +
	    level * UPID_SIZE, DT_IMM(dt_imm_upid_ns));
	return 0;
}

int
dt_look_stack(const uint64_t *ctx)
{
	if (dt_ids() == DT_IMM(dt_imm_look_ids))
		dt_val_rows.stack_size = bpf_get_stack(ctx, dt_val_rows.frame,
		    sizeof(dt_val_rows.frame), 0);
	return 0;
}
