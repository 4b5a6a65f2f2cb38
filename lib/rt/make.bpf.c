/* SPDX-License-Identifier: MIT */
/*
 * make.bpf.c - strings from strings and numbers.  The result at slot offset dst
 * is cut at strsize - 1.  dst is never an operand.
 */
#include "rt/bpf.h"

#define	ALL	((int64_t)(~0ull >> 1))

/* Copy len bytes of src from position pos, all of which exist. */
int
dt_str_part(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos,
    uint32_t len)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, to = dst;
	uint64_t size = DT_IMM(dt_imm_slot_size), from = src + 8ull + pos;
	uint64_t n = words_of(len);
	uint32_t i;

	DT_PIN(to);
	DT_PIN(from);
	if (s == NULL || to > size - 8 - max * 8 || from > size - max * 8)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= n)
			break;
		*word_at(s, to + 8 + i * 8ull) = *uword_at(s, from + i * 8ull);
	}
	return str_end(s, dst, len);
}

/* Copy src from position pos to its end; nothing if pos is negative. */
int
dt_str_from(struct dt_slot *s, uint32_t dst, uint32_t src, int32_t pos)
{
	uint64_t len;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	if (pos < 0 || (uint64_t)pos >= len)
		return dt_str_part(s, dst, src, 0, 0);
	return dt_str_part(s, dst, src, pos, len - pos);
}

/*
 * Copy src from position `from` to `to`, or to its end if `to` is negative;
 * nothing if `from` is negative.
 */
int
dt_str_token(struct dt_slot *s, uint32_t dst, uint32_t src, int32_t from,
    int32_t to)
{
	int32_t len;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	if (to < 0 || to > len)
		to = len;
	if (from < 0 || from > to)
		return dt_str_part(s, dst, src, 0, 0);
	return dt_str_part(s, dst, src, from, to - from);
}

DT_INLINE int64_t
clamp(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

/* Negative positions and lengths count from the end of src.  n may be ALL. */
int
dt_str_substr(struct dt_slot *s, uint32_t dst, uint32_t src, int64_t pos,
    int64_t n)
{
	int64_t len, to;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	if (pos < 0)
		pos += len;
	if (pos > len)
		pos = len;
	if (n == ALL || (n > len && pos >= 0))
		to = len;
	else
		to = clamp(n < 0 ? len + n : pos + n, 0, len);
	pos = clamp(pos, 0, to);
	return dt_str_part(s, dst, src, pos, to - pos);
}

/* Append src to the string at dst. */
int
dt_str_append(struct dt_slot *s, uint32_t dst, uint32_t src)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, from = src, len, n, to;
	uint64_t words;
	uint64_t size = DT_IMM(dt_imm_slot_size);
	uint32_t i;

	DT_PIN(from);
	if (s == NULL || from > size - 8 - max * 8)
		return -1;
	len = str_length(s, dst);
	to = dst + 8 + len;
	DT_PIN(to);
	if (to > size - max * 8)
		return -1;
	n = *word_at(s, from);
	if (n > DT_IMM(dt_imm_strsize) - 1 - len)
		n = DT_IMM(dt_imm_strsize) - 1 - len;
	words = words_of(n);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= words)
			break;
		*uword_at(s, to + i * 8ull) = *word_at(s, from + 8 + i * 8ull);
	}
	return str_end(s, dst, len + n);
}

/* Make a string of one byte. */
DT_INLINE int
one(struct dt_slot *s, uint32_t dst, uint64_t c)
{
	uint64_t to = dst;

	DT_PIN(to);
	if (to > DT_IMM(dt_imm_slot_size) - 16)
		return -1;
	*word_at(s, to + 8) = c;
	return str_end(s, dst, DT_IMM(dt_imm_strsize) > 1);
}

/*
 * As in POSIX: trailing slashes do not count, a path of slashes is "/", an
 * empty path is ".".
 */
int
dt_str_basename(struct dt_slot *s, uint32_t dst, uint32_t src)
{
	uint64_t len;
	int last, slash;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	last = str_rchr(s, src, len, '/', 1);
	if (last < 0)
		return one(s, dst, len == 0 ? '.' : '/');
	slash = str_rchr(s, src, last, '/', 0);
	return dt_str_part(s, dst, src, slash + 1, last - slash);
}

