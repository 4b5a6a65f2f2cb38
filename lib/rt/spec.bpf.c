/* SPDX-License-Identifier: MIT */
/* spec.bpf.c - speculations: ids, records, commit and discard. */
#include "rt/bpf.h"

/* The byte offset in map specs of an id from 1 to nspec; 0 for any other. */
DT_INLINE uint64_t
spec_off(uint64_t id)
{
	uint64_t o = id;

	DT_PIN(o);
	return o > DT_IMM(dt_imm_nspec) ? 0 : o * sizeof(uint64_t);
}

DT_INLINE uint64_t
spec_name(uint64_t use, uint64_t id)
{
	return use << DT_SPEC_IDBITS | id;
}

/* Take the id if it is free; another CPU may be faster. */
int
dt_spec_try(uint32_t id)
{
	uint64_t at = spec_off(id), use, *w = word_at(dt_val_specs, at);

	if (at == 0)
		return 0;
	use = *(volatile uint64_t *)w;
	return (use & 1) == 0 &&
	    __sync_val_compare_and_swap(w, use, use + 1) == use;
}

/* An id takes one branch: the verifier follows at most 8,192 in a row. */
int
dt_speculation(struct dt_slot *s)
{
	uint64_t max = DT_IMM(dt_imm_nspec);
	uint32_t id;

	if (s == NULL)
		return 0;
	DT_LOOP
	for (id = 1; id <= DT_SPEC_MAX; id++) {
		if (id > max)
			break;
		if (dt_spec_try(id))
			return id;
	}
	__sync_fetch_and_add(&dt_val_state.nospecs, 1);
	return 0;
}

int
dt_spec_begin(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size,
    uint64_t id)
{
	uint64_t at = spec_off(id), use, o;

	if (b == NULL || s == NULL || at == 0)
		return 0;
	use = *(volatile uint64_t *)word_at(dt_val_specs, at);
	if ((use & 1) == 0)
		return 0;
	o = (uint32_t)dt_rec_begin(b, s, size);
	DT_PIN(o);
	if (o == 0 || o > DT_IMM(dt_imm_prin_size) - DT_SPEC_RECSIZE)
		return 0;
	*word_at(b, o + sizeof(struct dt_rechdr)) = spec_name(use, id);
	return o;
}

/*
 * End the use of an id.  Returns its odd value, or 0 if it was free.  Only one
 * of several callers succeeds.
 */
DT_INLINE uint64_t
decide(uint64_t at)
{
	uint64_t *w = word_at(dt_val_specs, at);
	uint64_t use = *(volatile uint64_t *)w;

	if ((use & 1) != 0 &&
	    __sync_val_compare_and_swap(w, use, use + 1) == use)
		return use;
	return 0;
}

/* Without room for its record the speculation is lost, as one drop. */
int
dt_spec_commit(struct dt_prinbuf *b, struct dt_slot *s, uint64_t id)
{
	uint64_t at = spec_off(id), use, o;

	if (b == NULL || s == NULL || id == 0)
		return 0;
	if (at == 0)
		return -1;
	use = decide(at);
	if (use == 0)
		return 0;
	o = (uint32_t)dt_rec_begin(b, s, DT_SPEC_RECSIZE);
	DT_PIN(o);
	if (o == 0 || o > DT_IMM(dt_imm_prin_size) - DT_SPEC_RECSIZE)
		return 0;
	*word_at(b, o + sizeof(struct dt_rechdr)) =
	    spec_name(use, id) | DT_SPEC_COMMIT;
	dt_rec_commit(b, s);
	return 0;
}

int
dt_spec_discard(struct dt_slot *s, uint64_t id)
{
	uint64_t at = spec_off(id);

	if (s == NULL || id == 0)
		return 0;
	if (at == 0)
		return -1;
	decide(at);
	return 0;
}
