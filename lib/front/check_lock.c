/* SPDX-License-Identifier: MIT */
/*
 * check_lock.c - subroutines that become expressions on kernel structs: the
 * state of locks, and the files of a process.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

/* Bits of a lock's word. */
#define	MUTEX_FLAGS	7	/* of struct mutex: below the owner's address */
#define	SEM_WRITER	1	/* of struct rw_semaphore */
#define	SEM_READERS	(~(int64_t)0xff)
#define	RW_WRITER	0x1ff	/* of rwlock_t: a writer holds or awaits it */
#define	RW_READERS	(~(int64_t)0x1ff)

/* A lock's type, and the member that holds its state. */
struct lock {
	const char *type, *word;
	int64_t readers, writer;
};

static const struct lock mutexes[] = {
	{ "struct mutex", "owner.counter", 0, 0 }, { NULL, NULL, 0, 0 },
};

static const struct lock rwlocks[] = {
	{ "struct rw_semaphore", "count.counter", SEM_READERS, SEM_WRITER },
	{ "rwlock_t", "raw_lock.cnts.counter", RW_READERS, RW_WRITER },
	{ NULL, NULL, 0, 0 },
};

static int
pointer_to(struct dt_check *c, int line, const char *name,
    struct dt_type *out)
{
	const char *why;
	struct dt_type of;
	int err = dt_type_klookup(c->types, name, &of);

	if (err == 0)
		err = dt_type_pointer(c->types, &of, out);
	if (err == -ENOMEM)
		return dt_diag_nomem(c->diag);
	why = dt_types_nokernel(c->types);
	return err == 0 ? 0 : dt_diag_set(c->diag, D_TYPE_ERR, line,
	    "%s: the kernel's type cannot be found%s%s", name,
	    why != NULL ? ": " : "", why != NULL ? why : "");
}

/* The value of ptr->path. */
static struct dt_node *
value_of(struct dt_check *c, int line, struct dt_node *ptr, const char *path)
{
	return dt_check_value(c, dt_check_through(c, line, ptr, path));
}

static bool
is_anything(struct dt_check *c, const struct dt_node *n)
{
	struct dt_type of;

	return (n->kind == DT_N_INT && n->value == 0) ||
	    (n->type.kind == DT_TYPE_POINTER &&
	    dt_type_pointee(c->types, &n->type, &of) == 0 &&
	    of.kind == DT_TYPE_VOID);
}

/* Check that the argument points to a lock, and return which. */
static const struct lock *
lock_of(struct dt_check *c, const struct dt_pnode *p, const struct lock *v,
    struct dt_node **ptr)
{
	struct dt_node *n = dt_check_addr(c, p->args);
	const struct lock *l;
	struct dt_type type;
	char buf[64];

	for (l = v; n != NULL && l->type != NULL; l++) {
		if (pointer_to(c, p->line, l->type, &type) != 0)
			return NULL;
		if (!is_anything(c, n) &&
		    !dt_type_same(c->types, &n->type, &type))
			continue;
		*ptr = dt_check_retype(c, n, &type);
		return *ptr != NULL ? l : NULL;
	}
	if (n != NULL)
		dt_diag_set(c->diag, D_PROTO_ARG, p->line,
		    "argument 1 of %s() must be a %s *%s, not a value of type "
		    "%s", p->name, v->type, v[1].type != NULL ?
		    " or a rwlock_t *" : "",
		    dt_type_name(c->types, &n->type, buf, sizeof(buf)));
	return NULL;
}

/* Some bits of a lock's state, as a number. */
static struct dt_node *
bits(struct dt_check *c, const struct dt_pnode *p, const struct lock *v,
    bool readers, int64_t mask)
{
	struct dt_node *ptr, *word;
	const struct lock *l = lock_of(c, p, v, &ptr);

	if (l == NULL)
		return NULL;
	if (mask == 0)
		mask = readers ? l->readers : l->writer;
	word = value_of(c, p->line, ptr, l->word);
	return word == NULL ? NULL : dt_check_binary(c, p->line, DT_OP_AND,
	    dt_check_retype(c, word, &c->t_int64),
	    dt_check_const(c, p->line, &c->t_int64, (uint64_t)mask));
}

static struct dt_node *
is_set(struct dt_check *c, struct dt_node *n)
{
	return n == NULL ? NULL : dt_check_binary(c, n->line, DT_OP_NE, n,
	    dt_check_const(c, n->line, &c->t_int64, 0));
}

static struct dt_node *
mutex_owner(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n = bits(c, p, mutexes, false, ~(int64_t)MUTEX_FLAGS);
	struct dt_type type;

	return n == NULL || pointer_to(c, p->line, "struct task_struct",
	    &type) != 0 ? NULL : dt_check_retype(c, n, &type);
}

