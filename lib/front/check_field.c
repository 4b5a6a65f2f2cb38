/* SPDX-License-Identifier: MIT */
/*
 * check_field.c - numbers that the program takes from the kernel.  Each member,
 * size, enumerator and symbol is a field of the program, and its numbers are
 * separate nodes, so that a saved program gets the numbers of the kernel that
 * runs it.
 */
#include <string.h>
#include "front/check.h"

static bool
is_same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static struct dt_field *
find(const struct dt_check *c, const struct dt_field *f)
{
	struct dt_field *is = c->fields;

	while (is != NULL && (is->kind != f->kind ||
	    !is_same(is->type, f->type) || !is_same(is->name, f->name)))
		is = is->next;
	return is;
}

/* A copy of s in the program, or NULL. */
static const char *
keep(struct dt_check *c, const char *s)
{
	const char *copy = s != NULL ? dt_arena_strdup(c->arena, s) : NULL;

	if (s != NULL && copy == NULL)
		dt_diag_nomem(c->diag);
	return copy;
}

/* The program's field equal to f, which is added if it is new. */
static struct dt_field *
enter(struct dt_check *c, const struct dt_field *f)
{
	struct dt_field *to = find(c, f);

	if (to != NULL)
		return to;
	to = dt_check_alloc(c, sizeof(*to));
	if (to == NULL)
		return NULL;
	*to = *f;
	to->type = keep(c, f->type);
	to->name = keep(c, f->name);
	to->is = keep(c, f->is);
	to->index = c->nfields++;
	to->line = dt_place_line(c->at != 0 ? c->at : f->line);
	to->is_fixed = !dt_field_fits(f);
	*c->fieldtail = to;
	c->fieldtail = &to->next;
	return c->diag->err == 0 ? to : NULL;
}

/* Is it a named type of the kernel?  One without a name needs this kernel. */
static bool
is_kernels(struct dt_check *c, int line, const struct dt_type *t, char *buf,
    size_t len)
{
	struct dt_type full = *t;
	enum dt_origin from;

	(void) dt_type_complete(c->types, &full);
	from = dt_type_origin(c->types, &full, buf, len);
	if (from == DT_ORIGIN_UNNAMED && c->kernel_line == 0)
		c->kernel_line = c->at != 0 ? c->at : line;
	return from == DT_ORIGIN_KERNEL;
}

struct dt_field *
dt_check_path(struct dt_check *c, int line, const struct dt_node *of,
    const char *name)
{
	char type[160];
	struct dt_field *f;

	/* in structs that the program defines, offsets are constants */
	if (of->field == NULL && (!is_kernels(c, line, &of->type, type,
	    sizeof(type)) || of->value != 0))
		return NULL;
	f = dt_check_alloc(c, sizeof(*f));
	if (f == NULL)
		return NULL;
	*f = (struct dt_field){ .kind = DT_FIELD_MEMBER, .line = line,
	    .index = DT_NOFIELD,
	    .type = of->field != NULL ? of->field->type : keep(c, type) };
	f->name = of->field == NULL ? name :
	    dt_arena_printf(c->arena, "%s.%s", of->field->name, name);
	if (f->name == NULL)
		dt_diag_nomem(c->diag);
	return f;
}

int
dt_check_usemember(struct dt_check *c, struct dt_node *n)
{
	struct dt_field f;
	char is[160];

	if (n->field == NULL)
		return 0;
	dt_field_describe(c->types, &n->type, n->bits, is, sizeof(is));
	f = *n->field;
	f.is = is;
	f.value = (uint64_t)n->value * 8 + n->bit;
	f.bits = n->bits;
	f.count = dt_type_nelems(c->types, &n->type);
	n->field = enter(c, &f);
	return n->field != NULL ? 0 : c->diag->err;
}

struct dt_node *
dt_check_part(struct dt_check *c, int line, const struct dt_type *type,
    struct dt_field *f, enum dt_fieldpart part)
{
	struct dt_node *n;

	if (f == NULL)
		return NULL;
	if (f->is_fixed)
		return dt_check_const(c, line, type, part == DT_PART_VALUE ?
		    f->value : (uint64_t)dt_field_part(f, part));
	n = dt_check_node(c, DT_N_FIELD, line, type);
	if (n == NULL)
		return NULL;
	n->field = f;
	n->part = part;
	n->value = part == DT_PART_ADDRESS ? (int64_t)f->value :
	    dt_field_part(f, part);
	return n;
}

struct dt_node *
dt_check_arraysize(struct dt_check *c, int line, const struct dt_type *type,
    const struct dt_type *array, struct dt_node *count)
{
	struct dt_type elem;

	if (dt_type_pointee(c->types, array, &elem) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	return dt_check_make(c, line, DT_OP_MUL, type, count,
	    dt_check_size(c, line, type, &elem));
}

struct dt_node *
dt_check_size(struct dt_check *c, int line, const struct dt_type *type,
    const struct dt_type *of)
{
	char name[160];

	if (of->kind == DT_TYPE_ARRAY)
		return dt_check_arraysize(c, line, type, of, dt_check_const(c,
		    line, type, dt_type_nelems(c->types, of)));
	if (!is_kernels(c, line, of, name, sizeof(name)))
		return dt_check_const(c, line, type, of->size);
	return dt_check_part(c, line, type, enter(c, &(struct dt_field){
	    .kind = DT_FIELD_SIZE, .line = line, .type = name,
	    .value = of->size }), DT_PART_VALUE);
}

struct dt_node *
dt_check_enum(struct dt_check *c, int line, const struct dt_type *type,
    const char *name, int64_t value)
{
	return dt_check_part(c, line, type, enter(c, &(struct dt_field){
	    .kind = DT_FIELD_ENUMERATOR, .line = line, .name = name,
	    .value = (uint64_t)value }), DT_PART_VALUE);
}

struct dt_node *
dt_check_address(struct dt_check *c, int line, const struct dt_type *type,
    const char *module, const char *name, const struct dt_kvar *v)
{
	return dt_check_part(c, line, type, enter(c, &(struct dt_field){
	    .kind = DT_FIELD_SYMBOL, .line = line, .type = module,
	    .name = name, .is = v->is, .value = v->addr }),
	    DT_PART_ADDRESS);
}

static bool
is_known(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_N_INT:
	case DT_N_FIELD:
		return true;
	case DT_N_UNARY:
	case DT_N_CAST:
		return is_known(n->left);
	case DT_N_BINARY:
		return is_known(n->left) && is_known(n->right);
	case DT_N_COND:
		return is_known(n->left) && is_known(n->right) &&
		    is_known(n->third);
	default:
		return false;
	}
}

/* The numbers of this kernel become part of the program. */
static struct dt_node *
fix(struct dt_node *n)
{
	if (n == NULL)
		return NULL;
	if (n->kind == DT_N_FIELD) {
		n->field->is_fixed = 1;
		n->kind = DT_N_INT;
		n->field = NULL;
		return n;
	}
	n->left = fix(n->left);
	n->right = fix(n->right);
	n->third = fix(n->third);
	return dt_fold(n);
}

struct dt_node *
dt_check_constant(struct dt_check *c, struct dt_node *n)
{
	(void) c;
	return n != NULL && is_known(n) ? fix(n) : n;
}
