/* SPDX-License-Identifier: MIT */
/*
 * strvar.h - copies strings to and from maps.  If another CPU writes a string
 * while it is read, bytes of both are mixed, but length and end are valid.
 */
#ifndef DT_STRVAR_H
#define DT_STRVAR_H

#include "rt/bpf.h"

/* The verifier keeps the bounds of the multiplicand, not of the factor. */
#ifdef __bpf__
#define	DT_TIMES(v, n)	__asm__("%0 *= %1" : "+r"(v) : "r"(n))
#else
#define	DT_TIMES(v, n)	((v) *= (n))
#endif

/*
 * The slot as a value of its map: before Linux 6.2 a key or value passed to a
 * map helper may not be in memory that a parameter points to.
 */
DT_INLINE char *
slot_value(const struct dt_slot *s)
{
	uint64_t ix = s->ctx.cpu * DT_LEVELS + s->ctx.level;

	DT_PIN(ix);
	if (ix >= DT_IMM(dt_imm_nslots))
		return NULL;
	DT_TIMES(ix, DT_IMM(dt_imm_slot_size));
	return dt_val_slots + ix;
}

/* Copy v, or the empty string, to slot offset dst. */
DT_INLINE int
load_str(struct dt_slot *s, uint32_t dst, const struct dt_str *v)
{
	uint64_t max = DT_IMM(dt_imm_strsize), words = (max + 7) / 8;
	uint64_t to = dst, len = 0, end;

	DT_PIN(to);
	if (to > DT_IMM(dt_imm_slot_size) - 8 - words * 8)
		return -1;
	if (v != NULL)
		len = *(volatile const uint64_t *)&v->len;
	if (len >= max)
		len = max - 1;
	*word_at(s, to) = len;
	if (v == NULL)
		return 0;
	end = to + 8 + (len & ~7ull);
	DT_PIN(end);
	copy_words(word_at(s, to + 8), word_at(v->s, 0), words, len);
	if (len % 8 != 0 && end <= DT_IMM(dt_imm_slot_size) - 8)
		*word_at(s, end) &= (1ull << len % 8 * 8) - 1;
	return 0;
}

/* Copy the string at slot offset src to v. */
DT_INLINE int
store_str(struct dt_slot *s, struct dt_str *v, uint32_t src)
{
	uint64_t words = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t from = src, len;

	DT_PIN(from);
	if (from > DT_IMM(dt_imm_slot_size) - 8 - words * 8)
		return -1;
	len = *word_at(s, from);
	v->len = len;
	copy_words(word_at(v->s, 0), word_at(s, from + 8), words, len);
	return 0;
}

#endif /* DT_STRVAR_H */
