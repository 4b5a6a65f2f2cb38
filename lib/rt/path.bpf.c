/* SPDX-License-Identifier: MIT */
/*
 * path.bpf.c - removes redundant parts from paths.  The result grows by one
 * component and its slash at a time, so it is never longer than the source.
 */
#include "rt/bpf.h"

/* Append n bytes of src from pos. */
int
dt_path_add(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos,
    uint32_t n)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, len, to, from;
	uint64_t size = DT_IMM(dt_imm_slot_size), words = words_of(n);
	uint32_t i;

	if (s == NULL)
		return -1;
	len = str_length(s, dst);
	if (len + n >= DT_IMM(dt_imm_strsize))
		return -1;
	to = dst + 8ull + len;
	from = src + 8ull + pos;
	DT_PIN(to);
	DT_PIN(from);
	if (to > size - max * 8 || from > size - max * 8)
		return -1;
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= words)
			break;
		*uword_at(s, to + i * 8ull) = *uword_at(s, from + i * 8ull);
	}
	return str_end(s, dst, len + n);
}

/* The length of a component that is "." or ".."; 0 for any other. */
DT_INLINE uint32_t
dots(const struct dt_slot *s, uint32_t str, uint64_t pos, uint64_t n)
{
	uint64_t o = str + 8ull + pos, w;

	DT_PIN(o);
	if (o > DT_IMM(dt_imm_slot_size) - 8)
		return 0;
	w = *uword_at(s, o);
	if (n == 1 && (w & 0xff) == '.')
		return 1;
	return n == 2 && (w & 0xffff) == ('.' << 8 | '.') ? 2 : 0;
}

/*
 * Remove the last component of dst, unless it is "." or ".."; 0: nothing was
 * removed.  The root is its own parent.
 */
DT_INLINE int
go_up(struct dt_slot *s, uint32_t dst)
{
	uint64_t len;
	int slash;

	len = str_length(s, dst);
	if (len == 0)
		return 0;
	if (len == 1)
		return 1;
	slash = str_rchr(s, dst, len - 1, '/', 0);
	if (dots(s, dst, slash + 1, len - 2 - slash) != 0)
		return 0;
	str_end(s, dst, slash + 1);
	return 1;
}

/*
 * Process the component at pos.  Returns the position of the next one, or -1.
 * Only a slash, "." and ".." between two slashes are redundant.
 */
int
dt_path_step(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos)
{
	uint64_t len, n;
	uint32_t d;
	int slash;

	if (s == NULL)
		return -1;
	len = str_length(s, src);
	slash = dt_str_chr(s, src, pos, '/');
	if (slash < 0) {
		dt_path_add(s, dst, src, pos, len - pos);
		return -1;
	}
	n = slash - pos;
	d = dots(s, src, pos, n);
	if (pos != 0 && (n == 0 || d == 1 || (d == 2 && go_up(s, dst))))
		return slash + 1;
	dt_path_add(s, dst, src, pos, n + 1);
	return slash + 1;
}

int
dt_path_steps(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos)
{
	int p = pos;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_INNER, DT_INNER, p = dt_path_step(s, dst, src, p), p < 0);
	return p;
}

int
dt_str_cleanpath(struct dt_slot *s, uint32_t dst, uint32_t src)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	int pos = 0;

	if (s == NULL)
		return -1;
	str_end(s, dst, 0);
	DT_STEPS(DT_OUTER, max, pos = dt_path_steps(s, dst, src, pos), pos < 0);
	return 0;
}
