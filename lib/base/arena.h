/* SPDX-License-Identifier: MIT */
/* arena.h - memory that is freed together, such as that of a compile. */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct dt_arena;

struct dt_arena *dt_arena_create(void);
void dt_arena_destroy(struct dt_arena *a);
/* Free all allocations, and keep the memory for new ones. */
void dt_arena_reset(struct dt_arena *a);
/* A zeroed block, aligned to 16 bytes; NULL if memory is short. */
void *dt_arena_alloc(struct dt_arena *a, size_t size);
/* The same, not zeroed. */
void *dt_arena_room(struct dt_arena *a, size_t size);
char *dt_arena_strndup(struct dt_arena *a, const char *s, size_t n);
char *dt_arena_strdup(struct dt_arena *a, const char *s);
char *dt_arena_printf(struct dt_arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
