/* SPDX-License-Identifier: MIT */
/* hash.c - a table from strings to pointers: open addressing over a list. */
#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char *key;
	void *value;
	uint32_t hash;
};

struct dt_hash {
	struct entry *v;	/* in insertion order */
	size_t n, cap;
	uint32_t *index;	/* position in v plus 1; 0 empty */
	size_t nindex;		/* power of two, over twice cap */
};

uint32_t
dt_hash_bytes(const void *p, size_t n)
{
	const unsigned char *s = p;
	uint32_t h = 2166136261u;	/* FNV-1a */

	while (n-- > 0)
		h = (h ^ *s++) * 16777619u;
	return h;
}

struct dt_hash *
dt_hash_create(void)
{
	return calloc(1, sizeof(struct dt_hash));
}

void
dt_hash_destroy(struct dt_hash *h)
{
	if (h == NULL)
		return;
	for (size_t i = 0; i < h->n; i++)
		free(h->v[i].key);
	free(h->v);
	free(h->index);
	free(h);
}

static void
index_add(struct dt_hash *h, size_t pos)
{
	size_t i = h->v[pos].hash & (h->nindex - 1);

	while (h->index[i] != 0)
		i = (i + 1) & (h->nindex - 1);
	h->index[i] = (uint32_t)pos + 1;
}

static int
grow(struct dt_hash *h)
{
	size_t cap = h->cap != 0 ? 2 * h->cap : 16;
	uint32_t *index = calloc(4 * cap, sizeof(*index));
	struct entry *v = realloc(h->v, cap * sizeof(*v));

	if (v != NULL)
		h->v = v;
	if (v == NULL || index == NULL) {
		free(index);
		return -ENOMEM;
	}
	h->cap = cap;
	free(h->index);
	h->index = index;
	h->nindex = 4 * cap;
	for (size_t i = 0; i < h->n; i++)
		index_add(h, i);
	return 0;
}

static struct entry *
find(const struct dt_hash *h, const char *key, uint32_t hash)
{
	if (h->nindex == 0)
		return NULL;
	for (size_t i = hash; ; i++) {
		uint32_t pos = h->index[i & (h->nindex - 1)];

		if (pos == 0)
			return NULL;
		if (h->v[pos - 1].hash == hash &&
		    strcmp(h->v[pos - 1].key, key) == 0)
			return &h->v[pos - 1];
	}
}

void *
dt_hash_get(const struct dt_hash *h, const char *key)
{
	struct entry *e = find(h, key, dt_hash_bytes(key, strlen(key)));

	return e != NULL ? e->value : NULL;
}

int
dt_hash_put(struct dt_hash *h, const char *key, void *value)
{
	uint32_t hash = dt_hash_bytes(key, strlen(key));
	char *copy;

	if (find(h, key, hash) != NULL)
		return -EEXIST;
	if (h->n == h->cap && grow(h) != 0)
		return -ENOMEM;
	copy = strdup(key);
	if (copy == NULL)
		return -ENOMEM;
	h->v[h->n] = (struct entry){ copy, value, hash };
	index_add(h, h->n++);
	return 0;
}
