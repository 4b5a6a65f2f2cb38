/* SPDX-License-Identifier: MIT */
/*
 * pid.c - the functions of a process, whose id stands in the provider's name:
 * pid123:MODULE:FUNCTION:entry and return.  A probe exists once a description
 * names it.  MODULE is the name of a file; a.out is the program, and what comes
 * behind .so, or that as well, may be left out of a library's.  A function with
 * several names has one probe, which each of them matches.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/buf.h"
#include "prov/prov.h"
#include "sym/elffunc.h"
#include "sym/objects.h"

#define	FIRST_ID	(1u << 20)
#define	PREFIX		"pid"

static const struct kind {
	const char *name;
	enum dt_pointkind point;
	uint8_t nargs;
} kinds[] = {
	{ "entry", DT_POINT_UENTRY, DT_NARGS },
	{ "return", DT_POINT_URETURN, 2 },
};
#define	NKINDS	(sizeof(kinds) / sizeof(kinds[0]))

struct site {
	struct dt_usite site;		/* first: probes have its address */
	const char *const *names;	/* of the function, and NULL */
};

/* A name of a function of the file being read. */
struct func {
	uint64_t offset, body;
	uint32_t rank;
	size_t name;			/* offset in names */
};

/* A place that has a probe, and which. */
struct taken {
	uint64_t offset;
	size_t kind;
};

/* The search for what one description names. */
struct search {
	struct dt_probes *ps;
	const char *const *part;
	pid_t pid;
	const char *path, *module;	/* of the file being read */
	bool is_program;
	struct dt_buf funcs, names;	/* struct func, and what they name */
	struct dt_buf taken;		/* struct taken */
	uint32_t next[NKINDS];		/* keys */
	uint32_t id;
};

/* The process of "pid123"; 0: it is not such a name. */
static pid_t
pid_of(const char *provider)
{
	unsigned long n;
	char *end;

	if (provider == NULL || strncmp(provider, PREFIX,
	    sizeof(PREFIX) - 1) != 0)
		return 0;
	provider += sizeof(PREFIX) - 1;
	if (!isdigit((unsigned char)*provider))
		return 0;
	errno = 0;
	n = strtoul(provider, &end, 10);
	return *end == '\0' && errno == 0 && n <= INT_MAX ? (pid_t)n : 0;
}

static bool
matches_name(const char *pattern, const char *const *names)
{
	for (; *names != NULL; names++)
		if (dt_part_matches(pattern, *names))
			return true;
	return false;
}

static bool
is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	const struct site *s = (const struct site *)p->site;

	return i == 1 ? dt_module_matches(pattern, p->part[1],
	    s->site.is_program) :
	    i == 2 && matches_name(pattern, s->names);
}

/* --- what has a probe already ------------------------------------------- */

static int
compare_taken(const void *lp, const void *rp)
{
	const struct taken *l = lp, *r = rp;

	if (l->offset != r->offset)
		return l->offset < r->offset ? -1 : 1;
	return l->kind == r->kind ? 0 : l->kind < r->kind ? -1 : 1;
}

/* Also numbers the next probes, whose ids and keys follow those there are. */
static int
find_taken(struct search *s)
{
	const struct dt_probe *p = dt_probes_next(s->ps, FIRST_ID);

	dt_buf_reset(&s->taken);
	memset(s->next, 0, sizeof(s->next));
	for (s->id = FIRST_ID; p != NULL; p = dt_probes_next(s->ps, s->id)) {
		struct taken t = { p->site->offset,
			p->point != kinds[0].point };

		s->id = p->id + 1;
		s->next[t.kind]++;
		if (p->site->pid == s->pid &&
		    strcmp(p->site->path, s->path) == 0)
			dt_buf_add(&s->taken, &t, sizeof(t));
	}
	if (s->taken.len != 0)
		qsort(s->taken.p, s->taken.len / sizeof(struct taken),
		    sizeof(struct taken), compare_taken);
	return s->taken.err;
}

static bool
is_taken(const struct search *s, uint64_t offset, size_t kind)
{
	const struct taken t = { offset, kind };

	return s->taken.len != 0 && bsearch(&t, s->taken.p,
	    s->taken.len / sizeof(t), sizeof(t), compare_taken) != NULL;
}

/* --- the functions of one file ------------------------------------------ */

static int
keep_name(void *arg, const struct dt_elffunc *f)
{
	struct search *s = arg;
	struct func copy = { f->offset, f->body, f->rank, s->names.len };

	if (strlen(f->name) >= DTRACE_FUNCNAMELEN)
		return 0;
	dt_buf_add(&s->names, f->name, strlen(f->name) + 1);
	dt_buf_add(&s->funcs, &copy, sizeof(copy));
	return s->names.err != 0 ? s->names.err : s->funcs.err;
}

/* The names of a function stand together, the best one first. */
static int
compare_funcs(const void *lp, const void *rp, void *names)
{
	const struct func *l = lp, *r = rp;

	if (l->offset != r->offset)
		return l->offset < r->offset ? -1 : 1;
	if (l->rank != r->rank)
		return l->rank < r->rank ? -1 : 1;
	return strcmp((char *)names + l->name, (char *)names + r->name);
}

