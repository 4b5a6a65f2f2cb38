/* SPDX-License-Identifier: MIT */
/* hash.h - a table from strings to pointers. */
#ifndef DT_HASH_H
#define DT_HASH_H

#include <stddef.h>
#include <stdint.h>

struct dt_hash;

struct dt_hash *dt_hash_create(void);
void dt_hash_destroy(struct dt_hash *h);	/* does not free the values */
void *dt_hash_get(const struct dt_hash *h, const char *key);
/* The key is copied.  0, -EEXIST or -ENOMEM; value must not be NULL. */
int dt_hash_put(struct dt_hash *h, const char *key, void *value);

uint32_t dt_hash_bytes(const void *p, size_t n);

#endif
