/* SPDX-License-Identifier: MIT */
/*
 * check_field.c - what a program takes for granted of types: a saved one is
 * loaded where the same holds.
 */
#include <string.h>
#include "front/check.h"

static bool
is_same(const struct dt_field *a, const struct dt_field *b)
{
	return a->kind == b->kind &&
	    (a->type == NULL || strcmp(a->type, b->type) == 0) &&
	    (a->name == NULL || strcmp(a->name, b->name) == 0);
}

static void
add(struct dt_check *c, const struct dt_field *f)
{
	struct dt_field *to;

	for (to = c->fields; to != NULL; to = to->next)
		if (is_same(to, f))
			return;
	to = dt_check_alloc(c, sizeof(*to));
	if (to == NULL)
		return;
	*to = *f;
	if (f->type != NULL)
		to->type = dt_arena_strdup(c->arena, f->type);
	if (f->name != NULL)
		to->name = dt_arena_strdup(c->arena, f->name);
	if ((f->type != NULL && to->type == NULL) ||
	    (f->name != NULL && to->name == NULL)) {
		dt_diag_nomem(c->diag);
		return;
	}
	*c->fieldtail = to;
	c->fieldtail = &to->next;
	c->nfields++;
}

/* A type without a name binds the program to this kernel as a whole. */
static bool
is_kernels(struct dt_check *c, int line, const struct dt_type *t, char *buf,
    size_t len)
{
	enum dt_origin from = dt_type_origin(c->types, t, buf, len);

	if (from == DT_ORIGIN_UNNAMED && c->kernel_line == 0)
		c->kernel_line = line;
	return from == DT_ORIGIN_KERNEL;
}

void
dt_check_onmember(struct dt_check *c, int line, const struct dt_type *t,
    const char *name, const struct dt_member *m)
{
	char type[160];

	if (is_kernels(c, line, t, type, sizeof(type)))
		add(c, &(struct dt_field){ .kind = DT_FIELD_MEMBER,
		    .line = line, .type = type, .name = name,
		    .value = m->bit, .bits = m->bits, .size = m->type.size });
}

void
dt_check_onsize(struct dt_check *c, int line, const struct dt_type *t)
{
	char type[160];

	if (is_kernels(c, line, t, type, sizeof(type)))
		add(c, &(struct dt_field){ .kind = DT_FIELD_SIZE,
		    .line = line, .type = type, .value = t->size });
}

void
dt_check_onenum(struct dt_check *c, int line, const char *name, int64_t value)
{
	add(c, &(struct dt_field){ .kind = DT_FIELD_ENUMERATOR, .line = line,
	    .name = name, .value = (uint64_t)value });
}
