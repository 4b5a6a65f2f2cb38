/* SPDX-License-Identifier: MIT */
/*
 * check_obj.c - variables that are structs, unions or arrays of a fixed size,
 * and stores to memory.  Such a variable is a place (MEM) at its address
 * (ADDR).  Whether a program may write where a pointer points is checked at run
 * time.
 */
#include "front/check.h"

/* Most bytes of a struct that is kept like a string. */
enum { MAX_KEPT = 8000 };

/*
 * A struct or array n of self->, or in an associative array, is a place in a
 * copy of it, which an assignment stores back.
 */
static struct dt_node *
copied(struct dt_check *c, struct dt_node *n, const struct dt_type *ptr)
{
	struct dt_node *addr, *m;

	if (n == NULL)
		return NULL;
	if (n->type.size > MAX_KEPT) {
		dt_diag_set(c->diag, D_VAR_UNSUP, n->line, "%s has %u bytes: "
		    "a struct or array of self->, or in an associative array, "
		    "has at most %d", n->ident->name, n->type.size, MAX_KEPT);
		return NULL;
	}
	if (n->type.size > c->largest)
		c->largest = n->type.size;
	addr = dt_check_node(c, DT_N_ADDR, n->line, ptr);
	m = dt_check_node(c, DT_N_MEM, n->line, &n->type);
	if (addr == NULL || m == NULL || dt_check_constant(c,
	    dt_check_size(c, n->line, &c->t_size, &n->type)) == NULL)
		return NULL;
	addr->left = n;
	m->left = addr;
	return m;
}

struct dt_node *
dt_check_copied(struct dt_check *c, struct dt_node *n)
{
	struct dt_type type;

	if (n == NULL || !dt_type_isobject(&n->type) || n->kind == DT_N_MEM)
		return n;
	if (dt_type_pointer(c->types, &n->type, &type) == 0)
		return copied(c, n, &type);
	dt_diag_nomem(c->diag);
	return NULL;
}

bool
dt_check_isobject(const struct dt_ident *id)
{
	return !id->is_array && dt_type_isobject(&id->type);
}

