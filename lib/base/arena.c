/* SPDX-License-Identifier: MIT */
/* arena.c - memory that is freed together, in chunks of growing size. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define	ALIGN		16
#define	CHUNK_MIN	4096
#define	CHUNK_MAX	(64ul << 20)	/* unless more is asked for at once */
#define	HUGE		(2ul << 20)	/* larger chunks are in huge pages */

struct chunk {
	struct chunk *next;
	size_t mapped;		/* bytes, 0: from calloc() */
	size_t size, used;
	size_t dirty;		/* bytes used before, to zero on reuse */
	_Alignas(ALIGN) char mem[];
};

struct dt_arena {
	struct chunk *head;
	struct chunk *spare;	/* unused chunks, the smallest first */
};

struct dt_arena *
dt_arena_create(void)
{
	return calloc(1, sizeof(struct dt_arena));
}

static void
free_chunks(struct chunk *c)
{
	struct chunk *next;

	for (; c != NULL; c = next) {
		next = c->next;
		if (c->mapped != 0)
			(void) munmap(c, c->mapped);
		else
			free(c);
	}
}

void
dt_arena_destroy(struct dt_arena *a)
{
	if (a == NULL)
		return;
	free_chunks(a->head);
	free_chunks(a->spare);
	free(a);
}

void
dt_arena_reset(struct dt_arena *a)
{
	struct chunk *c;

	while ((c = a->head) != NULL) {
		a->head = c->next;
		if (c->used > c->dirty)
			c->dirty = c->used;
		c->used = 0;
		c->next = a->spare;
		a->spare = c;
	}
}

/* mmap() gives zeroed memory, and only the pages that are used take time. */
static struct chunk *
chunk_map(size_t size)
{
	struct chunk *c;

	size = (size + HUGE - 1) & ~(HUGE - 1);
	c = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (c == MAP_FAILED)
		return NULL;
	(void) madvise(c, size, MADV_HUGEPAGE);
	c->mapped = size;
	c->size = size - sizeof(*c);
	return c;
}

static struct chunk *
chunk_reuse(struct dt_arena *a, size_t need)
{
	struct chunk **link = &a->spare, *c;

	while ((c = *link) != NULL && c->size < need)
		link = &c->next;
	if (c == NULL)
		return NULL;
	*link = c->next;
	c->next = a->head;
	a->head = c;
	return c;
}

static struct chunk *
chunk_add(struct dt_arena *a, size_t need)
{
	size_t size = a->head != NULL ? 2 * a->head->size : CHUNK_MIN;
	struct chunk *c = chunk_reuse(a, need);

	if (c != NULL)
		return c;
	if (size > CHUNK_MAX)
		size = CHUNK_MAX;
	if (size < need)
		size = need;
	c = size < HUGE ? calloc(1, sizeof(*c) + size) :
	    chunk_map(sizeof(*c) + size);
	if (c == NULL)
		return NULL;
	if (c->mapped == 0)
		c->size = size;
	c->next = a->head;
	a->head = c;
	return c;
}

static void *
take(struct dt_arena *a, size_t size, bool zeroed)
{
	struct chunk *c = a->head;
	void *p;

	if (size > SIZE_MAX / 4)
		return NULL;
	size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	if (c == NULL || c->size - c->used < size)
		c = chunk_add(a, size);
	if (c == NULL)
		return NULL;
	p = c->mem + c->used;
	if (zeroed && c->used < c->dirty)
		memset(p, 0, size);
	c->used += size;
	return p;
}

void *
dt_arena_alloc(struct dt_arena *a, size_t size)
{
	return take(a, size, true);
}

void *
dt_arena_room(struct dt_arena *a, size_t size)
{
	return take(a, size, false);
}

char *
dt_arena_strndup(struct dt_arena *a, const char *s, size_t n)
{
	char *p = dt_arena_alloc(a, n + 1);

	if (p != NULL)
		memcpy(p, s, n);
	return p;
}

char *
dt_arena_strdup(struct dt_arena *a, const char *s)
{
	return dt_arena_strndup(a, s, strlen(s));
}

char *
dt_arena_printf(struct dt_arena *a, const char *fmt, ...)
{
	va_list ap, again;
	char *p;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	p = n < 0 ? NULL : dt_arena_alloc(a, (size_t)n + 1);
	if (p != NULL)
		(void) vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	va_end(ap);
	return p;
}
