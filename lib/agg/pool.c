/* SPDX-License-Identifier: MIT */
/*
 * pool.c - memory of entries.  They lie close together, in large pages once
 * there are many: to visit a million of them in any order is then a matter of
 * the caches, not of page tables.  What is freed waits for entries of its size.
 */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define	UNIT	16

int
dt_aggpool_init(struct dt_aggpool *p)
{
	p->arena = dt_arena_create();
	return p->arena != NULL ? 0 : -ENOMEM;
}

void
dt_aggpool_fini(struct dt_aggpool *p)
{
	dt_arena_destroy(p->arena);
}

static size_t
class_of(size_t size)
{
	return (size + UNIT - 1) / UNIT;
}

void *
dt_aggpool_get(struct dt_aggpool *p, size_t size)
{
	size_t class = class_of(size);
	void *block;

	if (class >= DT_POOLCLASSES)
		return calloc(1, size);
	block = p->free[class];
	if (block == NULL)
		return dt_arena_alloc(p->arena, size);
	memcpy(&p->free[class], block, sizeof(void *));
	return memset(block, 0, size);
}

void
dt_aggpool_put(struct dt_aggpool *p, void *block, size_t size)
{
	size_t class = class_of(size);

	if (class >= DT_POOLCLASSES) {
		free(block);
		return;
	}
	memcpy(block, &p->free[class], sizeof(void *));
	p->free[class] = block;
}
