/* SPDX-License-Identifier: MIT */
/* check_func.c - checks calls of subroutines against tbl/funcs.h. */
#include <errno.h>
#include <string.h>
#include "front/check.h"

static const struct {
	const char *name, *ret, *args;
	int64_t dflt;
} funcs[DT_NFUNCS] = {
#define	DT_FUNC(id, name, ret, args, dflt, how, sym, extra)	\
	{ name, ret, args, dflt },
#include "tbl/funcs.h"
#undef DT_FUNC
};

int
dt_check_findfunc(const char *name)
{
	for (int i = 0; i < DT_NFUNCS; i++)
		if (strcmp(funcs[i].name, name) == 0)
			return i;
	return -1;
}

bool
dt_check_isfunction(const struct dt_check *c, const char *name)
{
	return dt_lex_since(c->lex, name) == 0 &&
	    (dt_check_findfunc(name) >= 0 || dt_check_isact(name) ||
	    dt_check_isaggfunc(name));
}

static int
check_arity(struct dt_check *c, const struct dt_pnode *p, const char *args)
{
	uint32_t min = (uint32_t)strcspn(args, "|");
	uint32_t max = (uint32_t)strlen(args) - (args[min] == '|');

	return dt_check_arity(c, D_PROTO_LEN, p, min, max);
}

/* The type to cast an integer argument to; VOID if it is not an integer. */
static struct dt_type
integer_of(struct dt_check *c, char kind)
{
	static const struct {
		char letter;
		const char *type;
	} types[] = {
		{ 'c', "char" }, { 'i', "int" }, { 'l', "int64_t" },
		{ 'u', "size_t" }, { 'w', "uint16_t" }, { 'd', "uint32_t" },
		{ 'a', "uintptr_t" }, { 'b', "uintptr_t" },
		{ 'p', "uintptr_t" }, { '4', "uintptr_t" },
		{ '6', "uintptr_t" }, { 'f', "uintptr_t" },
	};
	struct dt_type t = { .kind = DT_TYPE_VOID };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].letter == kind &&
		    dt_type_lookup(c->types, types[i].type, &t) != 0)
			dt_diag_nomem(c->diag);
	return t;
}

/* Does a letter stand for an address? */
static bool
is_address(char kind)
{
	return strchr("abp46f", kind) != NULL;
}

/*
 * Is a pointer one to this struct, to an address of IPv4, to the bytes of one
 * of IPv6, or to void?
 */
static bool
points_to(struct dt_check *c, const struct dt_type *ptr, const char *tag)
{
	struct dt_type of;
	char buf[64];

	if (dt_type_pointee(c->types, ptr, &of) != 0 ||
	    of.kind == DT_TYPE_VOID)
		return true;
	if (!dt_type_isstruct(&of))
		return dt_type_isint(&of) &&
		    ((of.size == 4 && strcmp(tag, "ipaddr_t") == 0) ||
		    (of.size == 1 && strcmp(tag, "struct in6_addr") == 0));
	dt_type_tag(c->types, &of, buf, sizeof(buf));
	return strcmp(tag, buf) == 0;
}

/* Report a pointer that does not lead to what the argument describes. */
static bool
leads_right(struct dt_check *c, const struct dt_pnode *p, uint32_t number,
    char kind, const struct dt_node *n)
{
	const char *tag = kind == '4' ? "ipaddr_t" : kind == '6' ?
	    "struct in6_addr" : kind == 'f' ? "struct path" : NULL;
	char buf[64];

	if (tag == NULL || n->type.kind != DT_TYPE_POINTER ||
	    points_to(c, &n->type, tag))
		return true;
	dt_diag_set(c->diag, D_PROTO_ARG, n->line, "argument %u of %s() must "
	    "point to a value of type %s, but is of type %s: write a cast",
	    number, p->name, tag, dt_type_name(c->types, &n->type, buf,
	    sizeof(buf)));
	return false;
}

/* An argument of this letter, for a message. */
static const char *
wanted(char kind)
{
	if (kind == 'b' || kind == 'p')
		return "an address or a string";
	if (strchr("sz", kind) != NULL)
		return "a string";
	return is_address(kind) ? "an address" : "an integer";
}

