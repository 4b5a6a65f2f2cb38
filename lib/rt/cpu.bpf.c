/* SPDX-License-Identifier: MIT */
/* cpu.bpf.c - facts of CPUs, from the table that engine/cpus.c fills. */
#include "rt/bpf.h"

/* The entry of a CPU; NULL: there is no such CPU. */
DT_INLINE const struct dt_ctl *
entry_of(uint64_t cpu)
{
	uint64_t ix = cpu;

	DT_PIN(ix);
	if (ix >= DT_IMM(dt_imm_nslots) / DT_LEVELS)
		return NULL;
	DT_PIN(ix);	/* or the index is scaled before the test */
	return &dt_val_state.ctl[ix];
}

int64_t
dt_cpu_id(struct dt_slot *s, uint64_t cpu)
{
	return s != NULL && entry_of(cpu) != NULL ? (int64_t)cpu : -1;
}

int64_t
dt_cpu_chip(struct dt_slot *s, uint64_t cpu)
{
	const struct dt_ctl *c = entry_of(cpu);

	return s != NULL && c != NULL ? c->chip : -1;
}

int64_t
dt_cpu_node(struct dt_slot *s, uint64_t cpu)
{
	const struct dt_ctl *c = entry_of(cpu);

	return s != NULL && c != NULL ? c->node : -1;
}

int64_t
dt_cpu_mhz(struct dt_slot *s, uint64_t cpu)
{
	const struct dt_ctl *c = entry_of(cpu);

	return s != NULL && c != NULL ? c->mhz : -1;
}