static const char *const *
copy_names(struct search *s, const struct func *f, size_t n)
{
	struct dt_arena *arena = dt_probes_arena(s->ps);
	const char **v = dt_arena_alloc(arena, (n + 1) * sizeof(*v));
	const char *last = "";
	size_t k = 0;

	if (v == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		/* Both tables of a file may have it */
		if (strcmp(last, s->names.p + f[i].name) == 0)
			continue;
		last = v[k++] = dt_arena_strdup(arena,
		    s->names.p + f[i].name);
		if (last == NULL)
			return NULL;
	}
	return v;
}

static int
add_probe(struct search *s, const struct func *f, size_t kind,
    const char *const *names)
{
	char provider[DTRACE_PROVNAMELEN];
	struct site *site = dt_arena_alloc(dt_probes_arena(s->ps),
	    sizeof(*site));
	struct dt_probe p = {
		.id = s->id++,
		.part = { provider, s->module, names[0], kinds[kind].name },
		.prov = &dt_prov_pid,
		.point = kinds[kind].point,
		.key = s->next[kind]++,
		.nargs = kinds[kind].nargs,
	};

	if (site == NULL)
		return -ENOMEM;
	p.site = &site->site;
	*site = (struct site){
		.site = { .pid = s->pid, .path = s->path, .offset = f->offset,
		    .is_program = s->is_program },
		.names = names,
	};
	if (p.point == DT_POINT_UENTRY)
		site->site.offset = f->body;
	(void) snprintf(provider, sizeof(provider), PREFIX "%d", (int)s->pid);
	return dt_probes_add(s->ps, &p);
}

static bool
wants(const struct search *s, const struct func *f, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (dt_part_matches(s->part[2], s->names.p + f[i].name))
			return true;
	return false;
}

/* One function, with all its n names. */
static int
add_function(struct search *s, const struct func *f, size_t n)
{
	const char *const *names = NULL;
	int err = 0;

	if (!wants(s, f, n))
		return 0;
	for (size_t k = 0; k < NKINDS && err == 0; k++) {
		uint64_t at = kinds[k].point == DT_POINT_UENTRY ? f->body :
		    f->offset;

		if (!dt_part_matches(s->part[3], kinds[k].name) ||
		    is_taken(s, at, k))
			continue;
		if (names == NULL)
			names = copy_names(s, f, n);
		err = names != NULL ? add_probe(s, f, k, names) : -ENOMEM;
	}
	return err;
}

static int
add_functions(struct search *s)
{
	struct func *f = (struct func *)s->funcs.p;
	size_t n = s->funcs.len / sizeof(*f), i, j;
	int err = find_taken(s);

	if (n != 0)
		qsort_r(f, n, sizeof(*f), compare_funcs, s->names.p);
	for (i = 0; i < n && err == 0; i = j) {
		for (j = i + 1; j < n && f[j].offset == f[i].offset; j++)
			;
		err = add_function(s, &f[i], j - i);
	}
	return err;
}

/* A file that cannot be read has no probes; others may have. */
static int
read_object(void *arg, const char *path, const char *name, bool is_program)
{
	struct search *s = arg;
	int err;

	if (!dt_module_matches(s->part[1], name, is_program))
		return 0;
	s->is_program = is_program;
	s->module = name;
	s->path = dt_arena_strdup(dt_probes_arena(s->ps), path);
	if (s->path == NULL)
		return -ENOMEM;
	dt_buf_reset(&s->funcs);
	dt_buf_reset(&s->names);
	err = dt_elf_functions(path, keep_name, s);
	if (err == -ENOMEM)
		return err;
	return add_functions(s);
}

static int
search(struct search *s)
{
	int err = dt_objects(s->pid, read_object, s);

	dt_buf_free(&s->funcs);
	dt_buf_free(&s->names);
	dt_buf_free(&s->taken);
	return err;
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	struct search s = { .ps = ps, .part = part, .pid = pid_of(part[0]) };
	int err = s.pid != 0 ? search(&s) : 0;

	/* Of a process that is not there explain() tells */
	return err == -ENOMEM ? err : 0;
}

/* --- why there is no such probe ----------------------------------------- */

static int
is_object(void *arg, const char *path, const char *name, bool is_program)
{
	(void) path;
	return dt_module_matches(arg, name, is_program);
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	pid_t pid = pid_of(part[0]);
	int found;

	if (pid == 0 && (part[0] == NULL || strncmp(part[0], PREFIX,
	    sizeof(PREFIX) - 1) != 0))
		return false;
	if (pid == 0) {
		(void) snprintf(buf, n, "%s: the id of a process follows pid, "
		    "as in pid$target or pid123", part[0]);
		return true;
	}
	found = dt_objects(pid, is_object, (void *)part[1]);
	if (found < 0)
		(void) snprintf(buf, n, "the code of process %d cannot be "
		    "read: %s", (int)pid, strerror(-found));
	else if (!dt_part_matches(part[3], "entry") &&
	    !dt_part_matches(part[3], "return"))
		(void) snprintf(buf, n, "%s: functions of processes have the "
		    "probes entry and return", part[3]);
	else if (!found)
		(void) snprintf(buf, n, "process %d has no module %s", (int)pid,
		    part[1]);
	else
		(void) snprintf(buf, n, "process %d has no function %s there, "
		    "or its symbols have been stripped", (int)pid, part[2]);
	return true;
}

const struct dt_prov dt_prov_pid = {
	.name = "pid",
	.attr = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING,
	    DTRACE_CLASS_ISA },
	.provide = provide,
	.explain = explain,
	.is_alias = is_alias,
};
