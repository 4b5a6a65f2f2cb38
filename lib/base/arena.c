/* SPDX-License-Identifier: MIT */
/* arena.c - memory that dies together, in chunks that grow. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define	ALIGN		16
#define	CHUNK_MIN	4096

struct chunk {
	struct chunk *next;
	size_t size, used;
	_Alignas(ALIGN) char mem[];
};

struct dt_arena {
	struct chunk *head;
};

struct dt_arena *
dt_arena_create(void)
{
	return calloc(1, sizeof(struct dt_arena));
}

void
dt_arena_destroy(struct dt_arena *a)
{
	struct chunk *c, *next;

	if (a == NULL)
		return;
	for (c = a->head; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
	free(a);
}

static struct chunk *
chunk_add(struct dt_arena *a, size_t need)
{
	size_t size = a->head != NULL ? 2 * a->head->size : CHUNK_MIN;
	struct chunk *c;

	if (size < need)
		size = need;
	c = calloc(1, sizeof(*c) + size);
	if (c == NULL)
		return NULL;
	c->size = size;
	c->next = a->head;
	a->head = c;
	return c;
}

void *
dt_arena_alloc(struct dt_arena *a, size_t size)
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
	c->used += size;
	return p;
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
