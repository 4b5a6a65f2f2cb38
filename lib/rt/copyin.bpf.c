/* SPDX-License-Identifier: MIT */
/*
 * copyin.bpf.c - strings from memory that is not ours.  What cannot be read,
 * or only after a page fault, is not waited for: the address is left for the
 * ERROR probe.
 */
#include "rt/bpf.h"

/* Bytes to read, the NUL among them, of a string of at most max. */
static __attribute__((always_inline)) inline uint64_t
room(int64_t max)
{
	uint64_t n = DT_IMM(dt_imm_strsize);

	if (max >= 0 && (uint64_t)max < n - 1)
		n = max + 1;
	return n;
}

/* The two helpers differ, and the verifier wants to know which one it is. */
static __attribute__((always_inline)) inline int
read_str(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max, int user)
{
	uint64_t to = dst + 8ull, n = room(max);
	long len;

	DT_PIN(to);
	DT_PIN(n);
	if (s == NULL || n > DT_IMM(dt_imm_strsize) ||
	    to > DT_IMM(dt_imm_slot_size) - DT_IMM(dt_imm_strsize))
		return -1;
	len = user ? bpf_probe_read_user_str(word_at(s, to), n, addr) :
	    bpf_probe_read_kernel_str(word_at(s, to), n, addr);
	if (len < 0) {
		s->ctx.fault_addr = addr;
		return -1;
	}
	return str_end(s, dst, len > 0 ? len - 1 : 0);
}

__attribute__((noinline)) int
dt_str_user(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max)
{
	return read_str(s, dst, addr, max, 1);
}

__attribute__((noinline)) int
dt_str_kernel(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max)
{
	return read_str(s, dst, addr, max, 0);
}
