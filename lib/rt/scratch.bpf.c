/* SPDX-License-Identifier: MIT */
/*
 * scratch.bpf.c - the memory of a firing.  A D program has its address in the
 * kernel and reads it like other kernel memory.  Only the functions here write
 * to it: they turn the address back into an offset in map "scratch", which has
 * for each CPU a part for level 0, then those of the deeper levels.  Global
 * variables that are structs or arrays are written in the same way.
 */
#include "rt/bpf.h"

/*
 * The address of a map's memory as a number.  A function cannot return a
 * pointer, but can store one and load it as a number.  In the vm engine it is
 * an address of this process, which its reads of kernel memory accept.
 */
DT_INLINE uint64_t
address(struct dt_slot *s, const char *map)
{
	volatile uint64_t *p = &s->ctx.scratch_at;

	*p = (uint64_t)map;
	return *p;
}

/* The map offset of the part for this CPU and level. */
DT_INLINE uint64_t
part(const struct dt_slot *s)
{
	return s->ctx.cpu * DT_IMM(dt_imm_scratch_cpu) +
	    s->ctx.level * DT_IMM(dt_imm_scratch_level) +
	    DT_IMM(dt_imm_scratch_from);
}

enum from { ZEROES, USER, KERNEL };

/*
 * Copy n bytes to a map offset: at most `size` bytes to an offset of at most
 * `last`, after which the map has `size` bytes, so that the verifier accepts
 * any n at any offset.  A failed read leaves zeroes; address 0 is never
 * readable.
 */
DT_INLINE int
copy_to(struct dt_slot *s, char *map, uint64_t last, uint64_t size, uint64_t at,
    uint64_t addr, uint64_t n, enum from from)
{
	char *to;

	DT_PIN(at);
	DT_PIN(n);
	if (at > last || n > size)
		return -1;
	to = map + at;
	if (from == ZEROES) {
		bpf_probe_read_kernel(to, n, 0);
		return 0;
	}
	if (from == KERNEL ? bpf_probe_read_kernel(to, n, addr) == 0 :
	    n == 0 || (is_of_process() &&
	    bpf_probe_read_user(to, n, addr) == 0))
		return 0;
	s->ctx.fault_addr = addr;
	return -1;
}

DT_INLINE int
copy(struct dt_slot *s, uint64_t at, uint64_t addr, uint64_t n, enum from from)
{
	uint64_t size = DT_IMM(dt_imm_scratch_size);

	return copy_to(s, dt_val_scratch, DT_IMM(dt_imm_scratch_all) - size,
	    size, at, addr, n, from);
}

/* A zero byte follows the memory, so that a string in it has an end. */
uint64_t
dt_scratch_take(struct dt_slot *s, uint64_t n, uint32_t zero)
{
	uint64_t size = DT_IMM(dt_imm_scratch_size), used, at, end;

	if (s == NULL)
		return 0;
	used = s->ctx.scratch;
	if (used > size || n > size - used)
		return 0;
	if (n != 0)
		s->ctx.scratch = used + dt_scratch_bytes(n);
	at = part(s) + used;
	end = at + (n & ~7ull);
	DT_PIN(end);
	if (end > DT_IMM(dt_imm_scratch_all) - 8)
		return 0;
	*word_at(dt_val_scratch, end) = 0;
	if (zero)
		copy(s, at, 0, n, ZEROES);
	return address(s, dt_val_scratch) + at;
}

/* Copy n bytes to a temporary in the slot, for a struct to be stored. */
DT_INLINE int
copy_slot(struct dt_slot *s, uint64_t at, uint64_t addr, uint64_t n)
{
	uint64_t size = DT_IMM(dt_imm_strsize);

	DT_PIN(at);
	DT_PIN(n);
	if (n > size || at > DT_IMM(dt_imm_slot_size) - size)
		return -1;
	return bpf_probe_read_kernel((char *)s + at, n, addr) == 0 ? 0 : -1;
}

/* Copy n bytes to memory that was taken; -1 and fault_addr if that fails. */
DT_INLINE int
fill(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n, enum from from)
{
	uint64_t size = DT_IMM(dt_imm_scratch_size), begin = part(s);
	uint64_t at = to - address(s, dt_val_scratch) - begin;

	if (at <= size && n <= size - at)
		return copy(s, begin + at, addr, n, from);
	at = to - address(s, (const char *)s);
	if (from == KERNEL && at >= sizeof(*s) &&
	    at <= DT_IMM(dt_imm_slot_size))
		return copy_slot(s, at, addr, n);
	size = DT_IMM(dt_imm_globals_size);
	at = to - address(s, dt_val_globals);
	if (at <= size && n <= size - at)
		return copy_to(s, dt_val_globals, size, size, at, addr, n,
		    from);
	s->ctx.fault_addr = to;
	return -1;
}

