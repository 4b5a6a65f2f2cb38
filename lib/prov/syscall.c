/* SPDX-License-Identifier: MIT */
/*
 * syscall.c - entry and return of every system call.  The tables are those of a
 * recent kernel: two programs serve all calls, so a call that the running
 * kernel lacks costs nothing.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "prov/prov.h"
#include "sym/sysargs.h"

struct call {
	uint16_t nr;
	const char *name;
};

#define	SYSCALL(nr, name) { nr, name },
static const struct call native[] = {
#ifdef __aarch64__
#include "prov/syscall_aarch64.h"
#else
#include "prov/syscall_x86_64.h"
#endif
};

#ifdef __x86_64__
static const struct call ia32[] = {
#include "prov/syscall_ia32.h"
};
#endif
#undef SYSCALL

/*
 * Probe ids are part of the interface (a clause may name one), so they depend
 * on the number of the call, not on its position in a table.
 */
static const struct table {
	const char *module;
	const struct call *calls;
	size_t ncalls;
	uint32_t id;			/* of the entry probe of call 0 */
	uint32_t key;			/* row of call 0 */
} tables[] = {
	{ "vmlinux", native, sizeof(native) / sizeof(native[0]), 16, 0 },
#ifdef __x86_64__
	{ "ia32", ia32, sizeof(ia32) / sizeof(ia32[0]), 4096,
	    DT_ROW_COMPAT },
#endif
};

/* The result, of the kernel's type, is both arg0 and arg1. */
static const char *const results[] = { "long", "long", NULL };

static int
add_call(struct dt_probes *ps, const struct table *t, const struct call *c)
{
	struct dt_probe p = {
		.id = t->id + 2 * c->nr,
		.part = { "syscall", t->module, c->name, "entry" },
		.prov = &dt_prov_syscall,
		.point = DT_POINT_SYSENTER,
		.key = t->key + c->nr,
		.nargs = DT_NSYSARGS,
	};
	int err = dt_probes_add(ps, &p);

	if (err != 0)
		return err;
	p.id++;
	p.part[3] = "return";
	p.point = DT_POINT_SYSEXIT;
	p.nargs = 2;
	p.argtypes = results;
	return dt_probes_add(ps, &p);
}

/*
 * Add all calls once a description may name one, whatever its provider: a
 * description that also matches the many probes of fbt must add the calls
 * first, so that probes are added in the order of their ids.
 */
static int
provide(struct dt_probes *ps, const char *const part[4])
{
	size_t i, j;
	int err = 0;

	if (dt_probes_byid(ps, tables[0].id + 2 * native[0].nr) != NULL ||
	    (!dt_part_matches(part[3], "entry") &&
	    !dt_part_matches(part[3], "return")))
		return 0;
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (j = 0; j < tables[i].ncalls && err == 0; j++)
			err = add_call(ps, &tables[i], &tables[i].calls[j]);
	return err;
}

/* --- types of arguments --------------------------------------------------- */

bool
dt_syscall_is_compat(const struct dt_probe *p)
{
	return p->prov == &dt_prov_syscall && p->key >= DT_ROW_COMPAT;
}

/* The kernel's function for a call, where it has another name. */
static const char *
function_of(const char *call)
{
	static const struct { const char *call, *function; } t[] = {
		{ "fadvise64", "fadvise64_64" }, { "fstat", "newfstat" },
		{ "lstat", "newlstat" }, { "sendfile", "sendfile64" },
		{ "stat", "newstat" }, { "umount2", "umount" },
		{ "uname", "newuname" },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (strcmp(t[i].call, call) == 0)
			return t[i].function;
	return call;
}

/*
 * The kernel describes the 64-bit calls only.  A 32-bit call of the same name
 * may have other arguments.
 */
static int
describe(struct dt_probes *ps, struct dt_probe *p)
{
	struct dt_arena *a = dt_probes_arena(ps);
	const char *v[DT_NSYSARGS], **types;
	int n;

	if (dt_syscall_is_compat(p))
		return 0;
	n = dt_sysargs(p->part[2], a, v);
	if (n == -ENOENT)
		n = dt_sysargs(function_of(p->part[2]), a, v);
	if (n < 0)
		return n == -ENOMEM ? n : 0;
	types = dt_arena_alloc(a, (size_t)(n + 1) * sizeof(*types));
	if (types == NULL)
		return -ENOMEM;
	memcpy(types, v, (size_t)n * sizeof(*types));
	p->argtypes = types;
	p->has_user_args = true;
	return 0;
}

static void
untyped(const struct dt_probe *p, char *buf, size_t n)
{
	if (dt_syscall_is_compat(p))
		(void) snprintf(buf, n, "the kernel has none for 32-bit calls");
	else
		dt_sysargs_why(p->part[2], buf, n);
}

/* --- names of other systems ----------------------------------------------- */

static const struct dt_sysalias aliases[] = {
#define	DT_SYSALIAS(name, call, args)	{ name, call, args },
#include "tbl/sysalias.h"
#undef DT_SYSALIAS
};

const struct dt_sysalias *
dt_sysalias(const char *pattern, const struct dt_sysalias *after)
{
	const struct dt_sysalias *a = after != NULL ? after + 1 : aliases;

	for (; a < aliases + sizeof(aliases) / sizeof(aliases[0]); a++)
		if (dt_glob_match(pattern, a->name))
			return a;
	return NULL;
}

static bool
has_call(const char *name)
{
	for (size_t i = 0; i < sizeof(native) / sizeof(native[0]); i++)
		if (strcmp(native[i].name, name) == 0)
			return true;
	return false;
}

/* List the calls of this machine that a name stands for; return how many. */
static int
list_calls(const char *name, char *buf, size_t n)
{
	const struct dt_sysalias *a = NULL;
	size_t at = 0;
	int found = 0;

	while ((a = dt_sysalias(name, a)) != NULL) {
		if (!has_call(a->call))
			continue;
		(void) snprintf(buf + at, n - at, "%s%s", found++ != 0 ?
		    ", " : "", a->call);
		at = strlen(buf);
	}
	return found;
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	char calls[128];

	if (part[0] == NULL || strcmp(part[0], "syscall") != 0 ||
	    part[2] == NULL || dt_glob_is_pattern(part[2]) ||
	    has_call(part[2]) ||
	    (!dt_part_matches(part[3], "entry") &&
	    !dt_part_matches(part[3], "return")) ||
	    list_calls(part[2], calls, sizeof(calls)) == 0)
		return false;
	(void) snprintf(buf, n, "Linux has no system call %s: use %s instead, "
	    "or set option sysaliases", part[2], calls);
	return true;
}

const struct dt_prov dt_prov_syscall = {
	.name = "syscall",
	.attrs = DT_PA_SYSCALL,
	.provide = provide,
	.lends_names = true,
	.describe = describe,
	.untyped = untyped,
	.explain = explain,
};
