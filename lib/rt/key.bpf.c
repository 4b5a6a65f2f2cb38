/* SPDX-License-Identifier: MIT */
/* key.bpf.c - appends values of several words to a key. */
#include "rt/bpf.h"

/* The planner made room for a value; one that does not fit is left out. */
int
dt_key_str(struct dt_slot *s, uint32_t kw, uint32_t off)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t k = kw, o = off, len;
	const struct dt_str *str;

	DT_PIN(k);
	DT_PIN(o);
	if (s == NULL || k > DT_IMM(dt_imm_key_words) - 1 - max ||
	    o > DT_IMM(dt_imm_slot_size) - sizeof(*str) - max * 8)
		return kw;
	str = (const struct dt_str *)((const char *)s + o);
	len = str->len;
	s->key[k] = len;
	return kw + 1 + copy_words(&s->key[k + 1], word_at(str->s, 0), max,
	    len);
}

int
dt_key_stack(struct dt_slot *s, uint32_t kw, uint32_t off, uint32_t bytes)
{
	uint64_t max = DT_IMM(dt_imm_key_words);
	uint64_t size = DT_IMM(dt_imm_slot_size);
	uint32_t i, n = bytes / 8;
	uint64_t k = kw, o;

	DT_PIN(k);
	if (s == NULL || k >= max)
		return kw;
	s->key[k] = n;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		o = off + i * 8ull;
		DT_PIN(o);
		k = kw + 1ull + i;
		DT_PIN(k);
		if (i >= n || i >= max || k >= max || o > size - 8)
			break;
		s->key[k] = *word_at(s, o);
	}
	return kw + 1 + i;
}
