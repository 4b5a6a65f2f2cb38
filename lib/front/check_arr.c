/* SPDX-License-Identifier: MIT */
/*
 * check_arr.c - associative arrays.  The declaration, or else the first use,
 * fixes the number and types of the keys and the type of the values.  Later
 * integer keys are cast to these types.
 */
#include <errno.h>
#include "front/check.h"

void
dt_check_noindex(struct dt_check *c, int line, const struct dt_ident *id)
{
	dt_diag_set(c->diag, D_IDENT_BADREF, line,
	    "%s%s is an associative array: write %s%s[key]",
	    dt_check_prefix(id->kind), id->name, dt_check_prefix(id->kind),
	    id->name);
}

/* Can the left side of [ ] be an associative array?  If not, report why. */
static bool
can_index(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *of = p->left;

	if (of->kind == DT_P_THIS)
		dt_diag_set(c->diag, D_ARR_LOCAL, p->line,
		    "this->%s[]: a this-> variable cannot be an array: use a "
		    "global or self-> one",
		    of->name);
	else if (of->kind == DT_P_INDEX)
		dt_diag_set(c->diag, D_ARR_BADREF, p->line,
		    "an associative array takes its keys in one [ ]: write "
		    "[a, b], not [a][b]");
	else if (of->kind != DT_P_IDENT && of->kind != DT_P_SELF)
		dt_diag_set(c->diag, D_ARR_BADREF, p->line,
		    "[ ] needs the name of an associative array on its left");
	else if (p->nargs == 0 || p->nargs > DT_MAXKEYS)
		dt_diag_set(c->diag, D_PROTO_LEN, p->line,
		    "%s[] has %u keys: it must have 1 to %d", of->name,
		    p->nargs, DT_MAXKEYS);
	else
		return true;
	return false;
}

/* The bytes of a struct in memory, as a string of that length. */
static struct dt_node *
bytes_of(struct dt_check *c, struct dt_node *n)
{
	int64_t most = c->env->option(c->env->arg, DTRACEOPT_STRSIZE) - 1;
	struct dt_node *call, *size;

	(void) dt_type_complete(c->types, &n->type);
	if (n->type.size == 0 || n->type.size > most) {
		dt_diag_set(c->diag, D_KEY_TYPE, n->line, "a struct that is a "
		    "key has 1 to %lld bytes, and this one has %u: use its "
		    "members as keys, or raise option strsize",
		    (long long)most, n->type.size);
		return NULL;
	}
	size = dt_check_constant(c, dt_check_size(c, n->line, &c->t_size,
	    &n->type));
	call = size != NULL ? dt_check_funcof(c, DT_F_BYTES,
	    dt_check_addressof(c, n)) : NULL;
	if (call == NULL)
		return NULL;
	call->type = n->type;
	call->left->next = size;
	return call;
}

struct dt_node *
dt_check_key(struct dt_check *c, struct dt_node *n, const struct dt_type *want)
{
	if (want != NULL && dt_type_isstring(want))
		n = dt_check_asstring(c, n);
	if (n != NULL && dt_type_isstruct(&n->type))
		return bytes_of(c, n);
	return dt_check_number(c, n);
}

bool
dt_check_issamekey(struct dt_check *c, const struct dt_type *a,
    const struct dt_type *b)
{
	return (dt_type_isint(a) && dt_type_isint(b)) ||
	    (a->kind == b->kind && (!dt_type_isstruct(a) ||
	    dt_type_same(c->types, a, b)));
}

/*
 * Check the keys, without conversion; NULL with the diagnostic set.  id is the
 * array, or NULL if it is not known yet.
 */
static struct dt_node *
check_keys(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_ident *id)
{
	struct dt_node *first = NULL, **tail = &first;
	const struct dt_pnode *k;
	uint32_t i = 0;
	char buf[64];

	for (k = p->args; k != NULL; k = k->next, i++) {
		*tail = dt_check_key(c, dt_check_static(c, D_KEY_TYPE, k),
		    id != NULL && i < id->nkeys ? &id->keys[i].type :
		    NULL);
		if (*tail == NULL)
			return dt_check_novalue(c, k, D_KEY_TYPE);
		if (!dt_type_isint(&(*tail)->type) &&
		    !dt_type_isstring(&(*tail)->type) &&
		    !dt_type_isstruct(&(*tail)->type)) {
			dt_diag_set(c->diag, D_PROTO_ARG, k->line,
			    "a key must be an integer, a pointer, a string or "
			    "a struct, not a value of type %s",
			    dt_type_name(c->types, &(*tail)->type, buf,
			    sizeof(buf)));
			return NULL;
		}
		tail = &(*tail)->next;
	}
	return first;
}

static int
no_room(struct dt_check *c, int line, enum dt_idkind kind, const char *name)
{
	return dt_diag_set(c->diag, D_ID_OFLOW, line,
	    "no room for %s%s[]: the programs of a handle have at most %u "
	    "arrays", dt_check_prefix(kind), name, dt_scope_limit(kind, true));
}

static struct dt_ident *
make(struct dt_check *c, const struct dt_pnode *p, const struct dt_node *keys,
    const struct dt_type *type)
{
	struct dt_type types[DT_MAXKEYS];
	struct dt_ident *id = NULL;
	uint32_t n = 0;
	int err;

	for (; keys != NULL; keys = keys->next)
		types[n++] = keys->type;
	err = dt_scope_add_array(c->scope, dt_check_kind(p->left),
	    p->left->name, type, types, n, &id);
	if (err == -ENOSPC)
		no_room(c, p->line, dt_check_kind(p->left), p->left->name);
	else if (err != 0)
		dt_diag_nomem(c->diag);
	return id;
}

