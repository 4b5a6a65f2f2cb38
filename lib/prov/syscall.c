/* SPDX-License-Identifier: MIT */
/*
 * syscall.c - entry and return of every system call.  The tables are those of a
 * recent kernel: two programs serve all calls, so a call that the running
 * kernel lacks costs nothing.
 */
#include <stdio.h>
#include <string.h>

#include "prov/prov.h"

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

static int
add_call(struct dt_probes *ps, const struct table *t, const struct call *c)
{
	struct dt_probe p = {
		.id = t->id + 2 * c->nr,
		.part = { "syscall", t->module, c->name, "entry" },
		.prov = &dt_prov_syscall,
		.point = DT_POINT_SYSENTER,
		.key = t->key + c->nr,
		.nargs = 6,
	};
	int err = dt_probes_add(ps, &p);

	if (err != 0)
		return err;
	p.id++;
	p.part[3] = "return";
	p.point = DT_POINT_SYSEXIT;
	p.nargs = 2;
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

/* --- names of other systems ----------------------------------------------- */

static const struct dt_sysalias aliases[] = {
#define	DT_SYSALIAS(name, call, args)	{ name, call, args },
#include "tbl/sysalias.h"
#undef DT_SYSALIAS
};

const struct dt_sysalias *
dt_sysalias(const char *name, const struct dt_sysalias *after)
{
	const struct dt_sysalias *a = after != NULL ? after + 1 : aliases;

	for (; a < aliases + sizeof(aliases) / sizeof(aliases[0]); a++)
		if (strcmp(a->name, name) == 0)
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
	    part[2] == NULL || has_call(part[2]) ||
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
	.attr = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING,
	    DTRACE_CLASS_COMMON },
	.provide = provide,
	.lends_names = true,
	.explain = explain,
};