struct dt_node *
dt_check_object(struct dt_check *c, int line, const struct dt_ident *id)
{
	struct dt_node *addr, *n;
	struct dt_type type;

	if (id->kind == DT_ID_SELF)
		return dt_check_copied(c, dt_check_varnode(c, line, id));
	if (dt_type_pointer(c->types, &id->type, &type) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	addr = dt_check_node(c, DT_N_ADDR, line, &type);
	n = dt_check_node(c, DT_N_MEM, line, &id->type);
	/* the variable's storage depends on the kernel's type */
	if (addr == NULL || n == NULL || dt_check_constant(c,
	    dt_check_size(c, line, &c->t_size, &id->type)) == NULL)
		return NULL;
	addr->ident = id;
	n->left = addr;
	return n;
}

/* Is the address computed from that of the left operand? */
static bool
is_moved(const struct dt_node *n)
{
	return n->kind == DT_N_CAST || n->kind == DT_N_AT ||
	    (n->kind == DT_N_BINARY && n->type.kind == DT_TYPE_POINTER);
}

/* The node from which the address of a place is computed. */
static struct dt_node *
start_of(const struct dt_node *place)
{
	struct dt_node *n = place->left;

	while (is_moved(n))
		n = n->left;
	return n;
}

/* The same of a place or an address. */
static const struct dt_node *
base_of(const struct dt_node *n)
{
	return n->kind == DT_N_MEM || is_moved(n) ? start_of(n) : n;
}

bool
dt_check_isown(const struct dt_node *n)
{
	return base_of(n)->kind == DT_N_ADDR;
}

bool
dt_check_iscopy(const struct dt_node *n)
{
	n = base_of(n);
	return n->kind == DT_N_ADDR && n->left != NULL;
}

/* The built-in variable that the address of a place starts from, or NULL. */
static const struct dt_ident *
builtin_of(const struct dt_node *n)
{
	while (n->kind == DT_N_MEM)
		n = base_of(n);
	return n->kind == DT_N_VAR && n->ident->kind == DT_ID_BUILTIN ?
	    n->ident : NULL;
}

bool
dt_check_isuser(const struct dt_node *n)
{
	while (!n->is_user && is_moved(n))
		n = n->left;
	return n->is_user;
}

/* Is it an array of other things than the characters of a string? */
static bool
is_plain_array(struct dt_check *c, const struct dt_type *t)
{
	return t->kind == DT_TYPE_ARRAY && !dt_type_istext(c->types, t);
}

static void
no_array(struct dt_check *c, int line)
{
	dt_diag_set(c->diag, D_OP_ARRFUN, line, "an array cannot be assigned: "
	    "assign its elements, or copy them with bcopy()");
}

/* Can a value of this type be stored? */
static bool
is_storable(struct dt_check *c, int line, const struct dt_type *t)
{
	char buf[64];

	if (is_plain_array(c, t))
		no_array(c, line);
	else if (!dt_type_isint(t) && t->kind != DT_TYPE_POINTER &&
	    !dt_type_isobject(t))
		dt_diag_set(c->diag, D_VAR_UNSUP, line,
		    "cannot store a value of type %s in memory",
		    dt_type_name(c->types, t, buf, sizeof(buf)));
	else if (t->size == 0 || (dt_type_isint(t) && t->size > 8))
		dt_diag_set(c->diag, D_OP_INCOMPLETE, line,
		    "cannot store a value of type %s, whose size is not known "
		    "or more than 8 bytes",
		    dt_type_name(c->types, t, buf, sizeof(buf)));
	return c->diag->err == 0;
}

/*
 * A character to assign is one of a copy of a string.  If it is the string of a
 * variable, make the copy one that an assignment stores back.
 */
static void
store_text(struct dt_check *c, int line, struct dt_node *copy)
{
	const struct dt_node *string = copy->left;

	if (string->kind == DT_N_ELEM || (string->kind == DT_N_VAR &&
	    string->ident->kind != DT_ID_BUILTIN))
		copy->kind = DT_N_ADDR;
	else
		dt_diag_set(c->diag, D_OP_LVAL, line, "a character of this "
		    "string cannot be assigned, as it is not a variable: "
		    "assign the string to one, and change that");
}

struct dt_node *
dt_check_store(struct dt_check *c, int line, struct dt_node *to)
{
	const struct dt_ident *from;
	struct dt_node *start;

	/* an error in the expression itself was reported */
	if (to == NULL)
		return NULL;
	from = builtin_of(to);
	start = to->kind == DT_N_MEM ? start_of(to) : to;
	if (start->kind == DT_N_CALL && start->value == DT_F_TEXT)
		store_text(c, line, start);
	(void)dt_type_complete(c->types, &to->type);
	if (to->kind != DT_N_MEM)
		dt_diag_set(c->diag, D_OP_LVAL, line, "only variables and "
		    "memory can be assigned or incremented");
	else if (from != NULL)
		dt_diag_set(c->diag, D_OP_WRITE, line,
		    "cannot write to memory that %s points to: a program can "
		    "write to its own variables and to memory from alloca and "
		    "copyin", from->name);
	else if (is_storable(c, line, &to->type))
		(void)dt_check_usemember(c, to);
	if (c->diag->err != 0)
		return NULL;
	/* the code contains the bits of this kernel */
	if (to->bits != 0 && to->field != NULL) {
		to->field->is_fixed = 1;
		to->field = NULL;
	}
	return to;
}

bool
dt_check_frees(const struct dt_node *to, const struct dt_node *from)
{
	const struct dt_node *addr = to->left;

	return from->kind == DT_N_INT && from->value == 0 &&
	    addr->kind == DT_N_ADDR && addr->left != NULL &&
	    addr->left->type.ctf == to->type.ctf;
}

static struct dt_node *
assignment(struct dt_check *c, int line, struct dt_node *to,
    struct dt_node *from)
{
	struct dt_node *n = dt_check_pair(c, DT_N_ASSIGN, line, &to->type, to,
	    from);

	if (n == NULL)
		return NULL;
	n->third = dt_check_size(c, line, &c->t_size, &to->type);
	return n->third != NULL ? n : NULL;
}

struct dt_node *
dt_check_copy(struct dt_check *c, int line, struct dt_node *to,
    struct dt_node *from)
{
	char want[64], is[64];

	if (dt_check_frees(to, from))
		return assignment(c, line, to, from);
	if (to->type.kind == DT_TYPE_ARRAY) {
		no_array(c, line);
		return NULL;
	}
	if (from->kind != DT_N_MEM ||
	    !dt_type_same(c->types, &to->type, &from->type)) {
		dt_diag_set(c->diag, D_OP_INCOMPAT, line,
		    "a %s cannot be assigned a value of type %s",
		    dt_type_name(c->types, &to->type, want, sizeof(want)),
		    dt_type_name(c->types, &from->type, is, sizeof(is)));
		return NULL;
	}
	return assignment(c, line, to, from);
}

struct dt_node *
dt_check_at(struct dt_check *c, int line, struct dt_node *base,
    struct dt_node *i, uint32_t n)
{
	struct dt_node *at, *stride;
	bool text = base->kind == DT_N_CALL && base->value == DT_F_TEXT;

	if (!text && i->kind == DT_N_INT && (uint64_t)i->value < n)
		return dt_check_offset(c, line, DT_OP_ADD, base, i);
	stride = dt_check_stride(c, line, &base->type);
	at = stride == NULL ? NULL :
	    dt_check_pair(c, DT_N_AT, line, &base->type, base, i);
	if (at == NULL)
		return NULL;
	at->third = stride;
	at->value = n;
	return at;
}
