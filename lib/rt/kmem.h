/* SPDX-License-Identifier: MIT */
/* kmem.h - reads members of kernel objects; 0 if they cannot be read. */
#ifndef DT_KMEM_H
#define DT_KMEM_H

#include "rt/bpf.h"

#define	UPID_SIZE	16

static __attribute__((always_inline)) inline uint64_t
word_of(uint64_t object, uint64_t off)
{
	uint64_t v = 0;

	bpf_probe_read_kernel(&v, sizeof(v), object + off);
	return v;
}

static __attribute__((always_inline)) inline uint32_t
half_of(uint64_t object, uint64_t off)
{
	uint32_t v = 0;

	bpf_probe_read_kernel(&v, sizeof(v), object + off);
	return v;
}

#endif /* DT_KMEM_H */