/* mutex_owned(): does the thread that fires the probe own it? */
static struct dt_node *
mutex_owned(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *owner = mutex_owner(c, p), *me;

	if (owner == NULL)
		return NULL;
	me = dt_check_varnode(c, p->line, dt_scope_find(c->scope,
	    DT_ID_GLOBAL, "curthread"));
	return me == NULL ? NULL : dt_check_binary(c, p->line, DT_OP_EQ,
	    dt_check_retype(c, owner, &c->t_int64),
	    dt_check_retype(c, me, &c->t_int64));
}

static struct dt_node *
mutex_type(struct dt_check *c, const struct dt_pnode *p)
{
	bool adaptive = strcmp(p->name, "mutex_type_adaptive") == 0;
	struct dt_node *ptr;

	return lock_of(c, p, mutexes, &ptr) == NULL ? NULL :
	    dt_check_const(c, p->line, &c->t_int, adaptive);
}

static struct dt_node *
rw_read(struct dt_check *c, const struct dt_pnode *p)
{
	return is_set(c, bits(c, p, rwlocks, true, 0));
}

static struct dt_node *
rw_write(struct dt_check *c, const struct dt_pnode *p)
{
	return is_set(c, bits(c, p, rwlocks, false, 0));
}

/* Keep the number of the file in a variable, as it is used twice. */
static struct dt_node *
keep(struct dt_check *c, struct dt_node *n, struct dt_node **var)
{
	const struct dt_ident *id = dt_check_hidden(c, n->line, "(getf)",
	    &c->t_int64);

	*var = id != NULL ? dt_check_varnode(c, n->line, id) : NULL;
	return *var == NULL ? NULL : dt_check_set(c, n->line, id,
	    dt_check_convert(c, n, &c->t_int64));
}

/* table->fd[n], or 0 if the process has no such file. */
static struct dt_node *
file(struct dt_check *c, int line, struct dt_node *table, struct dt_node *n)
{
	struct dt_node *max = value_of(c, line, table, "max_fds");
	struct dt_node *files = value_of(c, line, table, "fd"), *at;

	if (max == NULL || files == NULL)
		return NULL;
	at = dt_check_offset(c, line, DT_OP_ADD, files, n);
	at = at != NULL ? dt_check_value(c, dt_check_follow(c, line, at)) :
	    NULL;
	return at == NULL ? NULL : dt_check_cond(c, line,
	    dt_check_binary(c, line, DT_OP_LT,
	    dt_check_retype(c, n, &c->t_size), max), at,
	    dt_check_retype(c, dt_check_const(c, line, &c->t_int64, 0),
	    &at->type));
}

static struct dt_node *
getf(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_expr(c, p->args), *var, *set, *me;

	if (n == NULL)
		return NULL;
	if (!dt_type_isint(&n->type)) {
		dt_diag_set(c->diag, D_PROTO_ARG, p->line,
		    "argument 1 of getf() must be an integer");
		return NULL;
	}
	set = keep(c, n, &var);
	me = set == NULL ? NULL : dt_check_builtin(c, p->line,
	    dt_scope_find(c->scope, DT_ID_GLOBAL, "curthread"),
	    dt_check_varnode(c, p->line, dt_scope_find(c->scope,
	    DT_ID_GLOBAL, "curthread")));
	me = me != NULL ? value_of(c, p->line, me, "files") : NULL;
	me = me != NULL ? value_of(c, p->line, me, "fdt") : NULL;
	return me == NULL ? NULL :
	    dt_check_comma(c, p->line, set, file(c, p->line, me, var));
}

typedef struct dt_node *expand_f(struct dt_check *, const struct dt_pnode *);

static const struct {
	const char *name;
	expand_f *expand;
} subrs[] = {
	{ "mutex_owned", mutex_owned },
	{ "mutex_owner", mutex_owner },
	{ "mutex_type_adaptive", mutex_type },
	{ "mutex_type_spin", mutex_type },
	{ "rw_read_held", rw_read },
	{ "rw_write_held", rw_write },
	{ "rw_iswriter", rw_write },
	{ "getf", getf },
};

#define	NSUBRS	(sizeof(subrs) / sizeof(subrs[0]))

static size_t
find(const char *name)
{
	size_t i = 0;

	while (i < NSUBRS && strcmp(subrs[i].name, name) != 0)
		i++;
	return i;
}

bool
dt_check_isexpanded(const char *name)
{
	return find(name) < NSUBRS;
}

struct dt_node *
dt_check_expand(struct dt_check *c, const struct dt_pnode *p)
{
	return dt_check_arity(c, D_PROTO_LEN, p, 1, 1) != 0 ? NULL :
	    subrs[find(p->name)].expand(c, p);
}
