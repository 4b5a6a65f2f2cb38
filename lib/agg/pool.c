/* SPDX-License-Identifier: MIT */
/*
 * pool.c - memory of entries.  Entries lie close together, in huge pages once
 * there are many, so that visiting a million of them at random does not miss
 * the TLB each time.  A freed block is kept for the next entry of its size.
 */
#include "agg/pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define	CHUNK		((size_t)DT_POOLUNIT << DT_CHUNKBITS)
#define	CHUNK_MIN	4096
#define	MAXCHUNKS	(1u << (31 - DT_CHUNKBITS))

void *
dt_agg_pages(size_t size)
{
	void *p;

	if (size < CHUNK)
		return calloc(1, size);
	p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	(void) madvise(p, size, MADV_HUGEPAGE);
	return p;
}

void
dt_agg_unpages(void *p, size_t size)
{
	if (size < CHUNK)
		free(p);
	else if (p != NULL)
		(void) munmap(p, size);
}

void
dt_aggpool_fini(struct dt_aggpool *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		dt_agg_unpages(p->v[i].mem, p->v[i].size);
	free(p->v);
}

/* Unit 0 of chunk 0 stays unused: reference 0 means none. */
static void
cut_from(struct dt_aggpool *p, uint32_t chunk)
{
	p->at = chunk;
	p->used = chunk == 0 ? DT_POOLUNIT : 0;
}

void
dt_aggpool_reset(struct dt_aggpool *p)
{
	memset(p->free, 0, sizeof(p->free));
	cut_from(p, 0);
}

static bool
add_chunk(struct dt_aggpool *p, size_t need)
{
	size_t size = p->n != 0 ? 2 * p->v[p->n - 1].size : CHUNK_MIN;

	if (p->n == p->max) {
		uint32_t max = p->max != 0 ? 2 * p->max : 8;
		struct dt_aggchunk *v = realloc(p->v, max * sizeof(*v));

		if (v == NULL)
			return false;
		p->v = v;
		p->max = max;
	}
	if (size > CHUNK)
		size = CHUNK;
	if (size < need + DT_POOLUNIT)
		size = need + DT_POOLUNIT;
	p->v[p->n].size = size;
	p->v[p->n].mem = p->n < MAXCHUNKS ? dt_agg_pages(size) : NULL;
	return p->v[p->n].mem != NULL;
}

/* The next chunk with room: one left by a reset, or a new one. */
static bool
next_chunk(struct dt_aggpool *p, size_t need)
{
	uint32_t i = p->n != 0 ? p->at + 1 : 0;

	while (i < p->n && p->v[i].size < need)
		i++;
	if (i == p->n) {
		if (!add_chunk(p, need))
			return false;
		p->n++;
	}
	cut_from(p, i);
	return true;
}

static void *
cut(struct dt_aggpool *p, size_t size, uint32_t *ref)
{
	size_t at = p->used;

	if (p->n == 0 || at >= CHUNK || p->v[p->at].size - at < size) {
		if (!next_chunk(p, size))
			return NULL;
		at = p->used;
	}
	p->used += size;
	*ref = p->at << DT_CHUNKBITS | (uint32_t)(at / DT_POOLUNIT);
	return p->v[p->at].mem + at;
}

/* Large sizes are rounded to powers of two, so that blocks can be reused. */
static uint32_t
class_of(size_t *size)
{
	size_t units = (*size + DT_POOLUNIT - 1) / DT_POOLUNIT;
	uint32_t log;

	*size = units * DT_POOLUNIT;
	if (units < DT_POOLEXACT)
		return (uint32_t)units;
	log = 64 - (uint32_t)__builtin_clzll(units - 1);
	*size = ((size_t)1 << log) * DT_POOLUNIT;
	return DT_POOLEXACT + log;
}

void *
dt_aggpool_get(struct dt_aggpool *p, size_t size, uint32_t *ref)
{
	uint32_t class = class_of(&size);
	void *block;

	if (p->free[class] == 0)
		return cut(p, size, ref);
	*ref = p->free[class];
	block = dt_aggpool_at(p, *ref);
	memcpy(&p->free[class], block, sizeof(p->free[class]));
	return block;
}

void
dt_aggpool_put(struct dt_aggpool *p, uint32_t ref, size_t size)
{
	uint32_t class = class_of(&size);

	memcpy(dt_aggpool_at(p, ref), &p->free[class],
	    sizeof(p->free[class]));
	p->free[class] = ref;
}