/* Convert the keys to the array's types; NULL if they do not match. */
static struct dt_node *
match_keys(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_ident *id, struct dt_node *keys)
{
	struct dt_node *first = NULL, **tail = &first, *next;
	char want[64], is[64];
	uint32_t i = 0;

	for (; keys != NULL && i < id->nkeys; keys = next, i++) {
		const struct dt_type *t = &id->keys[i].type;

		next = keys->next;
		if (!dt_check_issamekey(c, t, &keys->type)) {
			dt_diag_set(c->diag, D_PROTO_ARG, keys->line,
			    "key %u of %s%s[] is of type %s, but here it is "
			    "of type %s%s", i + 1, dt_check_prefix(id->kind),
			    id->name, dt_type_name(c->types, t, want,
			    sizeof(want)), dt_type_name(c->types, &keys->type,
			    is, sizeof(is)), t->size == 8 &&
			    dt_type_isstring(&keys->type) ? ": if it was a "
			    "pointer, write stringof() there" : "");
			return NULL;
		}
		*tail = dt_type_isint(t) ? dt_check_convert(c, keys, t) : keys;
		if (*tail == NULL)
			return NULL;
		tail = &(*tail)->next;
		*tail = NULL;
	}
	if (p->nargs == id->nkeys)
		return first;
	dt_diag_set(c->diag, D_PROTO_LEN, p->line,
	    "%s%s[] has %u key%s, but here it has %u",
	    dt_check_prefix(id->kind), id->name, id->nkeys,
	    id->nkeys == 1 ? "" : "s", p->nargs);
	return NULL;
}

static bool
is_array(struct dt_check *c, int line, const struct dt_ident *id)
{
	if (id->is_array)
		return true;
	dt_diag_set(c->diag, D_ARR_BADREF, line,
	    "%s%s is a scalar variable, not an array",
	    dt_check_prefix(id->kind), id->name);
	return false;
}

struct dt_node *
dt_check_target(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_type *type)
{
	struct dt_node *keys, *n;
	struct dt_ident *id;

	if (!can_index(c, p))
		return NULL;
	id = dt_scope_find(c->scope, dt_check_kind(p->left), p->left->name);
	if (id != NULL && !is_array(c, p->line, id))
		return NULL;
	keys = check_keys(c, p, id);
	if (keys != NULL && id == NULL && type != NULL)
		id = make(c, p, keys, type);
	else if (keys != NULL && id == NULL)
		dt_check_undefined(c, p->left);
	if (keys == NULL || id == NULL || !dt_check_usesname(c, p->line, id))
		return NULL;
	keys = match_keys(c, p, id, keys);
	n = keys != NULL ? dt_check_node(c, DT_N_ELEM, p->line, &id->type) :
	    NULL;
	if (n == NULL)
		return NULL;
	n->ident = id;
	n->left = keys;
	return n;
}

bool
dt_check_isassoc(struct dt_check *c, const struct dt_pnode *of)
{
	const struct dt_ident *id;

	if (of->kind != DT_P_IDENT && of->kind != DT_P_SELF &&
	    of->kind != DT_P_THIS)
		return false;
	if (dt_check_isinline(c, of))
		return false;
	id = dt_scope_find(c->scope, dt_check_kind(of), of->name);
	return id == NULL || id->is_array || (id->ktype == NULL &&
	    !dt_type_isptr(&id->type) && !dt_type_isstring(&id->type));
}

struct dt_node *
dt_check_elem(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *of = p->left;
	struct dt_node *n;

	if (dt_check_isinlined(c, p))
		return dt_check_inline(c, p);
	if (dt_check_isargs(p))
		return dt_check_args(c, p);
	if (dt_check_isuregs(p))
		return dt_check_uregs(c, p);
	if (of->kind != DT_P_INDEX)
		return dt_check_isassoc(c, of) ?
		    dt_check_copied(c, dt_check_target(c, p, NULL)) :
		    dt_check_index(c, p, dt_check_place(c, of));
	n = dt_check_place(c, of);
	if (n == NULL || n->kind == DT_N_MEM ||
	    n->type.kind == DT_TYPE_POINTER || dt_type_isstring(&n->type))
		return dt_check_index(c, p, n);
	return dt_check_target(c, p, NULL);
}

/* Declare an array; id is an earlier declaration of it, or NULL. */
int
dt_check_declarray(struct dt_check *c, const struct dt_pdecl *d,
    const struct dt_ident *id)
{
	struct dt_ident *made;
	uint32_t i = 0;
	int err;

	if (id == NULL) {
		err = dt_scope_add_array(c->scope, d->kind, d->name, &d->type,
		    d->keys, d->nkeys, &made);
		if (err == -ENOSPC)
			return no_room(c, d->line, d->kind, d->name);
		return err != 0 ? dt_diag_nomem(c->diag) : 0;
	}
	if (id->nkeys == d->nkeys &&
	    dt_type_same(c->types, &id->type, &d->type))
		while (i < d->nkeys &&
		    dt_type_same(c->types, &id->keys[i].type,
		    &d->keys[i]))
			i++;
	if (i == d->nkeys)
		return 0;
	return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
	    "%s%s[] was declared or used with different types before",
	    dt_check_prefix(d->kind), d->name);
}
