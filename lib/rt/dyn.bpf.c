/* SPDX-License-Identifier: MIT */
/* dyn.bpf.c - elements of associative arrays, in maps dynvar and dynlong. */
#include "rt/strvar.h"

#define	NO_ENTRY	(-2)		/* -ENOENT */

int
dt_dyn_key(struct dt_slot *s, uint32_t kw, uint32_t src)
{
	uint64_t words = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t size = DT_IMM(dt_imm_slot_size);
	uint64_t to = DT_IMM(dt_imm_dynkey) + kw * 8ull, from = src, len;

	DT_PIN(to);
	DT_PIN(from);
	if (s == NULL || to > size - 8 - words * 8 ||
	    from > size - 8 - words * 8)
		return kw;
	len = *word_at(s, from);
	*word_at(s, to) = len;
	return kw + 1 + copy_words(word_at(s, to + 8), word_at(s, from + 8),
	    words, len);
}

int
dt_dyn_fill(struct dt_slot *s, uint32_t id, uint32_t kw)
{
	uint64_t max = DT_IMM(dt_imm_dyn_words), self = id >> 31, k;
	uint64_t brief = DT_IMM(dt_imm_dyn_short);
	uint64_t at = DT_IMM(dt_imm_dynkey);
	uint32_t i;

	if (s == NULL)
		return -1;
	*word_at(s, at) = id;
	*word_at(s, at + 8) = self != 0 ? s->ctx.task : 0;
	if (kw <= brief)
		max = brief;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		k = (uint64_t)kw + i;
		DT_PIN(k);
		if (k >= max)
			break;
		*word_at(s, at + k * 8) = 0;
	}
	return 0;
}

/* The map operations for a key of kw words at p. */
DT_INLINE void *
lookup(const char *p, uint32_t kw)
{
	if (kw <= DT_IMM(dt_imm_dyn_short))
		return bpf_map_lookup_elem(dt_map_dynvar, p);
	return bpf_map_lookup_elem(dt_map_dynlong, p);
}

/*
 * Count a failed operation.  The map refuses one in a firing that interrupted
 * an operation on the same bucket.
 */
DT_INLINE int
counted(long err)
{
	if (err == 0)
		return 0;
	__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return -1;
}

DT_INLINE int
delete(const char *p, uint32_t kw)
{
	long err;

	if (kw <= DT_IMM(dt_imm_dyn_short))
		err = bpf_map_delete_elem(dt_map_dynvar, p);
	else
		err = bpf_map_delete_elem(dt_map_dynlong, p);
	return counted(err == NO_ENTRY ? 0 : err);
}

DT_INLINE int
update(const char *p, uint32_t kw, const char *val)
{
	long err;

	if (kw <= DT_IMM(dt_imm_dyn_short))
		err = bpf_map_update_elem(dt_map_dynvar, p, val, 0);
	else
		err = bpf_map_update_elem(dt_map_dynlong, p, val, 0);
	return counted(err);
}

struct mark {
	uint64_t word[DT_DYN_SHORT];
};

DT_INLINE void
mark_key(struct mark *m, uint64_t task)
{
	__builtin_memset(m, 0, sizeof(*m));
	m->word[0] = DT_DYN_SELF;
	m->word[1] = task;
}

/*
 * Mark that the thread has elements, before its first one; 0 if there is no
 * room.  The value does not matter, so that of the element is used.
 */
DT_INLINE int
mark(const struct dt_slot *s, const char *val)
{
	struct mark m;

	mark_key(&m, s->ctx.task);
	return bpf_map_lookup_elem(dt_map_dynvar, &m) != NULL ||
	    bpf_map_update_elem(dt_map_dynvar, &m, val, 0) == 0;
}

int
dt_dyn_match(const void *map, const uint64_t *key, const void *value,
    const uint64_t *task)
{
	(void)value;
	if (key[1] == *task)
		bpf_map_delete_elem((void *)map, key);
	return 0;
}

