/* SPDX-License-Identifier: MIT */
/*
 * check_xlate.c - translators.  A translated value (XLATE) keeps its input.
 * Using a member checks the translator's expression for it again, with this
 * input, so unused members cost nothing.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

/* --- definitions -------------------------------------------------------- */

static bool
is_pair(struct dt_check *c, const struct dt_xlator *a,
    const struct dt_xlator *b)
{
	if (!dt_type_same(c->types, &a->out, &b->out) ||
	    !dt_type_same(c->types, &a->in.type, &b->in.type))
		return false;
	return !dt_type_isint(&a->in.type) ||
	    a->in.type.ctf == b->in.type.ctf;
}

static int
check_out(struct dt_check *c, const struct dt_xlator *x)
{
	const struct dt_xlator *is = NULL;
	struct dt_type full = x->out;
	char buf[64];

	(void) dt_type_complete(c->types, &full);
	dt_type_name(c->types, &x->out, buf, sizeof(buf));
	if (!dt_type_isstruct(&full) || full.size == 0)
		return dt_diag_set(c->diag, D_XLATE_SOU, x->line,
		    "a translator makes a struct or union with known members, "
		    "and %s is none", buf);
	while ((is = dt_scope_xlator(c->scope, is)) != NULL)
		if (is_pair(c, x, is))
			return dt_diag_set(c->diag, D_XLATE_REDECL, x->line,
			    "a translator to %s is already defined for this "
			    "input, on line %d%s%s", buf,
			    dt_place_line(is->line),
			    is->file != NULL ? " of " : "",
			    is->file != NULL ? is->file : "");
	return 0;
}

static int
check_name(struct dt_check *c, const struct dt_xlator *x,
    const struct dt_xmember *m)
{
	struct dt_member is;
	char buf[64];

	return dt_type_member(c->types, &x->out, m->name, &is) == 0 ? 0 :
	    dt_diag_set(c->diag, D_XLATE_MEMB, m->line, "%s has no member %s",
	    dt_type_name(c->types, &x->out, buf, sizeof(buf)), m->name);
}

/* Of several expressions for a member the last one counts. */
static bool
is_replaced(const struct dt_xmember *m)
{
	const struct dt_xmember *o = m->next;

	while (o != NULL && strcmp(o->name, m->name) != 0)
		o = o->next;
	return o != NULL;
}

