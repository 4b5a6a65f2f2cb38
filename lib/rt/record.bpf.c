/* SPDX-License-Identifier: MIT */
/* record.bpf.c - records of a principal buffer. */
#include "rt/bpf.h"

DT_INLINE int
fill_room(struct dt_prinbuf *b, const struct dt_slot *s, uint32_t size)
{
	uint64_t whole = DT_IMM(dt_imm_prin_limit) +
	    DT_IMM(dt_imm_prin_reserve);

	if (dt_val_state.activity == DT_COOLDOWN) {
		if ((uint64_t)b->used + size <= whole)
			return b->used;
	} else if (b->full) {
		return -1;
	} else if (size <= whole) {
		b->full = 1;
		b->full_ts = s->ctx.ts;
		dt_val_state.filled = 1;
		return -1;
	}
	b->drops++;
	return -1;
}

DT_INLINE int
ring_room(struct dt_prinbuf *b, uint32_t size)
{
	if (size > DT_IMM(dt_imm_prin_limit)) {
		b->drops++;
		return -1;
	}
	b->lap = b->used;
	b->lap_last = b->last;
	b->used = b->last = b->torn = 0;
	return 0;
}

/*
 * The offset of a record that does not fit after the last one, or -1.  A record
 * larger than the buffer is dropped under any policy.
 */
int
dt_rec_room(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size)
{
	if (b == NULL || s == NULL)
		return -1;
	if (DT_IMM(dt_imm_policy) == DT_POLICY_FILL)
		return fill_room(b, s, size);
	if (DT_IMM(dt_imm_policy) == DT_POLICY_RING)
		return ring_room(b, size);
	b->drops++;
	return -1;
}

/*
 * Zero the place of a record, for its padding and the ends of its strings.
 * Four words at a time, because each record of a ring is zeroed.
 */
int
dt_rec_zero(struct dt_prinbuf *b, uint32_t off, uint32_t size)
{
	uint64_t max = DT_IMM(dt_imm_prin_maxrec), o = off, at = 0, *w;
	uint32_t i;

	DT_PIN(o);
	if (b == NULL || o > DT_IMM(dt_imm_prin_size) - max)
		return 0;
	DT_LOOP
	for (i = 0; i < DT_MAXRECWORDS / 4; i++) {
		if (at + 32 > size || at + 32 > max)
			break;
		w = word_at(b, o + at);
		w[0] = w[1] = w[2] = w[3] = 0;
		at += 32;
	}
	if (at + 8 <= size && at + 8 <= max)
		*word_at(b, o + at) = 0;
	if (at + 16 <= size && at + 16 <= max)
		*word_at(b, o + at + 8) = 0;
	if (at + 24 <= size && at + 24 <= max)
		*word_at(b, o + at + 16) = 0;
	return 0;
}

int
dt_rec_begin(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size)
{
	struct dt_rechdr *h;
	uint64_t o;

	if (b == NULL || s == NULL)
		return 0;
	o = b->used;
	if (b->full || o + size > DT_IMM(dt_imm_prin_limit)) {
		int at = dt_rec_room(b, s, size);

		if (at < 0)
			return 0;
		o = (uint32_t)at;
	}
	o += sizeof(*b);
	if (DT_IMM(dt_imm_policy) == DT_POLICY_RING && b->lap != 0)
		dt_rec_zero(b, o + sizeof(*h), size - sizeof(*h));
	DT_PIN(o);
	if (o > DT_IMM(dt_imm_prin_size) - sizeof(*h))
		return 0;
	h = (struct dt_rechdr *)((char *)b + o);
	h->epid = s->ctx.epid;
	h->ts_hi = s->ctx.ts >> 32;
	h->ts_lo = s->ctx.ts;
	h->words = size / 8;
	if (DT_IMM(dt_imm_policy) == DT_POLICY_RING)
		h->back = b->last;
	s->ctx.rec_off = o;
	s->ctx.rec_size = size;
	return o;
}

int
dt_rec_commit(struct dt_prinbuf *b, struct dt_slot *s)
{
	if (b == NULL || s == NULL || s->ctx.rec_off == 0)
		return 0;
	b->used += s->ctx.rec_size;
	b->nrecs++;
	if (DT_IMM(dt_imm_policy) == DT_POLICY_RING)
		b->last = s->ctx.rec_size / 8;
	s->ctx.rec_off = 0;
	return 0;
}

/* In a ring, the records that the cancelled one has overwritten stay lost. */
int
dt_rec_cancel(struct dt_prinbuf *b, struct dt_slot *s)
{
	uint32_t o, end;

	if (DT_IMM(dt_imm_prin_size) == 0 || b == NULL || s == NULL ||
	    s->ctx.rec_off == 0)
		return 0;
	o = s->ctx.rec_off;
	s->ctx.rec_off = 0;
	end = o - sizeof(*b) + s->ctx.rec_size;
	if (b->torn < end && DT_IMM(dt_imm_policy) == DT_POLICY_RING)
		b->torn = end;
	return dt_rec_zero(b, o, s->ctx.rec_size);
}

int
dt_rec_str(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off, uint32_t str)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t o = off, from = str;

	DT_PIN(o);
	DT_PIN(from);
	if (b == NULL || s == NULL || o > DT_IMM(dt_imm_prin_size) - max * 8 ||
	    from > DT_IMM(dt_imm_slot_size) - 8 - max * 8)
		return -1;
	copy_words(word_at(b, o), word_at(s, from + 8), max,
	    *word_at(s, from));
	return 0;
}

int
dt_rec_words(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off,
    uint32_t src, uint32_t nwords)
{
	uint64_t bsize = DT_IMM(dt_imm_prin_size);
	uint64_t ssize = DT_IMM(dt_imm_slot_size), to, from;
	uint32_t i;

	if (b == NULL || s == NULL)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXFRAMES; i++) {
		to = off + i * 8ull;
		from = src + i * 8ull;
		DT_PIN(to);
		DT_PIN(from);
		if (i >= nwords || to > bsize - 8 || from > ssize - 8)
			break;
		*word_at(b, to) = *word_at(s, from);
	}
	return 0;
}

int
dt_rec_mem(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off,
    uint64_t addr, uint32_t size)
{
	uint64_t max = DT_IMM(dt_imm_prin_maxrec), o = off, n = size;

	DT_PIN(o);
	DT_PIN(n);
	if (b == NULL || s == NULL || n > max ||
	    o > DT_IMM(dt_imm_prin_size) - max)
		return -1;
	if (bpf_probe_read_kernel((char *)b + o, n, addr) == 0)
		return 0;
	s->ctx.fault_addr = addr;
	return -1;
}
