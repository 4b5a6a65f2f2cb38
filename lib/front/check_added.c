/* SPDX-License-Identifier: MIT */
/* check_added.c - members that structs of the kernel have only in D. */
#include <string.h>
#include "front/check.h"

typedef struct dt_node *derive_f(struct dt_check *c, int line,
    struct dt_node *of);

/* The value of a member of the kernel. */
static struct dt_node *
value_of(struct dt_check *c, int line, struct dt_node *of, const char *path)
{
	return dt_check_value(c, dt_check_along(c, line, of, path));
}

/* The CPU that a thread runs on; -1: it does not run. */
static struct dt_node *
cpu_of(struct dt_check *c, int line, struct dt_node *of)
{
	struct dt_node *runs = value_of(c, line, of, "on_cpu");
	struct dt_node *cpu = dt_check_retype(c, value_of(c, line, of,
	    "thread_info.cpu"), &c->t_int);

	return runs == NULL || cpu == NULL ? NULL : dt_check_cond(c, line, runs,
	    cpu, dt_check_const(c, line, &c->t_int, (uint64_t)-1));
}

/* The nice value of a process: 100 to 139 stand for -20 to 19. */
static struct dt_node *
nice_of(struct dt_check *c, int line, struct dt_node *of)
{
	struct dt_node *prio = value_of(c, line, of, "static_prio");

	return prio == NULL ? NULL : dt_check_binary(c, line, DT_OP_SUB, prio,
	    dt_check_const(c, line, &c->t_int, 120));
}

static const struct added {
	const char *type, *name;
	int func;		/* DT_F_... of the struct's address, or */
	const char *path;	/* the kernel's name of it, or */
	derive_f *derive;
} members[] = {
#define	DT_MEMBER(type, name, func) { type, name, DT_F_##func, NULL, NULL },
#define	DT_SYNONYM(type, name, path)	{ type, name, 0, path, NULL },
#define	DT_DERIVED(type, name, fn)	{ type, name, 0, NULL, fn },
#include "tbl/members.h"
#undef DT_MEMBER
#undef DT_SYNONYM
#undef DT_DERIVED
};

static const struct added *
find_added(struct dt_check *c, const struct dt_type *t, const char *name)
{
	char buf[64];

	dt_type_name(c->types, t, buf, sizeof(buf));
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (strcmp(members[i].name, name) == 0 &&
		    strcmp(members[i].type, buf) == 0)
			return &members[i];
	return NULL;
}

bool
dt_check_isadded(struct dt_check *c, const struct dt_type *t,
    const char *name)
{
	return find_added(c, t, name) != NULL;
}

struct dt_node *
dt_check_added(struct dt_check *c, int line, struct dt_node *of,
    const char *name)
{
	const struct added *a = find_added(c, &of->type, name);

	if (a->path != NULL)
		return dt_check_along(c, line, of, a->path);
	if (a->derive != NULL)
		return a->derive(c, line, of);
	return dt_check_funcof(c, a->func, dt_check_addressof(c, of));
}

const char *
dt_check_struct(const char *type, const char *name)
{
	static const struct { const char *type, *prefix, *other; } v[] = {
#define	DT_PREFIX(type, prefix, other)	{ type, prefix, other },
#include "tbl/members.h"
#undef DT_PREFIX
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (strcmp(v[i].type, type) == 0 &&
		    strncmp(v[i].prefix, name, strlen(v[i].prefix)) == 0)
			return v[i].other;
	return NULL;
}
