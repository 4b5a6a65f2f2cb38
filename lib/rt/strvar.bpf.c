/* SPDX-License-Identifier: MIT */
/* strvar.bpf.c - string variables: global, this->, self->. */
#include "rt/self.h"
#include "rt/strvar.h"

int
dt_gstr_get(struct dt_slot *s, uint32_t dst, uint32_t ix)
{
	uint32_t key = ix;

	if (s == NULL)
		return -1;
	return load_str(s, dst, bpf_map_lookup_elem(dt_map_gstrs, &key));
}

int
dt_gstr_set(struct dt_slot *s, uint32_t ix, uint32_t src)
{
	uint32_t key = ix;
	struct dt_str *v = bpf_map_lookup_elem(dt_map_gstrs, &key);

	return s == NULL || v == NULL ? -1 : store_str(s, v, src);
}

int
dt_this_get(struct dt_slot *s, uint32_t dst, uint32_t ix, uint32_t off)
{
	uint64_t i = ix;

	DT_PIN(i);
	if (s == NULL || i >= DT_NTHIS)
		return -1;
	if (s->this_var[i] != 0)
		return dt_str_copy(s, dst, off);
	return load_str(s, dst, NULL);
}

int
dt_this_set(struct dt_slot *s, uint32_t ix, uint32_t off, uint32_t src)
{
	uint64_t i = ix;

	DT_PIN(i);
	if (s == NULL || i >= DT_NTHIS)
		return -1;
	s->this_var[i] = 1;
	return dt_str_copy(s, off, src);
}

int
dt_selfstr_get(struct dt_slot *s, uint32_t dst, uint32_t var)
{
	struct dt_selfkey k;

	if (s == NULL)
		return -1;
	self_key(&k, s, var);
	return load_str(s, dst, bpf_map_lookup_elem(dt_map_selfstr, &k));
}

/*
 * An empty string has no entry.  A firing that interrupted another neither
 * deletes an entry nor lets the map replace it, as in self.bpf.c.
 */
int
dt_selfstr_set(struct dt_slot *s, uint32_t var, uint32_t src)
{
	struct dt_str *v = NULL;
	uint64_t from = src;
	struct dt_selfkey k;
	char *p;

	DT_PIN(from);
	if (s == NULL || from > DT_IMM(dt_imm_slot_size) -
	    DT_IMM(dt_imm_strbytes))
		return -1;
	self_key(&k, s, var);
	if (s->ctx.level != 0)
		v = bpf_map_lookup_elem(dt_map_selfstr, &k);
	if (v != NULL)
		return store_str(s, v, from);
	if (*word_at(s, from) == 0) {
		bpf_map_delete_elem(dt_map_selfstr, &k);
		return 0;
	}
	p = slot_value(s);
	if (p != NULL && dt_self_note(var, k.task) &&
	    bpf_map_update_elem(dt_map_selfstr, &k, p + from, 0) == 0)
		return 0;
	__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return -1;
}

DT_INLINE void
delete(const struct dt_selfkey *k)
{
	bpf_map_delete_elem(dt_map_selfstr, k);
}

int
dt_selfstr_sweep(uint64_t task)
{
	return self_sweep(task, DT_NEED_SELFSTR, 1, delete);
}
