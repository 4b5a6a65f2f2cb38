/* SPDX-License-Identifier: MIT */
/*
 * inline.c - copies inlines and translators, which outlive the program that
 * defines them.
 */
#include <string.h>
#include "front/inline.h"

static struct dt_pnode *copy_list(struct dt_arena *a,
    const struct dt_pnode *p);

static bool
copy_child(struct dt_arena *a, struct dt_pnode **child)
{
	if (*child == NULL)
		return true;
	*child = copy_list(a, *child);
	return *child != NULL;
}

/* Copy a node; the text of a string constant may contain NULs. */
static struct dt_pnode *
copy_node(struct dt_arena *a, const struct dt_pnode *p)
{
	struct dt_pnode *n = dt_arena_alloc(a, sizeof(*n));
	size_t len = p->name == NULL ? 0 :
	    p->kind == DT_P_STRING ? p->len : strlen(p->name);
	char *name = p->name == NULL ? NULL : dt_arena_alloc(a, len + 1);

	if (n == NULL || (p->name != NULL && name == NULL))
		return NULL;
	*n = *p;
	if (name != NULL)
		memcpy(name, p->name, len);
	n->name = name;
	return copy_child(a, &n->left) && copy_child(a, &n->right) &&
	    copy_child(a, &n->third) && copy_child(a, &n->args) ? n : NULL;
}

static struct dt_pnode *
copy_list(struct dt_arena *a, const struct dt_pnode *p)
{
	struct dt_pnode *first = NULL, **tail = &first;

	for (; p != NULL; p = p->next) {
		*tail = copy_node(a, p);
		if (*tail == NULL)
			return NULL;
		tail = &(*tail)->next;
	}
	return first;
}

static bool
copy_names(struct dt_arena *a, struct dt_inline *in)
{
	in->name = dt_arena_strdup(a, in->name);
	for (uint32_t i = 0; i < in->nparams; i++) {
		in->params[i].name = dt_arena_strdup(a, in->params[i].name);
		if (in->params[i].name == NULL)
			return false;
	}
	return in->name != NULL;
}

struct dt_inline *
dt_inline_copy(const struct dt_inline *in)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_inline *copy;

	if (a == NULL)
		return NULL;
	copy = dt_arena_alloc(a, sizeof(*copy));
	if (copy != NULL) {
		*copy = *in;
		copy->arena = a;
		copy->expr = copy_list(a, in->expr);
	}
	if (copy != NULL && copy->expr != NULL && copy_names(a, copy))
		return copy;
	dt_arena_destroy(a);
	return NULL;
}

static bool
copy_members(struct dt_arena *a, const struct dt_xmember *m,
    struct dt_xmember **to)
{
	*to = NULL;
	for (; m != NULL; m = m->next) {
		struct dt_xmember *copy = dt_arena_alloc(a, sizeof(*copy));

		if (copy == NULL)
			return false;
		*copy = *m;
		copy->next = NULL;
		copy->name = dt_arena_strdup(a, m->name);
		copy->expr = copy_list(a, m->expr);
		if (copy->name == NULL || copy->expr == NULL)
			return false;
		*to = copy;
		to = &copy->next;
	}
	return true;
}

struct dt_xlator *
dt_xlator_copy(const struct dt_xlator *x)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_xlator *copy;

	if (a == NULL)
		return NULL;
	copy = dt_arena_alloc(a, sizeof(*copy));
	if (copy != NULL) {
		*copy = *x;
		copy->arena = a;
		copy->in.name = dt_arena_strdup(a, x->in.name);
		if (copy->in.name != NULL &&
		    copy_members(a, x->members, &copy->members))
			return copy;
	}
	dt_arena_destroy(a);
	return NULL;
}
