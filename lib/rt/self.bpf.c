/* SPDX-License-Identifier: MIT */
/*
 * self.bpf.c - thread-local scalars in map self.  A zero has no entry, or one
 * that is kept for the next value.  Otherwise a variable that is set and
 * cleared at every event would take the map's locks twice each time.
 */
#include "rt/self.h"

/* Add an entry.  0: an interrupting firing has added it, or no room is left. */
DT_INLINE int
insert(const struct dt_selfkey *k, const uint64_t *value)
{
	if (bpf_map_update_elem(dt_map_self, k, value, DT_NOEXIST) != 0)
		return 0;
	__sync_fetch_and_add(&dt_val_state.nself, 1);
	return 1;
}

DT_INLINE void
delete(const struct dt_selfkey *k)
{
	if (bpf_map_delete_elem(dt_map_self, k) == 0)
		__sync_fetch_and_sub(&dt_val_state.nself, 1);
}

uint64_t
dt_self_get(struct dt_slot *s, uint32_t var)
{
	struct dt_selfkey k;
	const uint64_t *v;

	if (s == NULL)
		return 0;
	self_key(&k, s, var);
	v = bpf_map_lookup_elem(dt_map_self, &k);
	return v == NULL ? 0 : *v;
}

/*
 * Entry 0 of a thread is a mask of its variables, numbered modulo 64, so that
 * the end of a thread without any costs one lookup.
 */
int
dt_self_note(uint32_t var, uint64_t task)
{
	struct dt_selfkey k = { 0, task };
	uint64_t mask = 1ull << (var & 63), *m;

	m = bpf_map_lookup_elem(dt_map_self, &k);
	if (m == NULL && insert(&k, &mask))
		return 1;
	if (m == NULL)
		m = bpf_map_lookup_elem(dt_map_self, &k);
	if (m == NULL)
		return 0;
	__sync_fetch_and_or(m, mask);
	return 1;
}

/*
 * May a zero keep its entry?  Only while the map has at most self_keep entries:
 * so there are never more zeroes than that, and the map has room for them.
 *
 * A firing that interrupted another deletes nothing.  The other one may have
 * found the entry and be about to use it; after a deletion the map could have
 * given it to another variable.  The next zero deletes it.
 */
DT_INLINE int
keeps(const struct dt_slot *s)
{
	return s->ctx.level != 0 ||
	    dt_val_state.nself <= DT_IMM(dt_imm_self_keep);
}

/*
 * Writing an existing entry takes no lock of the map.  If an entry cannot be
 * deleted, because the interrupted firing holds the lock, it becomes a zero.
 */
int
dt_self_set(struct dt_slot *s, uint32_t var, uint64_t value)
{
	struct dt_selfkey k;
	uint64_t *v, val = value;

	if (s == NULL)
		return -1;
	self_key(&k, s, var);
	v = bpf_map_lookup_elem(dt_map_self, &k);
	if (v == NULL && value == 0)
		return 0;
	if (v == NULL && dt_self_note(var, k.task)) {
		if (insert(&k, &val))
			return 0;
		v = bpf_map_lookup_elem(dt_map_self, &k);
	}
	if (v == NULL) {
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
		return -1;
	}
	*v = value;
	if (value == 0 && !keeps(s))
		delete(&k);
	return 0;
}

int
dt_self_sweep(uint64_t task)
{
	return self_sweep(task, DT_NEED_SELF, 0, delete);
}
