/* SPDX-License-Identifier: MIT */
/* kmem.h - reads members of kernel objects; 0 if they cannot be read. */
#ifndef DT_KMEM_H
#define DT_KMEM_H

#include "rt/bpf.h"

#define	UPID_SIZE	16

#ifdef __bpf__
/* DT_CAST */
extern const void *bpf_rdonly_cast(uint64_t addr, uint64_t type);
#define	READ_BY_LOAD(type, addr)	do {				\
	uint64_t word = DT_IMM(dt_imm_word_type);			\
									\
	if (word != 0)							\
		return *(const volatile type *)bpf_rdonly_cast(addr, word); \
} while (0)
#else
#define	READ_BY_LOAD(type, addr)	((void)0)
#endif

DT_INLINE uint64_t
word_of(uint64_t object, uint64_t off)
{
	uint64_t v = 0;

	READ_BY_LOAD(uint64_t, object + off);
	bpf_probe_read_kernel(&v, sizeof(v), object + off);
	return v;
}

DT_INLINE uint32_t
half_of(uint64_t object, uint64_t off)
{
	uint32_t v = 0;

	READ_BY_LOAD(uint32_t, object + off);
	bpf_probe_read_kernel(&v, sizeof(v), object + off);
	return v;
}

#endif /* DT_KMEM_H */