/* Walk the map only for a thread that has the mark, and so has elements. */
int
dt_dyn_sweep(uint64_t task)
{
	struct mark m;

	if ((DT_IMM(dt_imm_needs) & DT_NEED_DYNSELF) == 0)
		return 0;
	mark_key(&m, task);
	if (bpf_map_lookup_elem(dt_map_dynvar, &m) == NULL)
		return 0;
	bpf_for_each_map_elem(dt_map_dynvar, (void *)dt_dyn_match, &task, 0);
	if (DT_IMM(dt_imm_dyn_words) > DT_IMM(dt_imm_dyn_short))
		bpf_for_each_map_elem(dt_map_dynlong, (void *)dt_dyn_match,
		    &task, 0);
	return 0;
}

/* Insert an element of the thread that may be its first. */
DT_INLINE int
insert(const struct dt_slot *s, const char *p, uint32_t kw, const char *val)
{
	if (mark(s, val))
		return update(p, kw, val);
	__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return -1;
}

/* Find the element whose tuple is in the slot. */
DT_INLINE void *
find(struct dt_slot *s, uint32_t id, uint32_t kw)
{
	char *slot;

	dt_dyn_fill(s, id, kw);
	slot = slot_value(s);
	return slot == NULL ? NULL : lookup(slot + DT_IMM(dt_imm_dynkey), kw);
}

uint64_t
dt_dyn_get(struct dt_slot *s, uint32_t id, uint32_t kw)
{
	const uint64_t *v;

	if (s == NULL)
		return 0;
	v = find(s, id, kw);
	return v == NULL ? 0 : *v;
}

/*
 * The thread's element that must not be deleted, because this firing has
 * interrupted another (see self.bpf.c); or NULL.
 */
DT_INLINE void *
stays(const struct dt_slot *s, uint32_t id, const char *p, uint32_t kw)
{
	return (id & DT_DYN_SELF) != 0 && s->ctx.level != 0 ? lookup(p, kw) :
	    NULL;
}

/*
 * Between search and write the map may reuse the entry for another element,
 * unless only this thread deletes it.  All other entries are written by the map
 * itself, under its lock.
 */
int
dt_dyn_set(struct dt_slot *s, uint32_t id, uint32_t kw, uint64_t value)
{
	uint64_t key = DT_IMM(dt_imm_dynkey), val = DT_IMM(dt_imm_dynval);
	uint64_t *v;
	char *slot;

	if (s == NULL)
		return -1;
	dt_dyn_fill(s, id, kw);
	slot = slot_value(s);
	if (slot == NULL)
		return -1;
	v = stays(s, id, slot + key, kw);
	if (v == NULL && value == 0)
		return delete(slot + key, kw);
	if ((id & DT_DYN_SELF) != 0) {
		if (v == NULL)
			v = lookup(slot + key, kw);
		if (v != NULL) {
			*v = value;
			return 0;
		}
		*word_at(slot, val) = value;
		return insert(s, slot + key, kw, slot + val);
	}
	*word_at(slot, val) = value;
	return update(slot + key, kw, slot + val);
}

int
dt_dyn_getstr(struct dt_slot *s, uint32_t id, uint32_t kw, uint32_t dst)
{
	return s == NULL ? -1 : load_str(s, dst, find(s, id, kw));
}

int
dt_dyn_setstr(struct dt_slot *s, uint32_t id, uint32_t kw, uint32_t src)
{
	uint64_t key = DT_IMM(dt_imm_dynkey), from = src;
	struct dt_str *v;
	char *slot;

	DT_PIN(from);
	if (s == NULL ||
	    from > DT_IMM(dt_imm_slot_size) - DT_IMM(dt_imm_strbytes))
		return -1;
	dt_dyn_fill(s, id, kw);
	slot = slot_value(s);
	if (slot == NULL)
		return -1;
	v = stays(s, id, slot + key, kw);
	if (v != NULL)
		return store_str(s, v, from);
	if (*word_at(s, from) == 0)
		return delete(slot + key, kw);
	if ((id & DT_DYN_SELF) != 0)
		return insert(s, slot + key, kw, slot + from);
	return update(slot + key, kw, slot + from);
}
