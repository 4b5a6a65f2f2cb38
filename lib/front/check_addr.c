/* SPDX-License-Identifier: MIT */
/*
 * check_addr.c - stacks, symbols and modules: addresses that a firing records
 * and the consumer resolves to names.
 */
#include <errno.h>
#include "base/act.h"
#include "front/check.h"

/*
 * The most frames of a stack: the kernel's default of the sysctl
 * kernel.perf_event_max_stack.
 */
enum { MAX_FRAMES = 127, MAX_STRSIZE = 65536 };

bool
dt_check_isaddr(const struct dt_pnode *p)
{
	int id = p->kind == DT_P_CALL ? dt_actrow_find(p->name) : -1;

	return id >= 0 && (dt_act_isstack(dt_actrows[id].kind) ||
	    dt_act_issym(dt_actrows[id].kind));
}

const char *
dt_check_addrname(uint16_t action)
{
	for (size_t i = 0; action != 0 && i < DT_NACTS; i++)
		if (dt_actrows[i].kind == action)
			return dt_actrows[i].name;
	return "a plain value";
}

/* Read an optional argument that must be a constant in a range. */
static int
number(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_pnode *arg, enum dt_tag tag, const char *what,
    int64_t least, int64_t most, int64_t *value)
{
	const struct dt_node *n;

	if (arg == NULL)
		return 0;
	n = dt_check_constant(c, dt_check_expr(c, arg));
	if (n == NULL) {
		(void) dt_check_novalue(c, arg, tag);
		return -EINVAL;
	}
	if (n->kind != DT_N_INT || n->value < least || n->value > most)
		return dt_diag_set(c->diag, tag, p->line,
		    "the %s of %s() must be a constant from %lld to %lld", what,
		    p->name, (long long)least, (long long)most);
	*value = n->value;
	return 0;
}

/* The value of an option, limited to a range. */
static int64_t
option(const struct dt_env *env, int opt, int64_t least, int64_t most)
{
	int64_t v = env->option(env->arg, opt);

	return v < least ? least : v > most ? most : v;
}

static struct dt_node *
make(struct dt_check *c, enum dt_nodekind kind, const struct dt_actrow *a,
    int line, uint32_t bytes)
{
	struct dt_type elem = dt_type_basic(c->types, DT_T_CHAR), type;
	struct dt_node *n;

	if (dt_type_array(c->types, &elem, bytes, &type) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	n = dt_check_node(c, kind, line, &type);
	if (n != NULL)
		n->action = a->kind;
	return n;
}

static struct dt_node *
stack(struct dt_check *c, const struct dt_actrow *a, const struct dt_pnode *p)
{
	bool user = dt_act_isuser(a->kind);
	int64_t strsize = 0, frames = option(c->env,
	    a->kind == DTRACEACT_STACK ? DTRACEOPT_STACKFRAMES :
	    a->kind == DTRACEACT_USTACK ? DTRACEOPT_USTACKFRAMES :
	    DTRACEOPT_JSTACKFRAMES, 1, MAX_FRAMES);
	const struct dt_pnode *size = p->nargs > 1 ? p->args->next : NULL;
	struct dt_node *n;

	if (dt_check_arity(c, user ? D_USTACK_PROTO : D_STACK_PROTO, p,
	    a->min, a->max) != 0)
		return NULL;
	if (a->kind == DTRACEACT_JSTACK)
		strsize = option(c->env, DTRACEOPT_JSTACKSTRSIZE, 0,
		    MAX_STRSIZE);
	if (number(c, p, p->args, user ? D_USTACK_FRAMES : D_STACK_SIZE,
	    "number of frames", 1, MAX_FRAMES, &frames) != 0 ||
	    number(c, p, size, D_USTACK_STRSIZE, "size of strings", 0,
	    MAX_STRSIZE, &strsize) != 0)
		return NULL;
	n = make(c, DT_N_STACK, a, p->line,
	    (uint32_t)((frames + user) * 8 + strsize));
	if (n != NULL) {
		n->value = frames;
		n->len = (size_t)strsize;
	}
	return n;
}

static struct dt_node *
symbol(struct dt_check *c, const struct dt_actrow *a, const struct dt_pnode *p)
{
	struct dt_node *addr, *n;

	if (dt_check_arity(c, D_PROTO_LEN, p, a->min, a->max) != 0)
		return NULL;
	addr = dt_check_expr(c, p->args);
	if (addr == NULL)
		return NULL;
	if (!dt_type_isint(&addr->type) &&
	    addr->type.kind != DT_TYPE_POINTER) {
		dt_diag_set(c->diag, D_PROTO_ARG, p->line,
		    "argument 1 of %s() must be an address", p->name);
		return NULL;
	}
	if (dt_type_isint(&addr->type))
		addr = dt_check_convert(c, addr, &c->t_int64);
	n = addr != NULL ? make(c, DT_N_SYM, a, p->line,
	    dt_act_isuser(a->kind) ? 16 : 8) : NULL;
	if (n != NULL)
		n->left = addr;
	return n;
}

struct dt_node *
dt_check_addrs(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_actrow *a = &dt_actrows[dt_actrow_find(p->name)];

	return dt_act_isstack(a->kind) ? stack(c, a, p) : symbol(c, a, p);
}
