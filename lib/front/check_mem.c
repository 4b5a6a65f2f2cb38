/* SPDX-License-Identifier: MIT */
/*
 * check_mem.c - memory of the kernel: members, elements, dereferenced pointers.
 * Such an expression is a place (MEM) until it is used as a value: then an
 * array of characters is a string, and any other array a pointer.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

struct dt_node *
dt_check_stride(struct dt_check *c, int line, const struct dt_type *ptr)
{
	struct dt_type of = { .kind = DT_TYPE_INT };
	char buf[64];

	if (dt_type_pointee(c->types, ptr, &of) != 0 ||
	    dt_type_complete(c->types, &of) != 0)
		of.size = 0;
	if (of.kind == DT_TYPE_VOID || of.kind == DT_TYPE_FUNCTION)
		dt_diag_set(c->diag, D_OP_INCOMPAT, line,
		    "arithmetic on a %s: the type it points to has no size: "
		    "cast it to char * or another sized type",
		    dt_type_name(c->types, ptr, buf, sizeof(buf)));
	else if (of.size == 0)
		dt_diag_set(c->diag, D_OP_INCOMPLETE, line,
		    "arithmetic on a %s: the type it points to is incomplete",
		    dt_type_name(c->types, ptr, buf, sizeof(buf)));
	return c->diag->err == 0 ?
	    dt_check_size(c, line, &c->t_int64, &of) : NULL;
}

static bool
is_int(const struct dt_node *n, int64_t value)
{
	return n->kind == DT_N_INT && n->value == value;
}

struct dt_node *
dt_check_retype(struct dt_check *c, struct dt_node *n,
    const struct dt_type *type)
{
	struct dt_node *r;

	if (n == NULL)
		return NULL;
	r = dt_check_node(c, DT_N_CAST, n->line, type);
	if (r == NULL)
		return NULL;
	r->left = n;
	return dt_fold(r);
}

static struct dt_node *
arith(struct dt_check *c, int line, enum dt_op op, const struct dt_type *type,
    struct dt_node *left, struct dt_node *right)
{
	if (left != NULL && right != NULL && is_int(right, 0) &&
	    (op == DT_OP_ADD || op == DT_OP_SUB))
		return dt_check_retype(c, left, type);
	return dt_check_make(c, line, op, type, left, right);
}

/* ptr + n or ptr - n, scaled by the size of the type it points to */
struct dt_node *
dt_check_offset(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *ptr, struct dt_node *n)
{
	struct dt_node *size = dt_check_stride(c, line, &ptr->type);

	if (size == NULL)
		return NULL;
	if (!is_int(size, 1) && !is_int(n, 0))
		n = arith(c, line, DT_OP_MUL, &c->t_int64, n, size);
	return arith(c, line, op, &ptr->type, ptr, n);
}

/* The difference of two pointers, in elements. */
struct dt_node *
dt_check_distance(struct dt_check *c, int line, struct dt_node *left,
    struct dt_node *right)
{
	struct dt_node *size = dt_check_stride(c, line, &left->type);

	if (size == NULL)
		return NULL;
	left = arith(c, line, DT_OP_SUB, &c->t_int64,
	    dt_check_retype(c, left, &c->t_int64),
	    dt_check_retype(c, right, &c->t_int64));
	return left == NULL || is_int(size, 1) ? left :
	    arith(c, line, DT_OP_DIV, &c->t_int64, left, size);
}

/* --- places --------------------------------------------------------------- */

struct dt_node *
dt_check_memory(struct dt_check *c, int line, struct dt_node *ptr, uint64_t off,
    const struct dt_type *type)
{
	struct dt_node *n = dt_check_node(c, DT_N_MEM, line, type);

	if (n == NULL || ptr == NULL)
		return NULL;
	n->left = ptr;
	n->value = (int64_t)off;
	return n;
}