int
dt_scratch_user(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n)
{
	return s == NULL ? -1 : fill(s, to, addr, n, USER);
}

int
dt_scratch_kernel(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n)
{
	return s == NULL ? -1 : fill(s, to, addr, n, KERNEL);
}

/* Store the low n bytes of v. */
DT_INLINE void
put(char *to, uint64_t v, uint32_t n)
{
	uint32_t i;

	if (n == 8) {
		*uword_at(to, 0) = v;
		return;
	}
	DT_UNROLL
	for (i = 0; i < 7; i++)
		if (i < n)
			to[i] = (char)(v >> 8 * i);
}

int
dt_mem_store(struct dt_slot *s, uint64_t to, uint64_t value, uint32_t n)
{
	uint64_t size = DT_IMM(dt_imm_scratch_size), begin, at;

	if (s == NULL)
		return -1;
	begin = part(s);
	at = to - address(s, dt_val_scratch) - begin;
	if (at <= size && n <= size - at) {
		at += begin;
		DT_PIN(at);
		if (at <= DT_IMM(dt_imm_scratch_all) - 8)
			put(dt_val_scratch + at, value, n);
		return 0;
	}
	at = to - address(s, (const char *)s);
	size = DT_IMM(dt_imm_slot_size);
	if (at >= sizeof(*s) && at <= size - 8 && n <= 8) {
		DT_PIN(at);
		if (at <= DT_IMM(dt_imm_slot_size) - 8)
			put((char *)s + at, value, n);
		return 0;
	}
	size = DT_IMM(dt_imm_globals_size);
	at = to - address(s, dt_val_globals);
	s->ctx.fault_addr = to;
	if (at > size || n > size - at)
		return -1;
	DT_PIN(at);
	if (at <= size)
		put(dt_val_globals + at, value, n);
	return 0;
}

/*
 * Copy n bytes of memory that was taken to an address of the process.  The
 * verifier of Linux 6.1 learns that n is not 0 from n - 1, not from a test.
 */
int
dt_copyout(struct dt_slot *s, uint64_t from, uint64_t to, uint64_t n)
{
	uint64_t size = DT_IMM(dt_imm_scratch_size), begin, at, less = n - 1;

	if (s == NULL)
		return -1;
	begin = part(s);
	at = from - address(s, dt_val_scratch) - begin;
	s->ctx.fault_addr = from;
	if (at > size || n > size - at)
		return -1;
	if (n == 0)
		return 0;
	at += begin;
	DT_PIN(at);
	DT_PIN(less);
	if (at > DT_IMM(dt_imm_scratch_all) - size || less >= size)
		return -1;
	s->ctx.fault_addr = to;
	return is_of_process() && bpf_probe_write_user(to, dt_val_scratch + at,
	    less + 1) == 0 ? 0 : -1;
}

uint64_t
dt_obj_open(struct dt_slot *s, uint32_t dst, uint32_t n)
{
	uint64_t words = (DT_IMM(dt_imm_strsize) + 7) / 8, to = dst, i;

	DT_PIN(to);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 8 - words * 8)
		return 0;
	if (*word_at(s, to) == 0) {
		*word_at(s, to) = n;
		DT_LOOP
		for (i = 0; i < DT_MAXWORDS; i++) {
			if (i >= words || i * 8 >= n)
				break;
			*word_at(s, to + 8 + i * 8) = 0;
		}
	}
	return address(s, (const char *)s) + dst + 8;
}

int
dt_obj_read(struct dt_slot *s, uint32_t dst, uint64_t addr, uint32_t n)
{
	uint64_t to = dst + 8ull, size = n;

	DT_PIN(to);
	DT_PIN(size);
	if (s == NULL || size > DT_IMM(dt_imm_strsize) ||
	    to > DT_IMM(dt_imm_slot_size) - DT_IMM(dt_imm_strsize))
		return -1;
	if (bpf_probe_read_kernel((char *)s + to, size, addr) == 0)
		return str_end(s, dst, n);
	s->ctx.fault_addr = addr;
	return -1;
}
