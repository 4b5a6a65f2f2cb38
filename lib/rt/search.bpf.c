/* SPDX-License-Identifier: MIT */
/*
 * search.bpf.c - positions in strings.  Eight bytes at a time: each matching
 * byte of a word becomes 0x80, the others 0.
 */
#include "rt/bpf.h"

#define	FOUND(p)	(-2 - (int)(p))	/* a position, as result of a step */

/* 0x80 for each byte of w that is 0. */
static __attribute__((always_inline)) inline uint64_t
zero_bytes(uint64_t w)
{
	return ~(((w & ~DT_HIGHS) + ~DT_HIGHS) | w | ~DT_HIGHS);
}

/*
 * The index n of the lowest byte that is 0x80.  The product with its lowest bit
 * has n in the highest byte.
 */
static __attribute__((always_inline)) inline uint64_t
lowest_byte(uint64_t w)
{
	return ((w & -w) >> 7) * 0x0001020304050607ull >> 56;
}

/*
 * The first position, from `from` on, of byte c.  Words begin at `from`, so
 * only a match after the end of the string must be rejected.
 */
__attribute__((noinline)) int
dt_str_chr(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t c)
{
	uint64_t size = DT_IMM(dt_imm_slot_size), len, p = from, o, hits;
	uint64_t pattern = (c & 0xff) * DT_ONES;
	uint32_t i;

	if (s == NULL)
		return -1;
	len = str_length(s, str);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		o = str + 8ull + p;
		DT_PIN(o);
		if (p >= len || o > size - 8)
			break;
		hits = zero_bytes(*uword_at(s, o) ^ pattern);
		if (hits != 0) {
			p += lowest_byte(hits);
			return p < len ? (int)p : -1;
		}
		p += 8;
	}
	return -1;
}

/*
 * The last position before `end` of byte c or, with `other`, of any other byte.
 * Words end there, so the first one may overlap the length of the string.
 */
__attribute__((noinline)) int
dt_str_rchr(struct dt_slot *s, uint32_t str, uint32_t end, uint32_t c,
    uint32_t other)
{
	uint64_t size = DT_IMM(dt_imm_slot_size), o, hits;
	uint64_t pattern = (c & 0xff) * DT_ONES, flip = other ? DT_HIGHS : 0;
	int64_t p = end;
	uint32_t i;

	if (s == NULL)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		o = str + (uint64_t)p;
		DT_PIN(o);
		if (p <= 0 || o > size - 8)
			break;
		hits = zero_bytes(*uword_at(s, o) ^ pattern) ^ flip;
		if (hits != 0) {
			p -= 1 + lowest_byte(__builtin_bswap64(hits));
			return p < 0 ? -1 : (int)p;
		}
		p -= 8;
	}
	return -1;
}

/* The first n % 8 bytes of a word. */
static __attribute__((always_inline)) inline uint64_t
first_bytes(uint64_t w, uint64_t n)
{
	return w & ((1ull << n % 8 * 8) - 1);
}

/* Does str, which is long enough, have needle at a position? */
__attribute__((noinline)) int
dt_str_at(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t needle)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, n = needle, len, o;
	uint64_t size = DT_IMM(dt_imm_slot_size);
	uint32_t i;

	DT_PIN(n);
	if (s == NULL || n > size - 8 - max * 8)
		return 0;
	len = *word_at(s, n);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		o = str + 8ull + pos + i * 8ull;
		DT_PIN(o);
		if (i >= max || i * 8 + 8 > len || o > size - 8)
			break;
		if (*uword_at(s, o) != *word_at(s, n + 8 + i * 8ull))
			return 0;
	}
	o = str + 8ull + pos + (len & ~7ull);
	n += 8 + (len & ~7ull);
	DT_PIN(o);
	DT_PIN(n);
	if (o > size - 8 || n > size - 8)
		return 0;
	return first_bytes(*uword_at(s, o) ^ *word_at(s, n), len) == 0;
}

/* The first byte of a string that is not empty. */
static __attribute__((always_inline)) inline uint32_t
first(const struct dt_slot *s, uint32_t str)
{
	uint64_t o = str;

	DT_PIN(o);
	return o > DT_IMM(dt_imm_slot_size) - 16 ? 0 : *word_at(s, o + 8) & 255;
}

