/* SPDX-License-Identifier: MIT */
/*
 * scratch.bpf.c - memory that a firing has until it ends.  D knows it by its
 * address in the kernel, so that it is read like any other memory of the
 * kernel; it is written here alone, where the address is a place in the slot
 * again.
 */
#include "rt/bpf.h"

/*
 * A function cannot return a pointer, but memory holds one as a number.  In the
 * vm it is an address of this process, which is read like one of the kernel.
 */
static __attribute__((always_inline)) inline uint64_t
slot_address(struct dt_slot *s)
{
	volatile uint64_t *p = &s->ctx.slot;

	*p = (uint64_t)s;
	return *p;
}

enum from { ZEROES, USER, KERNEL };

/* A failed read leaves zeroes, and nothing can be read at 0. */
static __attribute__((always_inline)) inline long
chunk(void *to, uint32_t n, uint64_t addr, enum from from)
{
	if (from == USER)
		return bpf_probe_read_user(to, n, addr);
	if (from == KERNEL)
		return bpf_probe_read_kernel(to, n, addr);
	bpf_probe_read_kernel(to, n, 0);
	return 0;
}

/* n bytes at slot offset at. */
static __attribute__((always_inline)) inline int
copy(struct dt_slot *s, uint64_t at, uint64_t addr, uint64_t n, enum from from)
{
	uint64_t o, done, len;
	uint32_t i;

	DT_LOOP
	for (i = 0; i < DT_SCRATCH / DT_CHUNK; i++) {
		done = i * (uint64_t)DT_CHUNK;
		if (done >= n)
			break;
		len = n - done < DT_CHUNK ? n - done : DT_CHUNK;
		o = at + done;
		DT_PIN(o);
		DT_PIN(len);
		if (o > DT_IMM(dt_imm_slot_size) - DT_CHUNK || len > DT_CHUNK)
			return -1;
		if (chunk(word_at(s, o), len, addr + done, from) != 0) {
			s->ctx.fault_addr = addr;
			return -1;
		}
	}
	return 0;
}

/* The slot offset of n bytes that were taken, or 0 after noting the address. */
static __attribute__((always_inline)) inline uint64_t
place(struct dt_slot *s, uint64_t to, uint64_t n)
{
	uint64_t at = to - slot_address(s) - DT_IMM(dt_imm_scratch);

	if (at <= DT_SCRATCH && n <= DT_SCRATCH - at)
		return at + DT_IMM(dt_imm_scratch);
	s->ctx.fault_addr = to;
	return 0;
}

/* What follows the bytes is zero: a string that they are ends there. */
__attribute__((noinline)) uint64_t
dt_scratch_take(struct dt_slot *s, uint64_t n, uint32_t zero)
{
	uint64_t used, at, o;

	if (s == NULL)
		return 0;
	used = s->ctx.scratch;
	if (used > DT_SCRATCH || n > DT_SCRATCH - used)
		return 0;
	s->ctx.scratch = used + (n & ~7ull) + 8;
	at = DT_IMM(dt_imm_scratch) + used;
	o = at + (n & ~7ull);
	DT_PIN(o);
	if (o > DT_IMM(dt_imm_slot_size) - 8)
		return 0;
	*word_at(s, o) = 0;
	if (zero)
		copy(s, at, 0, n, ZEROES);
	return slot_address(s) + at;
}

__attribute__((noinline)) int
dt_scratch_user(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n)
{
	uint64_t at = s == NULL ? 0 : place(s, to, n);

	return at == 0 ? -1 : copy(s, at, addr, n, USER);
}

__attribute__((noinline)) int
dt_scratch_kernel(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n)
{
	uint64_t at = s == NULL ? 0 : place(s, to, n);

	return at == 0 ? -1 : copy(s, at, addr, n, KERNEL);
}
