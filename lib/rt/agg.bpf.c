/* SPDX-License-Identifier: MIT */
/* agg.bpf.c - finds and inserts records in an aggregation buffer. */
#include "rt/bpf.h"

#define	FIRST		10	/* words: a length, 72 bytes of a string */
#define	PROBES		64	/* index words looked at before giving up */

/*
 * The first words are hashed without a loop, which halves the cost of a key.
 * In a run without keys the slot ends where the key would begin, so each word
 * is checked against the longest key of the run.
 */
DT_INLINE uint64_t
hash(const struct dt_slot *s, uint32_t form, uint32_t kw)
{
	uint64_t h = dt_hash_form(form), f = dt_hash_factor(FIRST);
	uint64_t max = DT_IMM(dt_imm_key_words), n = words_of(kw * 8ull);
	uint32_t i;

	DT_UNROLL
	for (i = 0; i < FIRST; i++) {
		if (i >= max || i >= kw)
			return h;
		h = dt_hash_word(h, i, s->key[i]);
	}
	DT_LOOP
	for (; i < DT_MAXWORDS; i++) {
		if (i >= n || i >= max)
			break;
		h = dt_hash_add(h, f, s->key[i]);
		f += DT_HASH_STEP;
	}
	return h;
}

/* Does the record that may be at off have the slot's key words? */
DT_INLINE int
is_equal(const struct dt_aggbuf *b, uint64_t off, const struct dt_slot *s,
    uint32_t kw)
{
	uint64_t max = DT_IMM(dt_imm_key_words);
	const struct dt_aggrec *r = (const void *)word_at(b, off);
	uint32_t i;

	DT_UNROLL
	for (i = 0; i < FIRST; i++) {
		if (i >= max || i >= kw)
			return 1;
		if (r->word[i] != s->key[i])
			return 0;
	}
	return kw == FIRST || dt_agg_equal(b, off, s, kw);
}

/* Does the record at off have the slot's key words? */
int
dt_agg_equal(const struct dt_aggbuf *b, uint32_t off, const struct dt_slot *s,
    uint32_t kw)
{
	uint64_t max = DT_IMM(dt_imm_key_words), o = off;
	const struct dt_aggrec *r;
	uint32_t i;

	DT_PIN(o);
	if (b == NULL || s == NULL ||
	    o > DT_IMM(dt_imm_agg_size) - DT_IMM(dt_imm_agg_maxrec))
		return 0;
	r = (const struct dt_aggrec *)((const char *)b + o);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= kw || i >= max)
			break;
		if (r->word[i] != s->key[i])
			return 0;
	}
	return 1;
}

/* Append a record whose first 8 bytes are head.  Returns its offset, or 0. */
int
dt_agg_insert(struct dt_aggbuf *b, const struct dt_slot *s, uint64_t head,
    uint32_t nw)
{
	uint64_t max = DT_IMM(dt_imm_key_words), kw = head >> 48, o;
	uint64_t n = words_of(kw * 8);
	struct dt_aggrec *r;
	uint32_t i;

	if (b == NULL || s == NULL)
		return 0;
	o = b->used != 0 ? b->used : DT_IMM(dt_imm_agg_data);
	DT_PIN(o);
	if (o > DT_IMM(dt_imm_agg_size) - DT_IMM(dt_imm_agg_maxrec)) {
		b->drops++;
		return 0;
	}
	r = (struct dt_aggrec *)((char *)b + o);
	*(uint64_t *)r = head;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= n || i >= max)
			break;
		r->word[i] = s->key[i];
	}
	b->used = o + sizeof(*r) + (kw + nw) * 8;
	return o;
}

/* Search the index from the key's place to the first free one. */
int
dt_agg_search(struct dt_aggbuf *b, struct dt_slot *s, uint64_t head,
    uint32_t nw)
{
	uint32_t i, kw = head >> 48, base, *ip;
	uint64_t o;

	if (b == NULL || s == NULL)
		return 0;
	base = b->base;
	DT_LOOP
	for (i = 0; i < PROBES; i++) {
		o = ((uint32_t)head + i) & (DT_IMM(dt_imm_agg_nidx) - 1);
		ip = (uint32_t *)((char *)(b + 1) + o * 4);
		o = *ip;
		if (o <= base) {
			o = (uint32_t)dt_agg_insert(b, s, head, nw);
			if (o == 0)
				return 0;
			*ip = base + (uint32_t)o / 8;
			return (o + sizeof(head) + kw * 8) | 1;
		}
		o = (o - base) * 8;
		DT_PIN(o);
		if (o > DT_IMM(dt_imm_agg_size) - DT_IMM(dt_imm_agg_maxrec))
			return 0;
		if (*word_at(b, o) == head && dt_agg_equal(b, o, s, kw))
			return o + sizeof(head) + kw * 8;
	}
	b->drops++;
	return 0;
}

/*
 * Nearly every key is at the first place.  One comparison covers the first 8
 * bytes of a record: hash, form and number of key words.
 */
int
dt_agg_find(struct dt_aggbuf *b, struct dt_slot *s, uint32_t form, uint32_t kw,
    uint32_t nw)
{
	uint64_t head, o;
	uint32_t *ip;

	if (b == NULL || s == NULL)
		return 0;
	head = (uint32_t)hash(s, form, kw) | dt_rec_head(form, kw);
	o = head & (DT_IMM(dt_imm_agg_nidx) - 1);
	ip = (uint32_t *)((char *)(b + 1) + o * 4);
	o = *ip;
	if (o > b->base) {
		o = (o - b->base) * 8;
		DT_PIN(o);
		if (o <= DT_IMM(dt_imm_agg_size) - DT_IMM(dt_imm_agg_maxrec) &&
		    *word_at(b, o) == head && is_equal(b, o, s, kw))
			return o + sizeof(head) + kw * 8;
	}
	return dt_agg_search(b, s, head, nw);
}

/* The 128-bit square is the sum of products of 32-bit halves, with carry. */
int
dt_agg_stddev(struct dt_aggbuf *b, uint32_t off, int64_t v)
{
	uint64_t a = v < 0 ? -(uint64_t)v : (uint64_t)v, o = off & ~7u;
	uint64_t lo = (uint32_t)a, hi = a >> 32, mid = lo * hi;
	uint64_t *w, sq, top;

	DT_PIN(o);
	if (b == NULL || o > DT_IMM(dt_imm_agg_size) - 4 * sizeof(*w))
		return -1;
	w = word_at(b, o);
	sq = lo * lo;
	top = hi * hi + (mid >> 31);
	mid <<= 33;
	sq += mid;
	top += sq < mid;
	w[0]++;
	w[1] += v;
	w[2] += sq;
	w[3] += top + (w[2] < sq);
	return 0;
}