/*
 * One step of a search for needle, upwards from `from`.  Returns
 * FOUND(position), the position to continue from, or -1.
 */
__attribute__((noinline)) int
dt_str_step(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t needle)
{
	uint64_t len, n;
	int p;

	if (s == NULL)
		return -1;
	len = str_length(s, str);
	n = str_length(s, needle);
	p = dt_str_chr(s, str, from, first(s, needle));
	if (p < 0 || (uint64_t)p + n > len)
		return -1;
	return dt_str_at(s, str, p, needle) ? FOUND(p) : p + 1;
}

/* The same downwards. */
__attribute__((noinline)) int
dt_str_rstep(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t needle)
{
	int p;

	if (s == NULL)
		return -1;
	p = dt_str_rchr(s, str, from + 1, first(s, needle), 0);
	if (p < 0)
		return -1;
	return dt_str_at(s, str, p, needle) ? FOUND(p) : p - 1;
}

/*
 * Search from p upwards or downwards.  A step has one branch: the verifier
 * follows at most 8,192 in a row.
 */
static __attribute__((always_inline)) inline int
search(struct dt_slot *s, uint32_t str, int p, uint32_t needle, int down)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	uint32_t i;

	DT_LOOP
	for (i = 0; i < DT_MAXBYTES; i++) {
		if (i >= max)
			return -1;
		p = down ? dt_str_rstep(s, str, p, needle) :
		    dt_str_step(s, str, p, needle);
		if (p < 0)
			break;
	}
	return p < -1 ? FOUND(p) : -1;
}

__attribute__((noinline)) int
dt_str_index(struct dt_slot *s, uint32_t str, uint32_t needle, int64_t start)
{
	uint64_t len, n;

	if (s == NULL)
		return -1;
	len = str_length(s, str);
	n = str_length(s, needle);
	if (start < 0)
		start = 0;
	if (n == 0)
		return (uint64_t)start < len ? (int)start : (int)len;
	if ((uint64_t)start >= len)
		return -1;
	return search(s, str, start, needle, 0);
}

__attribute__((noinline)) int
dt_str_rindex(struct dt_slot *s, uint32_t str, uint32_t needle, int64_t start)
{
	uint64_t len, n;

	if (s == NULL)
		return -1;
	len = str_length(s, str);
	n = str_length(s, needle);
	if (n > len)
		return -1;
	if (start < 0)
		return n == 0 ? 0 : -1;
	if ((uint64_t)start > len - n)
		start = len - n;
	if (n == 0)
		return start;
	return search(s, str, start, needle, 1);
}

__attribute__((noinline)) int
dt_str_first(struct dt_slot *s, uint32_t str, uint32_t c)
{
	return s == NULL ? -1 : dt_str_chr(s, str, 0, c);
}

__attribute__((noinline)) int
dt_str_last(struct dt_slot *s, uint32_t str, uint32_t c)
{
	return s == NULL ? -1 : dt_str_rchr(s, str, str_length(s, str), c, 0);
}

__attribute__((noinline)) uint64_t
dt_str_len(struct dt_slot *s, uint32_t str)
{
	return s == NULL ? 0 : str_length(s, str);
}

/* One step of dt_str_span(), with the results of dt_str_step(). */
__attribute__((noinline)) int
dt_str_spanstep(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t set,
    uint32_t in)
{
	uint64_t o = str + 8ull + pos;
	uint32_t c;

	if (s == NULL || pos >= str_length(s, str))
		return -1;
	DT_PIN(o);
	if (o > DT_IMM(dt_imm_slot_size) - 1)
		return -1;
	c = ((const unsigned char *)s)[o];
	if ((dt_str_chr(s, set, 0, c) >= 0) == (in != 0))
		return FOUND(pos);
	return (int)pos + 1;
}

__attribute__((noinline)) int
dt_str_span(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t set,
    uint32_t in)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	int p = from;
	uint32_t i;

	if (s == NULL || p < 0)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXBYTES; i++) {
		if (i >= max)
			return -1;
		p = dt_str_spanstep(s, str, p, set, in);
		if (p < 0)
			break;
	}
	return p < -1 ? FOUND(p) : -1;
}
