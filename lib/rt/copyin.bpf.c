/* SPDX-License-Identifier: MIT */
/*
 * copyin.bpf.c - strings from user or kernel memory.  Programs cannot wait for
 * a page fault, so memory that is not present counts as unreadable; ERROR gets
 * its address.
 */
#include "rt/bpf.h"

/* The bytes to read for a string of at most max, including its NUL. */
DT_INLINE uint64_t
room(int64_t max)
{
	uint64_t n = DT_IMM(dt_imm_strsize);

	if (max >= 0 && (uint64_t)max < n - 1)
		n = max + 1;
	return n;
}

/* Read a string.  Returns its length, or -1 and sets fault_addr. */
DT_INLINE int64_t
fetch(struct dt_slot *s, void *to, uint64_t n, uint64_t addr, int user)
{
	long len = -1;

	if (!user)
		len = bpf_probe_read_kernel_str(to, n, addr);
	else if (is_of_process())
		len = bpf_probe_read_user_str(to, n, addr);
	if (len < 0) {
		s->ctx.fault_addr = addr;
		return -1;
	}
	return len > 0 ? len - 1 : 0;
}

/* The verifier must know which of the two helpers is called. */
DT_INLINE int
read_str(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max, int user)
{
	uint64_t to = dst + 8ull, n = room(max);
	int64_t len;

	DT_PIN(to);
	DT_PIN(n);
	if (s == NULL || n > DT_IMM(dt_imm_strsize) ||
	    to > DT_IMM(dt_imm_slot_size) - DT_IMM(dt_imm_strsize))
		return -1;
	len = fetch(s, word_at(s, to), n, addr, user);
	return len < 0 ? -1 : str_end(s, dst, len);
}

int
dt_str_user(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max)
{
	return read_str(s, dst, addr, max, 1);
}

int
dt_str_kernel(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max)
{
	return read_str(s, dst, addr, max, 0);
}

/* 0x80 in each byte where w has a NUL, else 0. */
DT_INLINE uint64_t
nuls(uint64_t w)
{
	return ~(((w & ~DT_HIGHS) + ~DT_HIGHS) | w) & DT_HIGHS;
}

int
dt_str_mem(struct dt_slot *s, uint32_t dst, uint64_t addr, int32_t c,
    uint64_t n)
{
	uint64_t max = (DT_IMM(dt_imm_strsize) + 7) / 8, to = dst, len = n, w;
	uint32_t i;

	if ((uint8_t)c == 0)	/* a string ends at the first NUL */
		return dt_str_kernel(s, dst, addr, (int64_t)n);
	if (len > DT_IMM(dt_imm_strsize) - 1)
		len = DT_IMM(dt_imm_strsize) - 1;
	DT_PIN(to);
	DT_PIN(len);
	if (s == NULL || len > DT_IMM(dt_imm_strsize) - 1 ||
	    to > DT_IMM(dt_imm_slot_size) - 8 - max * 8)
		return -1;
	if (bpf_probe_read_kernel(word_at(s, to + 8), len, addr) != 0) {
		s->ctx.fault_addr = addr;
		return -1;
	}
	n = words_of(len);
	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= n)
			break;
		w = *word_at(s, to + 8 + i * 8ull);
		*word_at(s, to + 8 + i * 8ull) = w | ((nuls(w) >> 7) * 0xff &
		    (uint8_t)c * DT_ONES);
	}
	return str_end(s, dst, len);
}

/*
 * Append a string to a key without a copy; returns the new number of key words.
 * A key has room for all words of a string of max bytes.
 */
DT_INLINE int
read_key(struct dt_slot *s, uint32_t kw, uint64_t addr, int64_t max, int user)
{
	uint64_t words = (DT_IMM(dt_imm_strsize) + 7) / 8, n = room(max);
	uint64_t k = kw, last;
	int64_t len;

	DT_PIN(k);
	DT_PIN(n);
	if (s == NULL || n > DT_IMM(dt_imm_strsize) ||
	    k > DT_IMM(dt_imm_key_words) - 1 - words)
		return -1;
	len = fetch(s, &s->key[k + 1], n, addr, user);
	if (len < 0)
		return -1;
	s->key[k] = len;
	if (len % 8 == 0)
		return kw + 1 + len / 8;
	last = k + 1 + len / 8;
	DT_PIN(last);
	if (last >= DT_IMM(dt_imm_key_words))
		return -1;
	s->key[last] = last_word(s->key[last], len);
	return last + 1;
}

int
dt_key_user(struct dt_slot *s, uint32_t kw, uint64_t addr, int64_t max)
{
	return read_key(s, kw, addr, max, 1);
}

int
dt_key_kernel(struct dt_slot *s, uint32_t kw, uint64_t addr, int64_t max)
{
	return read_key(s, kw, addr, max, 0);
}
