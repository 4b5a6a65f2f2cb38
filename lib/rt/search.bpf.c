/* SPDX-License-Identifier: MIT */
/*
 * search.bpf.c - positions in strings.  Eight bytes at a time: each matching
 * byte of a word becomes 0x80, the others 0.
 */
#include "rt/bpf.h"

#define	FOUND(p)	(-2 - (int)(p))	/* a position, as result of a step */

/* 0x80 for each byte of w that is 0. */
DT_INLINE uint64_t
zero_bytes(uint64_t w)
{
	return ~(((w & ~DT_HIGHS) + ~DT_HIGHS) | w | ~DT_HIGHS);
}

/*
 * The index n of the lowest byte that is 0x80.  The product with its lowest bit
 * has n in the highest byte.
 */
DT_INLINE uint64_t
lowest_byte(uint64_t w)
{
	return ((w & -w) >> 7) * 0x0001020304050607ull >> 56;
}

/* 1 if a < b, else 0, without a branch; both are lengths. */
DT_INLINE uint64_t
is_less(uint64_t a, uint64_t b)
{
	return (a - b) >> 63;
}

/*
 * The first position, from `from` on, of byte c.  Words begin at `from`, so
 * only a match after the end of the string must be rejected.
 */
int
dt_str_chr(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t c)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, len, p = from;
	uint64_t pattern = (c & 0xff) * DT_ONES, o = str + 8ull + from;
	uint64_t hits = 0, stop;
	uint32_t i;

	DT_PIN(o);
	if (s == NULL || o > DT_IMM(dt_imm_slot_size) - max * 8)
		return -1;
	len = str_length(s, str);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max)
			break;
		hits = zero_bytes(*uword_at(s, o + i * 8ull) ^ pattern);
		stop = hits | is_less(len, p + 9);
		DT_PIN(stop);
		if (stop != 0)
			break;
		p += 8;
	}
	p += lowest_byte(hits);
	return hits != 0 && p < len ? (int)p : -1;
}

/*
 * The last position before `end` of byte c or, with `other`, of any other byte,
 * in the last DT_MAXBACK words.  Words end there, so the first one may overlap
 * the length of the string.
 */
int
dt_str_rchrs(struct dt_slot *s, uint32_t str, uint32_t end, uint32_t c,
    uint32_t other)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, o, hits;
	uint64_t size = DT_IMM(dt_imm_slot_size);
	uint64_t pattern = (c & 0xff) * DT_ONES, flip = other ? DT_HIGHS : 0;
	int64_t p = end;
	uint32_t i;

	if (s == NULL)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXBACK; i++) {
		if (i >= max)
			break;
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
DT_INLINE uint64_t
first_bytes(uint64_t w, uint64_t n)
{
	return w & ((1ull << n % 8 * 8) - 1);
}

/* Are the n bytes at two slot offsets the same? */
int
dt_str_equal(struct dt_slot *s, uint32_t a, uint32_t b, uint32_t n)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, x = a, y = b;
	uint64_t size = DT_IMM(dt_imm_slot_size), differ, stop;
	uint32_t i;

	DT_PIN(x);
	DT_PIN(y);
	if (s == NULL || x > size - max * 8 || y > size - max * 8)
		return 0;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max)
			break;
		differ = *uword_at(s, x + i * 8ull) ^
		    *uword_at(s, y + i * 8ull);
		stop = differ | is_less(n, i * 8ull + 8);
		DT_PIN(stop);
		if (stop == 0)
			continue;
		return n / 8 > i ? 0 : first_bytes(differ, n) == 0;
	}
	return 1;
}

/* Does str, which is long enough, have needle at a position? */
DT_INLINE int
is_at(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t needle)
{
	return dt_str_equal(s, str + 8 + pos, needle + 8,
	    str_length(s, needle));
}

/* The first byte of a string that is not empty. */
DT_INLINE uint32_t
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
int
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
	return is_at(s, str, p, needle) ? FOUND(p) : p + 1;
}

/* The same downwards. */
int
dt_str_rstep(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t needle)
{
	int p;

	if (s == NULL)
		return -1;
	p = str_rchr(s, str, from + 1, first(s, needle), 0);
	if (p < 0)
		return -1;
	return is_at(s, str, p, needle) ? FOUND(p) : p - 1;
}

/* Steps of a search upwards or downwards. */
int
dt_str_search(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t needle,
    uint32_t down)
{
	int p = from;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_INNER, DT_INNER, p = down ?
	    dt_str_rstep(s, str, p, needle) :
	    dt_str_step(s, str, p, needle), p < 0);
	return p;
}

DT_INLINE int
search(struct dt_slot *s, uint32_t str, int p, uint32_t needle, int down)
{
	uint64_t max = DT_IMM(dt_imm_strsize);

	DT_STEPS(DT_OUTER, max,
	    p = dt_str_search(s, str, p, needle, down), p < 0);
	return p < -1 ? FOUND(p) : -1;
}

int
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

int
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

int
dt_str_first(struct dt_slot *s, uint32_t str, uint32_t c)
{
	return s == NULL ? -1 : dt_str_chr(s, str, 0, c);
}

int
dt_str_last(struct dt_slot *s, uint32_t str, uint32_t c)
{
	return s == NULL ? -1 : str_rchr(s, str, str_length(s, str), c, 0);
}

uint64_t
dt_str_len(struct dt_slot *s, uint32_t str)
{
	return s == NULL ? 0 : str_length(s, str);
}

/* One step of dt_str_span(), with the results of dt_str_step(). */
int
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

int
dt_str_spansteps(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t set,
    uint32_t in)
{
	int p = pos;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_INNER, DT_INNER, p = dt_str_spanstep(s, str, p, set, in),
	    p < 0);
	return p;
}

int
dt_str_span(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t set,
    uint32_t in)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	int p = from;

	if (s == NULL || p < 0)
		return -1;
	DT_STEPS(DT_OUTER, max, p = dt_str_spansteps(s, str, p, set, in),
	    p < 0);
	return p < -1 ? FOUND(p) : -1;
}
