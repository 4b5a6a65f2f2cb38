/* SPDX-License-Identifier: MIT */
/*
 * self.h - keys of thread-local scalars and strings, and the mask of a thread's
 * variables.
 */
#ifndef DT_SELF_H
#define DT_SELF_H

#include "rt/bpf.h"

DT_INLINE void
self_key(struct dt_selfkey *k, const struct dt_slot *s, uint32_t var)
{
	k->var = var;
	k->task = s->ctx.task;
}

/*
 * Delete each variable that the thread may have, from number `from` on.
 * Variable 0 is the mask, which exists if any other variable does.
 */
DT_INLINE int
self_sweep(uint64_t task, uint32_t need, uint32_t from,
    void (*forget)(const struct dt_selfkey *))
{
	struct dt_selfkey k = { 0, task };
	uint64_t *m, mask;
	uint32_t i;

	if ((DT_IMM(dt_imm_needs) & need) == 0)
		return 0;
	m = bpf_map_lookup_elem(dt_map_self, &k);
	if (m == NULL)
		return 0;
	mask = *m;
	DT_LOOP
	for (i = from; i < DT_NSELF; i++) {
		k.var = i;
		if (i == 0 || (mask >> (i & 63) & 1))
			forget(&k);
	}
	return 0;
}

#endif /* DT_SELF_H */