int
dt_str_dirname(struct dt_slot *s, uint32_t dst, uint32_t src)
{
	uint64_t len;
	int last, slash;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	last = str_rchr(s, src, len, '/', 1);
	if (last < 0)
		return one(s, dst, len == 0 ? '.' : '/');
	slash = str_rchr(s, src, last, '/', 0);
	if (slash < 0)
		return one(s, dst, '.');
	last = str_rchr(s, src, slash, '/', 1);
	if (last < 0)
		return one(s, dst, '/');
	return dt_str_part(s, dst, src, 0, last + 1);
}

/*
 * Change the case of the letters from `from`, 'a' or 'A', on.  Eight bytes at
 * once: a number is added to each, without its high bit, that sets the high bit
 * if the byte is in range.
 */
int
dt_str_case(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t from)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, to = dst, o = src;
	uint64_t low = (128 - (uint64_t)from) * DT_ONES, len, w, in;
	uint64_t high = (128 - 26 - (uint64_t)from) * DT_ONES, n;
	uint32_t i;

	DT_PIN(to);
	DT_PIN(o);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 8 - max * 8 ||
	    o > DT_IMM(dt_imm_slot_size) - 8 - max * 8)
		return -1;
	len = *word_at(s, o);
	*word_at(s, to) = len;
	n = words_of(len);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= n)
			break;
		w = *word_at(s, o + 8 + i * 8ull);
		in = (w & ~DT_HIGHS) + low;
		in &= ~((w & ~DT_HIGHS) + high) & ~w & DT_HIGHS;
		*word_at(s, to + 8 + i * 8ull) = w ^ in >> 2;
	}
	return 0;
}

/* The number of digits of v. */
int
dt_num_digits(uint64_t v, uint64_t base)
{
	uint32_t i;

	if (base < 2)
		return 0;
	DT_LOOP
	for (i = 1; i < 64; i++) {
		v /= base;
		if (v == 0)
			break;
	}
	return i;
}

/* v without its last n digits. */
uint64_t
dt_num_shift(uint64_t v, uint64_t base, uint32_t n)
{
	uint32_t i;

	if (base < 2)
		return 0;
	DT_LOOP
	for (i = 0; i < 64; i++) {
		if (i >= n)
			break;
		v /= base;
	}
	return v;
}

/* Write the last n digits of v at slot offset `at`. */
int
dt_num_put(struct dt_slot *s, uint32_t at, uint64_t v, uint64_t base,
    uint32_t n)
{
	uint64_t size = DT_IMM(dt_imm_slot_size), d, o;
	uint32_t i;

	if (s == NULL || base < 2)
		return -1;
	DT_LOOP
	for (i = 0; i < 64; i++) {
		o = at + (uint64_t)n - 1 - i;
		DT_PIN(o);
		if (i >= n || o > size - 1)
			break;
		d = v % base;
		v /= base;
		/* no branch: 39 lies between '9' and 'a' */
		d += '0' + ((uint64_t)(9 - (int64_t)d) >> 63) * 39;
		((char *)s)[o] = d;
	}
	return 0;
}

/*
 * Only decimal numbers have a sign; those to base 8 and 16 have C's prefix.
 * Returns -1 if the base is not supported.
 */
int
dt_str_number(struct dt_slot *s, uint32_t dst, int64_t value, int64_t base)
{
	uint64_t o = dst + 8ull, max = DT_IMM(dt_imm_strsize) - 1;
	uint64_t v = value, n, prefix = 0, np;

	DT_PIN(o);
	if (s == NULL || base < 2 || base > 36 ||
	    o > DT_IMM(dt_imm_slot_size) - 8)
		return -1;
	if (base == 16)
		prefix = '0' | 'x' << 8;
	else if (base == 8 && value != 0)
		prefix = '0';
	else if (base == 10 && value < 0)
		prefix = '-';
	if (prefix == '-')
		v = -v;
	np = (prefix != 0) + (prefix > 255);
	*word_at(s, o) = prefix;
	n = dt_num_digits(v, base);
	if (np + n > max) {
		if (np > max)
			np = max;
		v = dt_num_shift(v, base, np + n - max);
		n = max - np;
	}
	dt_num_put(s, o + np, v, base, n);
	return str_end(s, dst, np + n);
}