/* Check the expression of m for this input; NULL: for any input. */
static struct dt_node *
expand(struct dt_check *c, int line, const struct dt_xlator *x,
    const struct dt_xmember *m, const struct dt_node *input)
{
	struct dt_frame frame = { .params = &x->in, .nparams = 1,
	    .value = input, .is_rated = x->is_rated || input == NULL };
	struct dt_member is;
	struct dt_node *n;

	if (input != NULL && x->is_rated &&
	    !dt_check_uses(c, line, m->name, x->attr))
		return NULL;
	if (dt_type_member(c->types, &x->out, m->name, &is) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	dt_check_enter(c, &frame, x->file, line);
	n = dt_check_standin(c, D_XLATE_INCOMPAT, m->line, m->name, &is.type,
	    dt_check_place(c, m->expr));
	dt_check_leave(c, &frame);
	return n;
}

/* Check the members; they may use the translator itself. */
static int
check_members(struct dt_check *c, const struct dt_xlator *x)
{
	const struct dt_xlator *outer = c->defining;
	const struct dt_xmember *m;

	c->defining = x;
	for (m = x->members; m != NULL && c->diag->err == 0; m = m->next)
		if (check_name(c, x, m) == 0 && !c->is_library)
			(void) expand(c, m->line, x, m, NULL);
	c->defining = outer;
	return c->diag->err;
}

int
dt_check_xlator(struct dt_check *c, const struct dt_xlator *x)
{
	struct dt_xlator *copy;

	if (check_out(c, x) != 0)
		return c->diag->err;
	copy = dt_xlator_copy(x);
	if (copy == NULL)
		return dt_diag_nomem(c->diag);
	if (dt_scope_add_xlator(c->scope, copy) == 0)
		return check_members(c, copy);
	dt_arena_destroy(copy->arena);
	return dt_diag_nomem(c->diag);
}

/* --- values ------------------------------------------------------------- */

/* How well an input matches, from 0, not at all, to 3, the same type. */
static int
fit(struct dt_check *c, const struct dt_type *want, const struct dt_type *is)
{
	if (want->ctf == is->ctf)
		return 3;
	if (dt_type_same(c->types, want, is))
		return 2;
	return dt_type_assignable(c->types, want, is, false);
}

static const struct dt_xlator *
find(struct dt_check *c, const struct dt_type *out, const struct dt_type *in)
{
	const struct dt_xlator *x = NULL, *best = NULL;
	int most = 0, n;

	while ((x = dt_scope_xlator(c->scope, x)) != NULL) {
		if (!dt_type_same(c->types, &x->out, out))
			continue;
		n = fit(c, &x->in.type, in);
		if (n <= most)
			continue;
		most = n;
		best = x;
	}
	return best;
}

/* The struct that a type is, or points to. */
static int
made_of(struct dt_check *c, const struct dt_type *type, struct dt_type *out)
{
	*out = *type;
	return type->kind != DT_TYPE_POINTER ||
	    dt_type_pointee(c->types, type, out) == 0 ? 0 :
	    dt_diag_nomem(c->diag);
}

/* The struct that xlate <type> makes, or makes a pointer to. */
static bool
made_by(struct dt_check *c, const struct dt_pnode *p, struct dt_type *out)
{
	char buf[64];

	if (made_of(c, &p->type, out) != 0)
		return false;
	if (dt_type_isstruct(out))
		return true;
	dt_diag_set(c->diag, D_XLATE_SOU, p->line,
	    "xlate makes a struct or union, or a pointer to one, not a %s",
	    dt_type_name(c->types, &p->type, buf, sizeof(buf)));
	return false;
}

static struct dt_node *
translate(struct dt_check *c, int line, const struct dt_type *type,
    const struct dt_xlator *x, struct dt_node *input)
{
	struct dt_node *n;

	input = dt_check_standin(c, D_XLATE_NONE, line, x->in.name,
	    &x->in.type, input);
	n = input != NULL ? dt_check_node(c, DT_N_XLATE, line, type) : NULL;
	if (n == NULL)
		return NULL;
	n->left = input;
	n->xl = x;
	return n;
}

struct dt_node *
dt_check_xlate(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_type out;
	const struct dt_xlator *x;
	struct dt_node *n;
	char to[64], from[64];

	if (!made_by(c, p, &out))
		return NULL;
	n = dt_check_place(c, p->left);
	if (n != NULL && n->kind == DT_N_XLATE && n->right != NULL &&
	    find(c, &out, &n->type) == NULL)
		n = n->right;
	if (n != NULL && n->kind == DT_N_MEM && !dt_type_isstruct(&n->type))
		n = dt_check_value(c, n);
	if (n == NULL)
		return NULL;
	x = find(c, &out, &n->type);
	if (x != NULL)
		return translate(c, p->line, &p->type, x, n);
	dt_diag_set(c->diag, D_XLATE_NONE, p->line,
	    "there is no translator from %s to %s: define one, as in "
	    "translator %s < %s x > { ... };",
	    dt_type_name(c->types, &n->type, from, sizeof(from)),
	    dt_type_name(c->types, &out, to, sizeof(to)), to, from);
	return NULL;
}

/* Can a value of one type be given where the other is declared? */
static bool
is_translatable(struct dt_check *c, const struct dt_type *to,
    const struct dt_type *from)
{
	struct dt_type out;

	return dt_type_same(c->types, to, from) ||
	    dt_type_assignable(c->types, to, from, false) ||
	    (made_of(c, to, &out) == 0 && dt_type_isstruct(&out) &&
	    find(c, &out, from) != NULL);
}

/* A type that D does not know is only for the header of C programs. */
static int
check_provarg(struct dt_check *c, const struct dt_provprobe *p, uint32_t i)
{
	const struct dt_provarg *to = &p->args[i];
	const struct dt_provarg *from = &p->native[to->from];
	struct dt_type out, in;

	if (strcmp(to->type, from->type) == 0 ||
	    dt_type_klookup(c->types, to->type, &out) != 0 ||
	    dt_type_klookup(c->types, from->type, &in) != 0 ||
	    is_translatable(c, &out, &in))
		return c->diag->err;
	return dt_diag_set(c->diag, D_PROV_PRXLATOR, p->line, "probe %s passes "
	    "a %s for args[%u], a %s, and there is no translator for it",
	    p->cname, from->type, i, to->type);
}

int
dt_check_provider(struct dt_check *c, const struct dt_provider *v)
{
	c->diag->file = v->file;
	for (const struct dt_provprobe *p = v->probes; p != NULL; p = p->next)
		for (uint32_t i = 0; i < p->nargs; i++)
			if (check_provarg(c, p, i) != 0)
				return c->diag->err;
	return 0;
}

struct dt_node *
dt_check_translated(struct dt_check *c, int line, const struct dt_type *type,
    struct dt_node *input)
{
	const struct dt_xlator *x;
	struct dt_type out;
	char to[64], from[64];

	if (dt_type_same(c->types, type, &input->type))
		return input;
	if (made_of(c, type, &out) != 0)
		return NULL;
	x = dt_type_isstruct(&out) ? find(c, &out, &input->type) : NULL;
	if (x != NULL)
		return translate(c, line, type, x, input);
	if (dt_type_assignable(c->types, type, &input->type, false))
		return dt_check_standin(c, D_ARGS_XLATOR, line, "the argument",
		    type, input);
	dt_diag_set(c->diag, D_ARGS_XLATOR, line,
	    "the probe passes a %s for a %s, and there is no translator for "
	    "it", dt_type_name(c->types, &input->type, from, sizeof(from)),
	    dt_type_name(c->types, type, to, sizeof(to)));
	return NULL;
}

/* Does the operator suit a translated struct, or a pointer to one? */
static bool
check_operator(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_node *of)
{
	bool is_pointer = of->type.kind == DT_TYPE_POINTER;
	char buf[64];

	if ((p->tok == DT_TOK_ARROW) == is_pointer)
		return true;
	dt_diag_set(c->diag, is_pointer ? D_OP_SOU : D_OP_PTR, p->line,
	    "the value before %s%s is a %s: write %s%s",
	    dt_lex_row(p->tok)->text, p->name,
	    dt_type_name(c->types, &of->type, buf, sizeof(buf)),
	    is_pointer ? "->" : ".", p->name);
	return false;
}

struct dt_node *
dt_check_xmember(struct dt_check *c, const struct dt_pnode *p,
    struct dt_node *of)
{
	const struct dt_xmember *m = of->xl->members;
	struct dt_member is;
	char buf[64];

	if (!check_operator(c, p, of))
		return NULL;
	dt_type_name(c->types, &of->xl->out, buf, sizeof(buf));
	if (dt_type_member(c->types, &of->xl->out, p->name, &is) != 0) {
		if (of->right != NULL)
			return dt_check_memberof(c, p, of->right);
		dt_diag_set(c->diag, D_TYPE_MEMBER, p->line,
		    "%s has no member %s", buf, p->name);
		return NULL;
	}
	while (m != NULL && (strcmp(m->name, p->name) != 0 || is_replaced(m)))
		m = m->next;
	if (m == NULL) {
		dt_diag_set(c->diag, D_XLATE_NOCONV, p->line,
		    "the translator to %s has no value for member %s", buf,
		    p->name);
		return NULL;
	}
	return of->xl == c->defining ? dt_check_any(c, p->line, &is.type) :
	    expand(c, p->line, of->xl, m, of->left);
}

/* The this-> variable that holds a translator's struct. */
static struct dt_node *
place_of(struct dt_check *c, int line, const struct dt_xlator *x)
{
	struct dt_type out = x->out;
	const struct dt_ident *id;

	(void) dt_type_complete(c->types, &out);
	id = dt_check_hidden(c, line, dt_arena_printf(c->arena, "(xlate %p)",
	    (const void *)x), &out);
	return id != NULL ? dt_check_object(c, line, id) : NULL;
}

/* Append the assignment of one member to `first`. */
static struct dt_node *
make_member(struct dt_check *c, const struct dt_node *n,
    const struct dt_xmember *m, struct dt_node *first)
{
	struct dt_node *place = place_of(c, n->line, n->xl), *to;

	if (place == NULL)
		return NULL;
	to = dt_check_through(c, n->line, dt_check_addressof(c, place),
	    m->name);
	to = to == NULL ? NULL : dt_check_assignto(c, n->line, to,
	    dt_check_whole(c, expand(c, n->line, n->xl, m, n->left)));
	return first == NULL ? to : dt_check_comma(c, n->line, first, to);
}

enum { MAX_NESTED = 8 };	/* translated structs in translated structs */

/* Put the struct in memory: assign its members, then take its address. */
static struct dt_node *
make_whole(struct dt_check *c, const struct dt_node *n)
{
	struct dt_node *made = NULL, *place;

	for (const struct dt_xmember *m = n->xl->members; m != NULL;
	    m = m->next) {
		if (is_replaced(m))
			continue;
		made = make_member(c, n, m, made);
		if (made == NULL)
			return NULL;
	}
	place = place_of(c, n->line, n->xl);
	if (place == NULL || made == NULL)
		return place;
	place->left = dt_check_comma(c, n->line, made, place->left);
	return place->left != NULL ? place : NULL;
}

struct dt_node *
dt_check_pointed(struct dt_check *c, const struct dt_node *n)
{
	struct dt_node whole = *n;

	whole.type = n->xl->out;
	whole.right = NULL;
	return dt_check_retype(c, dt_check_addressof(c, dt_check_whole(c,
	    &whole)), &n->type);
}

struct dt_node *
dt_check_whole(struct dt_check *c, struct dt_node *n)
{
	if (n == NULL || n->kind != DT_N_XLATE || n->right != NULL ||
	    n->type.kind == DT_TYPE_POINTER)
		return dt_check_value(c, n);
	if (n->xl == c->defining)
		return dt_check_any(c, n->line, &n->type);
	if (c->nwhole == MAX_NESTED) {
		dt_diag_set(c->diag, D_CG_DYN, n->line, "translated structs "
		    "are nested more than %d levels deep: name a member",
		    MAX_NESTED);
		return NULL;
	}
	c->nwhole++;
	n = make_whole(c, n);
	c->nwhole--;
	return n;
}

struct dt_node *
dt_check_dynamic(struct dt_check *c, enum dt_tag tag, const struct dt_node *n)
{
	char buf[64];

	if (n->right != NULL)
		return dt_check_value(c, n->right);
	dt_diag_set(c->diag, tag, n->line,
	    "a translated %s is not in memory: name a member of it",
	    dt_type_name(c->types, &n->type, buf, sizeof(buf)));
	return NULL;
}

struct dt_node *
dt_check_static(struct dt_check *c, enum dt_tag tag, const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_place(c, p);

	if (n != NULL && n->kind == DT_N_XLATE)
		return dt_check_dynamic(c, tag, n);
	return dt_check_value(c, n);
}
