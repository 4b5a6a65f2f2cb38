/* SPDX-License-Identifier: MIT */
/* number.bpf.c - subroutines on numbers. */
#include "rt/bpf.h"

/* The number is not negative, as that of C's rand(). */
int
dt_rand(struct dt_slot *s)
{
	return s == NULL ? 0 : bpf_get_prandom_u32() >> 1;
}

/* Swap the bytes: network byte order is big-endian, this machine is not. */
uint64_t
dt_swap16(struct dt_slot *s, uint64_t v)
{
	return s == NULL ? 0 : __builtin_bswap16(v);
}

uint64_t
dt_swap32(struct dt_slot *s, uint64_t v)
{
	return s == NULL ? 0 : __builtin_bswap32(v);
}

uint64_t
dt_swap64(struct dt_slot *s, uint64_t v)
{
	return s == NULL ? 0 : __builtin_bswap64(v);
}

/* The kernel's device numbers have 12 bits of major and 20 bits of minor. */
uint64_t
dt_dev_major(struct dt_slot *s, uint64_t dev)
{
	return s == NULL ? 0 : (uint32_t)dev >> 20;
}

uint64_t
dt_dev_minor(struct dt_slot *s, uint64_t dev)
{
	return s == NULL ? 0 : dev & 0xfffff;
}
