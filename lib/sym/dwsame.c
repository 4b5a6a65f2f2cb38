/* SPDX-License-Identifier: MIT */
/* dwsame.c - see dwsame.h. */
#include <string.h>
#include "sym/dwarf.h"
#include "sym/dwsame.h"

#define	MAX_ENTRIES	20000	/* compared at most; more are not the same */
#define	MAX_DEPTH	64

/* An entry on both sides. */
struct both {
	const struct dt_dwunit *u[2];
	struct dt_dwentry e[2];
};

struct comparison {
	struct dt_dwfile *d[2];
	uint32_t left;		/* entries that may still be read */
};

static bool is_same(struct comparison *c, uint64_t a, uint64_t b,
    bool is_target, int depth);

static bool
read_both(struct comparison *c, const uint64_t off[2], struct both *to)
{
	for (int i = 0; i < 2; i++) {
		to->u[i] = dt_dwfile_unit(c->d[i], off[i]);
		if (to->u[i] == NULL || !dt_dwentry_read(c->d[i], to->u[i],
		    off[i], &to->e[i]))
			return false;
	}
	return c->left != 0 && c->left-- != 0;
}

static const char *
name(const struct comparison *c, const struct both *b, int i)
{
	return dt_dwentry_name(c->d[i], b->u[i], &b->e[i]);
}

static bool
have_same_values(const struct comparison *c, const struct both *b)
{
	const struct dt_dwentry *l = &b->e[0], *r = &b->e[1];

	return l->tag == r->tag && l->size == r->size &&
	    l->encoding == r->encoding && l->location == r->location &&
	    l->bit_size == r->bit_size && l->bit_offset == r->bit_offset &&
	    l->data_bit_offset == r->data_bit_offset &&
	    l->count == r->count && l->value == r->value &&
	    strcmp(name(c, b, 0), name(c, b, 1)) == 0;
}

static bool
is_part(uint64_t tag)
{
	return tag == DW_TAG_member || tag == DW_TAG_inheritance ||
	    tag == DW_TAG_enumerator || tag == DW_TAG_subrange_type;
}

/* The next child that is a part of the type; false: there is none. */
static bool
next_part(struct dt_dwchildren *v, struct dt_dwentry *e)
{
	while (dt_dwchildren_next(v, e))
		if (is_part(e->tag))
			return true;
	return false;
}

static bool
have_same_parts(struct comparison *c, const struct both *of, int depth)
{
	struct both b = *of;
	struct dt_dwchildren v[2];
	bool more, other;

	for (int i = 0; i < 2; i++)
		v[i] = dt_dwentry_children(c->d[i], of->u[i], &of->e[i]);
	for (;;) {
		more = next_part(&v[0], &b.e[0]);
		other = next_part(&v[1], &b.e[1]);
		if (!more || !other)
			return more == other && !v[0].bad && !v[1].bad;
		if (c->left == 0 || !have_same_values(c, &b))
			return false;
		c->left--;
		if ((b.e[0].tag == DW_TAG_member ||
		    b.e[0].tag == DW_TAG_inheritance) &&
		    !is_same(c, b.e[0].type, b.e[1].type, false, depth))
			return false;
	}
}

/* is_target: a pointer leads there, so that the name of a struct will do. */
static bool
is_same(struct comparison *c, uint64_t l, uint64_t r, bool is_target,
    int depth)
{
	const uint64_t off[2] = { dt_dwentry_defined(c->d[0], l),
		dt_dwentry_defined(c->d[1], r) };
	struct both b;

	if (l == 0 || r == 0)
		return l == r;
	if (depth > MAX_DEPTH || !read_both(c, off, &b))
		return false;
	switch (b.e[0].tag) {
	case DW_TAG_structure_type: case DW_TAG_class_type:
	case DW_TAG_union_type: case DW_TAG_enumeration_type:
		if (is_target && *name(c, &b, 0) != '\0')
			return b.e[0].tag == b.e[1].tag &&
			    strcmp(name(c, &b, 0), name(c, &b, 1)) == 0;
		return have_same_values(c, &b) &&
		    have_same_parts(c, &b, depth + 1);
	case DW_TAG_array_type:
		return have_same_values(c, &b) &&
		    have_same_parts(c, &b, depth + 1) && is_same(c,
		    b.e[0].type, b.e[1].type, is_target, depth + 1);
	default:
		return have_same_values(c, &b) && is_same(c, b.e[0].type,
		    b.e[1].type, is_target ||
		    dt_dwtag_is_pointer(b.e[0].tag), depth + 1);
	}
}

bool
dt_dw_same(struct dt_dwfile *a, uint64_t a_off, struct dt_dwfile *b,
    uint64_t b_off)
{
	struct comparison c = { { a, b }, MAX_ENTRIES };

	return (a == b && a_off == b_off) ||
	    is_same(&c, a_off, b_off, false, 0);
}
