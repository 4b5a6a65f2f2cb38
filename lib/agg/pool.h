/* SPDX-License-Identifier: MIT */
/*
 * pool.h - memory for entries: blocks that are referred to by a 32-bit number,
 * half the size of a pointer.  Reference 0 is none.
 */
#ifndef DT_AGG_POOL_H
#define DT_AGG_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * For functions that prefetch what they will write to: a hint, which CPUs older
 * than the instruction ignore.
 */
#ifdef __x86_64__
#define	FOR_WRITING	__attribute__((target("prfchw")))
#else
#define	FOR_WRITING
#endif

#define	DT_POOLUNIT	8		/* bytes that a reference counts */
#define	DT_CHUNKBITS	18		/* units of a chunk: 2 MiB */
#define	DT_POOLEXACT	512		/* fewer units: a free list per size */
#define	DT_POOLCLASSES	(DT_POOLEXACT + 32)

struct dt_aggchunk {
	char *mem;
	size_t size;			/* one may hold a single larger block */
};

struct dt_aggpool {
	struct dt_aggchunk *v;
	uint32_t n, max;
	uint32_t at;			/* chunk that blocks are cut from */
	size_t used;			/* bytes of it that are cut */
	uint32_t free[DT_POOLCLASSES];	/* lists by size */
};

void dt_aggpool_fini(struct dt_aggpool *p);
/* Free all blocks, and keep the memory for new ones. */
void dt_aggpool_reset(struct dt_aggpool *p);
/* A block, not zeroed, and its reference.  NULL: no memory. */
void *dt_aggpool_get(struct dt_aggpool *p, size_t size, uint32_t *ref);
/* Free a block of the size that it was allocated with. */
void dt_aggpool_put(struct dt_aggpool *p, uint32_t ref, size_t size);
/* Zeroed memory outside any pool, in large pages where there are some. */
void *dt_agg_pages(size_t size);
void dt_agg_unpages(void *p, size_t size);

static inline void *
dt_aggpool_at(const struct dt_aggpool *p, uint32_t ref)
{
	return p->v[ref >> DT_CHUNKBITS].mem +
	    (size_t)(ref & ((1u << DT_CHUNKBITS) - 1)) * DT_POOLUNIT;
}

#endif /* DT_AGG_POOL_H */