struct dt_node *
dt_check_arg(struct dt_check *c, const struct dt_pnode *p, uint32_t number,
    char kind, const struct dt_pnode *arg)
{
	struct dt_type type = integer_of(c, kind);
	bool addr = is_address(kind);
	bool num = dt_type_isint(&type), str = !num || kind == 'p';
	enum dt_tag wrong = strcmp(p->name, "stringof") == 0 ?
	    D_STRINGOF_TYPE : D_PROTO_ARG;
	struct dt_node *n = addr && kind != 'p' ? dt_check_addr(c, arg) :
	    dt_check_expr(c, arg);
	char buf[64];

	/* fold a size, as memory of a constant size needs fewer checks */
	if (kind == 'u')
		n = dt_check_constant(c, n);
	if (n != NULL && !leads_right(c, p, number, kind, n))
		return NULL;
	n = num ? dt_check_number(c, n) : dt_check_asstring(c, n);
	if (n == NULL)
		return dt_check_novalue(c, arg, wrong);
	if (str && dt_type_isstring(&n->type))
		return n;
	if (kind == 'b' && dt_type_isstring(&n->type))
		return dt_check_textof(c, n);
	if (!num && n->kind == DT_N_INT && n->value == 0)
		return kind == 'z' ? n : dt_check_stringof(c, n);
	if (num && dt_type_isint(&n->type))
		return dt_check_convert(c, n, &type);
	if (addr && n->type.kind == DT_TYPE_POINTER)
		return n;
	dt_diag_set(c->diag, wrong, arg->line,
	    "argument %u of %s() must be %s, not a value of type %s", number,
	    p->name, wanted(kind), dt_type_name(c->types, &n->type, buf,
	    sizeof(buf)));
	return NULL;
}

/* Check the arguments, and append the defaults of those left out. */
static int
check_args(struct dt_check *c, const struct dt_pnode *p, int func,
    struct dt_node **tail)
{
	const struct dt_pnode *arg = p->args;
	uint32_t number = 0;

	for (const char *kind = funcs[func].args; *kind != '\0'; kind++) {
		if (*kind == '|')
			continue;
		number++;
		*tail = arg != NULL ?
		    dt_check_arg(c, p, number, *kind, arg) :
		    dt_check_const(c, p->line, &c->t_int64,
		    (uint64_t)funcs[func].dflt);
		if (*tail == NULL)
			return -EINVAL;
		tail = &(*tail)->next;
		arg = arg != NULL ? arg->next : NULL;
	}
	return 0;
}

static struct dt_node *
call(struct dt_check *c, int line, int func)
{
	struct dt_type type;
	struct dt_node *n;

	if (dt_type_lookup(c->types, funcs[func].ret, &type) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	n = dt_check_node(c, DT_N_CALL, line, &type);
	if (n != NULL)
		n->value = func;
	return n;
}

struct dt_node *
dt_check_funcof(struct dt_check *c, int func, struct dt_node *addr)
{
	struct dt_node *n = addr != NULL ? call(c, addr->line, func) : NULL;

	if (n == NULL)
		return NULL;
	n->left = dt_check_retype(c, addr, &c->t_int64);
	return n->left != NULL ? n : NULL;
}

struct dt_node *
dt_check_textof(struct dt_check *c, struct dt_node *s)
{
	struct dt_node *n = s != NULL ? call(c, s->line, DT_F_TEXT) : NULL;

	if (n != NULL)
		n->left = s;
	return n;
}

struct dt_node *
dt_check_func(struct dt_check *c, const struct dt_pnode *p, int func)
{
	struct dt_node *n;

	if (check_arity(c, p, funcs[func].args) != 0)
		return NULL;
	n = call(c, p->line, func);
	if (n == NULL)
		return NULL;
	if (func == DT_F_STRTOK && (n->ident = dt_check_hidden(c, p->line,
	    "(strtok)", &c->t_string)) == NULL)
		return NULL;
	if (check_args(c, p, func, &n->left) != 0)
		return NULL;
	if (func == DT_F_STRINGOF && dt_check_isuser(n->left))
		n->value = DT_F_COPYINSTR;
	if (func != DT_F_STRINGOF || !dt_type_isstring(&n->left->type))
		return n;
	n->left->next = NULL;	/* the default of an argument left out */
	return n->left;
}
