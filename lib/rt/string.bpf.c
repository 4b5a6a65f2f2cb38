/* SPDX-License-Identifier: MIT */
/*
 * string.bpf.c - compares and copies strings in the slot by words: see struct
 * dt_str.
 */
#include "rt/bpf.h"

/*
 * Words compare as big-endian numbers, in the order of their bytes.  The zeroes
 * after the shorter string decide; if they are equal, the lengths do.
 */
int
dt_str_cmp(struct dt_slot *s, uint32_t a, uint32_t b)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t x = a, y = b, lx, ly, n, v = 0, w = 0;
	uint32_t i;

	DT_PIN(x);
	DT_PIN(y);
	if (s == NULL || x > DT_IMM(dt_imm_slot_size) - 8 - max * 8 ||
	    y > DT_IMM(dt_imm_slot_size) - 8 - max * 8)
		return 0;
	lx = *word_at(s, x);
	ly = *word_at(s, y);
	n = words_of(lx < ly ? lx : ly);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= n)
			break;
		v = *word_at(s, x + 8 + i * 8ull);
		w = *word_at(s, y + 8 + i * 8ull);
		if (v != w)
			break;
	}
	if (v == w) {
		v = __builtin_bswap64(lx);
		w = __builtin_bswap64(ly);
	}
	v = __builtin_bswap64(v);
	w = __builtin_bswap64(w);
	return v < w ? -1 : v > w;
}

int
dt_str_copy(struct dt_slot *s, uint32_t dst, uint32_t src)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8;
	uint64_t to = dst, from = src, len;

	DT_PIN(to);
	DT_PIN(from);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 8 - max * 8 ||
	    from > DT_IMM(dt_imm_slot_size) - 8 - max * 8)
		return -1;
	len = *word_at(s, from);
	*word_at(s, to) = len;
	copy_words(word_at(s, to + 8), word_at(s, from + 8), max, len);
	return 0;
}

/* Copy execname, which the kernel pads with zeroes. */
int
dt_str_comm(struct dt_slot *s, uint32_t dst)
{
	uint64_t to = dst, len, max = DT_IMM(dt_imm_strsize);
	uint32_t i;

	DT_PIN(to);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 8 - DT_COMMLEN)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_COMMLEN; i++)
		if (s->ctx.execname[i] == 0)
			break;
	len = i < max ? i : max - 1;
	*word_at(s, to) = len;
	*word_at(s, to + 8) = len >= 8 ? *word_at(s->ctx.execname, 0) :
	    last_word(*word_at(s->ctx.execname, 0), len);
	if (max > 8)
		*word_at(s, to + 16) = len < 8 ? 0 :
		    last_word(*word_at(s->ctx.execname, 8), len);
	return 0;
}

int
dt_str_name(struct dt_slot *s, uint32_t dst, uint32_t part)
{
	uint64_t to = dst, len, w, max = DT_IMM(dt_imm_strsize);
	uint64_t words = (max + 7) / 8;
	const struct dt_names *n;
	uint32_t i, key;

	DT_PIN(to);
	if (s == NULL || part > DT_NAME_NAME ||
	    to > DT_IMM(dt_imm_slot_size) - 8 - words * 8)
		return -1;
	key = s->ctx.nameix;
	n = bpf_map_lookup_elem(dt_map_names, &key);
	if (n == NULL)
		return -1;
	len = n->part[part].len;
	if (len >= max)
		len = max - 1;
	*word_at(s, to) = len;
	DT_LOOP
	for (i = 0; i < DT_NAMEWORDS; i++) {
		if (i >= words || i * 8 >= len)
			break;
		w = n->part[part].s[i];
		*word_at(s, to + 8 + i * 8ull) = len - i * 8 >= 8 ? w :
		    last_word(w, len);
	}
	return 0;
}
