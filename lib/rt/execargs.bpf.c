/* SPDX-License-Identifier: MIT */
/*
 * execargs.bpf.c - the arguments of the current process.  They are in its own
 * memory, so a process can change them.
 */
#include "rt/kmem.h"

/* A blank in each byte of a word that is 0. */
DT_INLINE uint64_t
blanks(uint64_t w)
{
	uint64_t low = ~DT_HIGHS;

	return ~(((w & low) + low) | w | low) >> 2;
}

/* Replace the NULs between arguments by blanks. */
int
dt_args_join(struct dt_slot *s, uint32_t dst)
{
	uint64_t words = (DT_IMM(dt_imm_strsize) + 7) / 8, to = dst, len, n;
	uint32_t i;

	DT_PIN(to);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 8 - words * 8)
		return -1;
	len = *word_at(s, to);
	n = words_of(len);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= words || i >= n)
			break;
		*word_at(s, to + 8 + i * 8ull) |=
		    blanks(*word_at(s, to + 8 + i * 8ull));
	}
	return str_end(s, dst, len);
}

int
dt_str_execargs(struct dt_slot *s, uint32_t dst)
{
	uint64_t mm = word_of(bpf_get_current_task(), DT_IMM(dt_imm_task_mm));
	uint64_t from = word_of(mm, DT_IMM(dt_imm_mm_arg_start));
	uint64_t n = word_of(mm, DT_IMM(dt_imm_mm_arg_end)) - from - 1;
	uint64_t max = DT_IMM(dt_imm_strsize) - 1, to = dst + 8ull;

	if (n > max)
		n = max;
	DT_PIN(to);
	DT_PIN(n);
	if (s == NULL || n > DT_IMM(dt_imm_strsize) ||
	    to > DT_IMM(dt_imm_slot_size) - DT_IMM(dt_imm_strsize))
		return -1;
	if (mm == 0 || from == 0 || n == 0 ||
	    bpf_probe_read_user(word_at(s, to), n, from) != 0)
		return dt_str_comm(s, dst);
	*word_at(s, to - 8) = n;
	return dt_args_join(s, dst);
}