static struct dt_node *
address(struct dt_check *c, struct dt_node *n, const struct dt_type *of)
{
	struct dt_type type;

	if (dt_check_usemember(c, n) != 0)
		return NULL;
	if (dt_type_pointer(c->types, of, &type) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	return arith(c, n->line, DT_OP_ADD, &type, n->left, n->field != NULL ?
	    dt_check_part(c, n->line, &c->t_int64, n->field, DT_PART_OFFSET) :
	    dt_check_const(c, n->line, &c->t_int64, (uint64_t)n->value));
}

struct dt_node *
dt_check_addressof(struct dt_check *c, struct dt_node *place)
{
	return place != NULL ? address(c, place, &place->type) : NULL;
}

/* The address of an array's first element. */
static struct dt_node *
first_element(struct dt_check *c, struct dt_node *n)
{
	struct dt_type of;

	if (dt_type_pointee(c->types, &n->type, &of) == 0)
		return address(c, n, &of);
	dt_diag_nomem(c->diag);
	return NULL;
}

static bool
is_array(const struct dt_node *n)
{
	return n->kind == DT_N_MEM && n->type.kind == DT_TYPE_ARRAY;
}

static bool
is_text(struct dt_check *c, const struct dt_node *n)
{
	struct dt_type of;

	return is_array(n) &&
	    dt_type_pointee(c->types, &n->type, &of) == 0 &&
	    of.kind == DT_TYPE_INT && of.size == 1 && of.is_signed;
}

/* The string at an address, of at most max bytes. */
static struct dt_node *
string_at(struct dt_check *c, struct dt_node *addr, struct dt_node *max)
{
	struct dt_node *n;

	if (addr == NULL || max == NULL)
		return NULL;
	n = dt_check_node(c, DT_N_CALL, addr->line, &c->t_string);
	if (n == NULL)
		return NULL;
	n->value = dt_check_isuser(addr) ? DT_F_COPYINSTR : DT_F_STRINGOF;
	n->left = dt_check_retype(c, addr, &c->t_int64);
	if (n->left == NULL)
		return NULL;
	n->left->next = max;
	return n;
}

struct dt_node *
dt_check_stringof(struct dt_check *c, struct dt_node *addr)
{
	return addr == NULL ? NULL : string_at(c, addr,
	    dt_check_const(c, addr->line, &c->t_int64, INT64_MAX));
}

struct dt_node *
dt_check_asstring(struct dt_check *c, struct dt_node *n)
{
	return n != NULL && n->type.kind == DT_TYPE_POINTER &&
	    dt_type_isstringlike(c->types, &n->type) ?
	    dt_check_stringof(c, n) : n;
}

/* The string at addr, the address of an array of characters. */
static struct dt_node *
text(struct dt_check *c, const struct dt_node *array, struct dt_node *addr)
{
	uint32_t max = dt_type_nelems(c->types, &array->type);

	if (array->field != NULL)
		return string_at(c, addr, dt_check_part(c, array->line,
		    &c->t_int64, array->field, DT_PART_COUNT));
	return max == 0 ? dt_check_stringof(c, addr) : string_at(c, addr,
	    dt_check_const(c, array->line, &c->t_int64, max));
}

/* A copy in scratch memory of the object at an address in the process. */
static struct dt_node *
copied_in(struct dt_check *c, struct dt_node *addr)
{
	struct dt_node *n = dt_check_funcof(c, DT_F_COPYIN, addr);
	struct dt_node *size = n != NULL ?
	    dt_check_stride(c, addr->line, &addr->type) : NULL;

	if (size == NULL)
		return NULL;
	n->type = addr->type;
	n->left->next = size;
	return n;
}

struct dt_node *
dt_check_copyin(struct dt_check *c, struct dt_node *n)
{
	struct dt_node *copy;

	if (n == NULL || n->kind != DT_N_MEM || !dt_check_isuser(n->left))
		return n;
	(void) dt_type_complete(c->types, &n->type);
	if (n->type.size == 0)
		return n;
	/* a bit-field has no address: copy the whole struct */
	copy = copied_in(c, n->bits != 0 ? n->left :
	    address(c, n, &n->type));
	if (copy == NULL)
		return NULL;
	if (n->bits != 0)
		n->left = copy;
	else if ((n = dt_check_follow(c, n->line, copy)) != NULL)
		n->is_user = n->type.kind == DT_TYPE_POINTER;
	return n;
}

struct dt_node *
dt_check_value(struct dt_check *c, struct dt_node *n)
{
	if (n != NULL && n->kind == DT_N_XLATE)
		return dt_check_dynamic(c, D_CG_DYN, n);
	/* the assignment to an array of characters yields its address */
	if (n != NULL && n->kind == DT_N_ASSIGN && is_text(c, n->left))
		return text(c, n->left, n);
	if (n == NULL || n->kind != DT_N_MEM)
		return n;
	if (is_text(c, n))
		return text(c, n, first_element(c, n));
	if (n->type.kind == DT_TYPE_ARRAY)
		return first_element(c, n);
	if (n->type.kind == DT_TYPE_INT && n->type.size > 8) {
		dt_diag_set(c->diag, D_OP_INT, n->line,
		    "cannot read an integer of %u bytes: D's integers have 8",
		    n->type.size);
		return NULL;
	}
	n = dt_check_copyin(c, n);
	return n != NULL && dt_check_usemember(c, n) == 0 ? n : NULL;
}

struct dt_node *
dt_check_decay(struct dt_check *c, struct dt_node *n)
{
	if (n != NULL && is_array(n))
		return first_element(c, n);
	return dt_check_value(c, n);
}

struct dt_node *
dt_check_addr(struct dt_check *c, const struct dt_pnode *p)
{
	return dt_check_decay(c, dt_check_place(c, p));
}

struct dt_node *
dt_check_number(struct dt_check *c, struct dt_node *n)
{
	return n != NULL && n->type.kind == DT_TYPE_POINTER ?
	    dt_check_retype(c, n, &c->t_size) : n;
}

/* --- operators ------------------------------------------------------------ */

/* The translated struct that n points to. */
static struct dt_node *
follow_translated(struct dt_check *c, int line, const struct dt_node *n,
    const struct dt_type *of)
{
	struct dt_node *s = dt_check_node(c, DT_N_XLATE, line, of);

	if (s == NULL)
		return NULL;
	s->left = n->left;
	s->xl = n->xl;
	if (n->right != NULL && n->right->type.kind == DT_TYPE_POINTER)
		s->right = dt_check_follow(c, line, n->right);
	return c->diag->err == 0 ? s : NULL;
}

struct dt_node *
dt_check_follow(struct dt_check *c, int line, struct dt_node *n)
{
	struct dt_type of;

	if (dt_type_pointee(c->types, &n->type, &of) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	if (n->kind == DT_N_XLATE)
		return follow_translated(c, line, n, &of);
	if (of.kind == DT_TYPE_VOID || of.kind == DT_TYPE_FUNCTION) {
		dt_diag_set(c->diag, of.kind == DT_TYPE_VOID ? D_DEREF_VOID :
		    D_DEREF_FUNC, line, "cannot dereference a pointer to %s: "
		    "cast it to a pointer to the type of the data",
		    of.kind == DT_TYPE_VOID ? "void" : "a function");
		return NULL;
	}
	return dt_check_memory(c, line, n, 0, &of);
}

struct dt_node *
dt_check_deref(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_place(c, p->left);
	char buf[64];

	if (n != NULL && n->kind != DT_N_XLATE)
		n = dt_check_decay(c, n);
	if (n == NULL)
		return dt_check_novalue(c, p->left, D_DEREF_NONPTR);
	if (dt_type_isstring(&n->type))
		n = dt_check_textof(c, n);
	if (n == NULL)
		return NULL;
	if (n->type.kind == DT_TYPE_POINTER)
		return dt_check_follow(c, p->line, n);
	dt_diag_set(c->diag, D_DEREF_NONPTR, p->line,
	    "cannot dereference a value of type %s: * needs a pointer",
	    dt_type_name(c->types, &n->type, buf, sizeof(buf)));
	return NULL;
}

static bool
is_computed(const struct dt_pnode *p)
{
	return p->kind == DT_P_INT || p->kind == DT_P_STRING ||
	    p->kind == DT_P_CALL || p->kind == DT_P_UNARY ||
	    p->kind == DT_P_BINARY || p->kind == DT_P_COND;
}

struct dt_node *
dt_check_addrof(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *outer = c->address_of;
	struct dt_node *n;

	c->address_of = p->left;
	n = dt_check_place(c, p->left);
	c->address_of = outer;
	if (n == NULL && (p->left->kind == DT_P_IDENT ||
	    p->left->kind == DT_P_SELF) && c->diag->tag == D_IDENT_BADREF)
		c->diag->tag = D_ADDROF_VAR;
	if (n == NULL)
		return dt_check_novalue(c, p->left, D_ADDROF_VAR);
	if (n->kind == DT_N_MEM && n->bits == 0)
		return address(c, n, &n->type);
	/* as in C, the name of a function is its address */
	if (p->left->kind == DT_P_SYMBOL)
		return n;
	if (n->kind == DT_N_MEM)
		dt_diag_set(c->diag, D_ADDROF_BITFIELD, p->line,
		    "cannot take the address of a bit-field");
	else
		dt_diag_set(c->diag, is_computed(p->left) ? D_ADDROF_LVAL :
		    D_ADDROF_VAR, p->line,
		    "cannot take the address of a variable or value of D: & "
		    "applies to memory, structs and arrays");
	return NULL;
}

/* Report that the left side of -> or . is not a struct. */
static void
no_struct(struct dt_check *c, const struct dt_pnode *p, enum dt_tag tag,
    const struct dt_type *t)
{
	bool arrow = p->tok == DT_TOK_ARROW;
	char buf[64];

	dt_diag_set(c->diag, tag, p->line,
	    "%s%s needs a %s on its left, not a value of type %s",
	    arrow ? "->" : ".", p->name,
	    arrow ? "pointer to a struct or union" : "struct or union",
	    dt_type_name(c->types, t, buf, sizeof(buf)));
}

void
dt_check_sought(struct dt_check *c, const struct dt_type *t,
    const char *name, struct dt_usertype *u)
{
	*u = (struct dt_usertype){ .name = name };
	if (c->env->usertype == NULL || c->is_library || !dt_type_isstruct(t))
		return;
	if (c->clause != NULL) {
		u->pdescs = c->clause->pdescs;
		u->npdescs = c->clause->npdescs;
	}
	(void) c->env->usertype(c->env->arg, u);
}

static int
find_member(struct dt_check *c, int line, const struct dt_type *t,
    const char *name, struct dt_member *m)
{
	int err = dt_type_member(c->types, t, name, m);
	const char *reason, *other;
	struct dt_usertype u;
	char buf[64];

	dt_type_name(c->types, t, buf, sizeof(buf));
	if (err == -ENODATA) {
		dt_check_sought(c, t, buf, &u);
		return dt_diag_set(c->diag, D_OP_INCOMPLETE, line,
		    "cannot find member %s: %s is not defined%s: define it, or "
		    "check its spelling", name, buf, u.why);
	}
	if (err == -ENOMEM)
		return dt_diag_nomem(c->diag);
	if (err == 0)
		return 0;
	reason = dt_check_foreign(buf, name);
	other = dt_check_struct(buf, name);
	return dt_diag_set(c->diag, D_TYPE_MEMBER, line,
	    "%s%s%s%s has no member %s%s%s", other != NULL ? other : "",
	    other != NULL ? ", here " : "", buf, other != NULL ? "," : "",
	    name, reason != NULL ? ": " : "", reason != NULL ? reason : "");
}

/* The place of member `name` in a struct at a place. */
static struct dt_node *
member(struct dt_check *c, int line, struct dt_node *of, const char *name)
{
	struct dt_member m;
	struct dt_field *f;
	struct dt_node *n;

	if (find_member(c, line, &of->type, name, &m) != 0)
		return NULL;
	f = dt_check_path(c, line, of, name);
	n = dt_check_memory(c, line, of->left,
	    (uint64_t)of->value + m.bit / 8, &m.type);
	if (n == NULL || c->diag->err != 0)
		return NULL;
	n->field = f;
	n->bits = (uint8_t)m.bits;
	n->bit = m.bit % 8;
	return n;
}

struct dt_node *
dt_check_along(struct dt_check *c, int line, struct dt_node *of,
    const char *path)
{
	while (of != NULL && *path != '\0') {
		size_t len = strcspn(path, ".-");
		const char *name = dt_arena_strndup(c->arena, path, len);

		if (name == NULL) {
			dt_diag_nomem(c->diag);
			return NULL;
		}
		of = member(c, line, of, name);
		path += len;
		if (*path == '-' && of != NULL)
			of = dt_check_follow(c, line, dt_check_value(c, of));
		path += strspn(path, ".->");
	}
	return of;
}

struct dt_node *
dt_check_through(struct dt_check *c, int line, struct dt_node *ptr,
    const char *path)
{
	return dt_check_along(c, line, dt_check_follow(c, line, ptr), path);
}

struct dt_node *
dt_check_memberof(struct dt_check *c, const struct dt_pnode *p,
    struct dt_node *n)
{
	bool arrow = p->tok == DT_TOK_ARROW;
	struct dt_node *of = arrow ? dt_check_decay(c, n) : n;

	if (of == NULL)
		return NULL;
	if (arrow && of->type.kind == DT_TYPE_POINTER)
		of = dt_check_follow(c, p->line, of);
	else if (arrow || of->kind != DT_N_MEM) {
		no_struct(c, p, arrow ? D_OP_PTR : D_OP_SOU, &of->type);
		return NULL;
	}
	if (of != NULL && !dt_type_isstruct(&of->type))
		no_struct(c, p, D_OP_SOU, &of->type);
	if (of == NULL || !dt_type_isstruct(&of->type))
		return NULL;
	return dt_check_isadded(c, &of->type, p->name) ?
	    dt_check_added(c, p->line, of, p->name) :
	    member(c, p->line, of, p->name);
}

struct dt_node *
dt_check_member(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *of = dt_check_place(c, p->left);

	if (of == NULL)
		return dt_check_novalue(c, p->left, p->tok == DT_TOK_ARROW ?
		    D_OP_PTR : D_OP_SOU);
	return of->kind == DT_N_XLATE ?
	    dt_check_xmember(c, p, of) : dt_check_memberof(c, p, of);
}

/* The pointer that is indexed; *bound is the number of elements, or 0. */
static struct dt_node *
indexed(struct dt_check *c, struct dt_node *x, uint32_t *bound)
{
	*bound = 0;
	if (x == NULL)
		return NULL;
	if (is_array(x)) {
		if (dt_check_isown(x))
			*bound = dt_type_nelems(c->types, &x->type);
		return first_element(c, x);
	}
	x = dt_check_value(c, x);
	if (x == NULL || !dt_type_isstring(&x->type))
		return x;
	*bound = (uint32_t)c->env->option(c->env->arg, DTRACEOPT_STRSIZE);
	return dt_check_textof(c, x);
}

/*
 * Is the constant index i outside of array x?  A pointer has no bounds, and an
 * array of at most one element often ends a struct of variable size.  As in C,
 * the address after the last element is allowed.
 */
static bool
is_outside(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_node *x, const struct dt_node *i)
{
	uint32_t n = is_array(x) ?
	    dt_type_nelems(c->types, &x->type) : 0;

	if (n <= 1 || i->kind != DT_N_INT ||
	    (uint64_t)i->value < n + (c->address_of == p))
		return false;
	dt_diag_set(c->diag, D_ARR_BOUNDS, p->line,
	    "index %lld is outside of an array of %u elements: write 0 to %u, "
	    "or cast the array to a pointer", (long long)i->value, n, n - 1);
	return true;
}

/* x[i] where x is an array in memory, a pointer or a string. */
struct dt_node *
dt_check_index(struct dt_check *c, const struct dt_pnode *p,
    struct dt_node *x)
{
	const struct dt_node *of = x;
	struct dt_node *i, *at;
	uint32_t n;

	x = indexed(c, x, &n);
	if (x == NULL)
		return NULL;
	if (x->type.kind != DT_TYPE_POINTER || p->nargs != 1) {
		dt_diag_set(c->diag, D_ARR_BADREF, p->line,
		    x->type.kind != DT_TYPE_POINTER ?
		    "[ ] needs an array, a pointer or a string on its left" :
		    "an array, a pointer or a string takes one index in [ ]");
		return NULL;
	}
	i = dt_check_constant(c, dt_check_expr(c, p->args));
	if (i != NULL && !dt_type_isint(&i->type)) {
		dt_diag_set(c->diag, D_ARR_BADREF, p->line,
		    "the index of an array, a pointer or a string must be an "
		    "integer");
		return NULL;
	}
	at = i != NULL && !is_outside(c, p, of, i) ?
	    dt_check_follow(c, p->line, x) : NULL;
	if (at == NULL)
		return NULL;
	at->left = n != 0 ?
	    dt_check_at(c, p->line, x, i, n + (c->address_of == p)) :
	    dt_check_offset(c, p->line, DT_OP_ADD, x, i);
	return at->left != NULL ? at : NULL;
}

/* The place of the member of offsetof() in a struct at address 0. */
static struct dt_node *
offset_place(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n, *of = dt_check_memory(c, p->line,
	    dt_check_const(c, p->line, &c->t_int64, 0), 0, &p->type);
	const char *other;
	char buf[64];

	if (of == NULL)
		return NULL;
	if (!dt_check_isadded(c, &p->type, p->name))
		return member(c, p->line, of, p->name);
	n = dt_check_added(c, p->line, of, p->name);
	if (n == NULL || (n->kind == DT_N_MEM && n->left == of->left))
		return n;
	other = dt_check_struct(dt_type_name(c->types, &p->type, buf,
	    sizeof(buf)), p->name);
	dt_diag_set(c->diag, D_TYPE_MEMBER, p->line, "%s of %s has no offset: "
	    "it is computed, or read through a pointer", p->name,
	    other != NULL ? other : buf);
	return NULL;
}

struct dt_node *
dt_check_offsetof(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n;

	if (!dt_type_isstruct(&p->type)) {
		dt_diag_set(c->diag, D_OFFSETOF_TYPE, p->line,
		    "offsetof() needs a struct or a union");
		return NULL;
	}
	n = offset_place(c, p);
	if (n == NULL && c->diag->tag == D_TYPE_MEMBER)
		c->diag->tag = D_UNKNOWN;
	if (n == NULL && c->diag->tag == D_OP_INCOMPLETE)
		c->diag->tag = D_OFFSETOF_TYPE;
	if (n == NULL || dt_check_usemember(c, n) != 0)
		return NULL;
	if (n->bits != 0) {
		dt_diag_set(c->diag, D_OFFSETOF_BITFIELD, p->line,
		    "bit-field %s has no offset in bytes", p->name);
		return NULL;
	}
	return n->field == NULL ? dt_check_const(c, p->line, &c->t_size,
	    (uint64_t)n->value) : dt_check_part(c, p->line, &c->t_size,
	    n->field, DT_PART_OFFSET);
}
