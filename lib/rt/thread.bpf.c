/* SPDX-License-Identifier: MIT */
/* thread.bpf.c - the CPU time of a thread, and its end. */
#include "rt/bpf.h"

/* The time up to the last switch on this CPU, plus the time since then. */
uint64_t
dt_vtime(uint64_t task)
{
	uint32_t cpu = bpf_get_smp_processor_id();
	const uint64_t *sum = bpf_map_lookup_elem(dt_map_vtime, &task), *since;
	uint64_t time = sum != NULL ? *sum : 0;

	since = bpf_map_lookup_elem(dt_map_oncpu, &cpu);
	return since == NULL ? time : time + bpf_ktime_get_ns() - *since;
}

int
dt_sweep(uint64_t task)
{
	dt_selfstr_sweep(task);
	dt_self_sweep(task);
	dt_dyn_sweep(task);
	if (DT_IMM(dt_imm_needs) & DT_NEED_VTS)
		bpf_map_delete_elem(dt_map_vtime, &task);
	return 0;
}
