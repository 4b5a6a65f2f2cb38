/* SPDX-License-Identifier: MIT */
/*
 * probes.c - the probes of a handle, by id, and the search for those that a
 * description matches.  Probes live in an arena: pointers to them are valid as
 * long as the handle.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/hash.h"
#include "base/text.h"
#include "kernel/longnop.h"
#include "prov/process.h"

struct dt_probes {
	struct dt_arena *arena;
	struct dt_probe **v;		/* by id */
	uint32_t n, cap;
	uint32_t walked;		/* the index that was found last */
	const struct dt_probe *last[2];	/* the two added last */
	struct dt_kbtf *kb;
	struct dt_events *events;	/* or NULL: not read */
	struct dt_kfuncs *functions;	/* or NULL: not read, or none */
	int no_functions;		/* the -errno of that, or 0 */
	struct dt_hash *searched;
	bool has_tps;			/* the kernel's tracepoints are read */
	dt_probes_kernel_f *in_kernel;	/* or NULL: they are not traced */
	void *engine;			/* its argument */
	enum { UNKNOWN, SAFE, UNSAFE } nops;	/* see dt_probes_on_nops() */
	struct dt_returns returns;
	struct dt_buf left_out;
};

static const struct dt_prov *const provs[] = {
#define	DT_PROV(sym) &dt_prov_##sym,
#include "tbl/provs.h"
#undef DT_PROV
};

#define	NPROVS	(sizeof(provs) / sizeof(provs[0]))

bool
dt_prov_matches(const char *pattern)
{
	for (size_t i = 0; i < NPROVS; i++)
		if (dt_glob_match(pattern, provs[i]->name))
			return true;
	return false;
}

const char *
dt_prov_absent(const char *name)
{
	static const struct dt_text absent[] = {
#define	DT_ABSENTPROV(name, reason)	{ name, reason },
#include "tbl/absent.h"
#undef DT_ABSENTPROV
	};

	return dt_text_find(absent, sizeof(absent) / sizeof(absent[0]), name);
}

static void
list_providers(const char *pattern, char *buf, size_t n)
{
	size_t at;

	(void) snprintf(buf, n, "no provider matches %s%s: the providers are ",
	    pattern, strpbrk(pattern, "*?[") == NULL ? "" :
	    ", and no running process has one that does");
	for (size_t i = 0; i < NPROVS; i++) {
		at = strlen(buf);
		(void) snprintf(buf + at, n - at, "%s%s", provs[i]->name,
		    i + 2 < NPROVS ? ", " : i + 2 == NPROVS ? " and " : "");
	}
}

/* Why Linux lacks a probe of a provider that it has, or NULL. */
static const char *
absent_probe(const char *prov, const char *name)
{
	static const struct {
		const char *prov, *name, *reason;
	} v[] = {
#define	DT_ABSENTPROBE(prov, name, reason)	{ prov, name, reason },
#include "tbl/absent.h"
#undef DT_ABSENTPROBE
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (strcmp(v[i].prov, prov) == 0 &&
		    dt_glob_match(v[i].name, name))
			return v[i].reason;
	return NULL;
}

/* Explain a name that is in no row of a provider's table. */
static bool
explain_name(const struct dt_prov *prov, const char *const part[4], char *buf,
    size_t n)
{
	const char *reason;

	if (prov->ntps == 0 || strcmp(prov->name, part[0]) != 0 ||
	    part[3] == NULL || part[3][0] == '\0')
		return false;
	for (uint32_t i = 0; i < prov->ntps; i++)
		if (dt_part_matches(part[3], prov->tps[i].name))
			return false;
	reason = absent_probe(prov->name, part[3]);
	(void) snprintf(buf, n, "provider %s has no probe %s: %s%slist the "
	    "probes with dtrace -l -P %s", prov->name, part[3],
	    reason != NULL ? reason : "", reason != NULL ? "; " : "",
	    prov->name);
	return true;
}

bool
dt_prov_unknown(const char *const part[4], char *buf, size_t n)
{
	const char *pattern = part[0], *reason;

	if (pattern == NULL || *pattern == '\0')
		return dt_prov_profile.explain(part, buf, n);
	for (size_t i = 0; i < NPROVS; i++)
		if ((provs[i]->explain != NULL &&
		    provs[i]->explain(part, buf, n)) ||
		    explain_name(provs[i], part, buf, n))
			return true;
	if (dt_prov_matches(pattern))
		return false;
	reason = dt_prov_absent(pattern);
	if (reason != NULL)
		(void) snprintf(buf, n, "Linux has no provider %s: %s",
		    pattern, reason);
	else
		list_providers(pattern, buf, n);
	return true;
}

int
dt_probes_create(struct dt_probes **psp, struct dt_kbtf *kb)
{
	struct dt_probes *ps = calloc(1, sizeof(*ps));
	size_t i;
	int err = 0;

	if (ps == NULL)
		return -ENOMEM;
	ps->kb = kb;
	ps->arena = dt_arena_create();
	ps->searched = dt_hash_create();
	if (ps->arena == NULL || ps->searched == NULL)
		err = -ENOMEM;
	for (i = 0; i < NPROVS && err == 0; i++)
		if (provs[i]->discover != NULL)
			err = provs[i]->discover(ps);
	if (err != 0) {
		dt_probes_destroy(ps);
		return err;
	}
	*psp = ps;
	return 0;
}

void
dt_probes_destroy(struct dt_probes *ps)
{
	if (ps == NULL)
		return;
	if (ps->arena != NULL)
		dt_arena_destroy(ps->arena);
	dt_hash_destroy(ps->searched);
	dt_events_destroy(ps->events);
	dt_kfuncs_destroy(ps->functions);
	dt_buf_free(&ps->returns.files);
	dt_buf_free(&ps->left_out);
	free(ps->v);
	free(ps);
}

/* The index of an id, or the one at which to insert it. */
static uint32_t
position(const struct dt_probes *ps, uint32_t id)
{
	uint32_t lo = 0, hi = ps->n;

	if (hi > 0 && ps->v[hi - 1]->id < id)
		return hi;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (ps->v[mid]->id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct dt_probe *
dt_probes_byid(const struct dt_probes *ps, uint32_t id)
{
	uint32_t i = position(ps, id);

	return i < ps->n && ps->v[i]->id == id ? ps->v[i] : NULL;
}

/* In a walk over all, it is the one after that of the last call. */
const struct dt_probe *
dt_probes_next(struct dt_probes *ps, uint32_t id)
{
	uint32_t i = ps->walked + 1;

	if (i >= ps->n || ps->v[i]->id < id || ps->v[i - 1]->id >= id)
		i = position(ps, id);
	ps->walked = i;
	return i < ps->n ? ps->v[i] : NULL;
}

void
dt_probes_ask_engine(struct dt_probes *ps, dt_probes_kernel_f *fn, void *arg)
{
	ps->in_kernel = fn;
	ps->engine = arg;
}

bool
dt_probes_in_kernel(const struct dt_probes *ps)
{
	return ps->in_kernel != NULL && ps->in_kernel(ps->engine);
}

bool
dt_probes_on_nops(struct dt_probes *ps)
{
	if (ps->nops == UNKNOWN)
		ps->nops = dt_longnop_is_safe() ? SAFE : UNSAFE;
	return ps->nops == SAFE;
}

struct dt_kbtf *
dt_probes_kernel(struct dt_probes *ps)
{
	return ps->kb;
}

const struct dt_events *
dt_probes_events(struct dt_probes *ps)
{
	if (ps->events == NULL)
		(void) dt_events_create(&ps->events);
	return ps->events;
}

const struct dt_kfuncs *
dt_probes_functions(struct dt_probes *ps)
{
	if (ps->functions == NULL)
		ps->no_functions = dt_kfuncs_create(&ps->functions);
	return ps->functions;
}

const char *
dt_probes_no_functions(const struct dt_probes *ps)
{
	return dt_kfuncs_why(ps->no_functions);
}

int
dt_probe_complete(struct dt_probes *ps, const struct dt_probe *p)
{
	uint32_t i = position(ps, p->id);

	return p->prov->describe == NULL || p->argtypes != NULL ? 0 :
	    p->prov->describe(ps, ps->v[i]);
}

struct dt_returns *
dt_probes_returns(struct dt_probes *ps)
{
	return &ps->returns;
}

struct dt_buf *
dt_probes_left_out(struct dt_probes *ps)
{
	return &ps->left_out;
}

struct dt_arena *
dt_probes_arena(struct dt_probes *ps)
{
	return ps->arena;
}

bool
dt_probes_was_searched(const struct dt_probes *ps, const char *key)
{
	return dt_hash_get(ps->searched, key) != NULL;
}

int
dt_probes_searched(struct dt_probes *ps, const char *key)
{
	return dt_hash_put(ps->searched, key, ps);
}

/*
 * Copy a part.  A provider adds its probes one after another, so most parts
 * equal those of one of the last two probes, and share their strings.
 */
static const char *
keep(struct dt_probes *ps, int part, const char *s)
{
	size_t i;

	for (i = 0; i < 2 && ps->last[i] != NULL; i++)
		if (strcmp(ps->last[i]->part[part], s) == 0)
			return ps->last[i]->part[part];
	return dt_arena_strdup(ps->arena, s);
}

static struct dt_probe *
copy(struct dt_probes *ps, const struct dt_probe *p)
{
	struct dt_probe *c = dt_arena_alloc(ps->arena, sizeof(*c));
	int i;

	if (c == NULL)
		return NULL;
	*c = *p;
	for (i = 0; i < 4 && !p->prov->lends_names; i++) {
		c->part[i] = keep(ps, i, p->part[i]);
		if (c->part[i] == NULL)
			return NULL;
	}
	ps->last[1] = ps->last[0];
	ps->last[0] = c;
	return c;
}

static int
reserve(struct dt_probes *ps)
{
	uint32_t cap = ps->cap == 0 ? 32 : 2 * ps->cap;
	struct dt_probe **v;

	if (ps->n < ps->cap)
		return 0;
	v = reallocarray(ps->v, cap, sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	ps->v = v;
	ps->cap = cap;
	return 0;
}

int
dt_probes_add(struct dt_probes *ps, const struct dt_probe *p)
{
	uint32_t i = position(ps, p->id);
	struct dt_probe *c;

	if (i < ps->n && ps->v[i]->id == p->id)
		return -EEXIST;
	if (reserve(ps) != 0)
		return -ENOMEM;
	c = copy(ps, p);
	if (c == NULL)
		return -ENOMEM;
	memmove(&ps->v[i + 1], &ps->v[i], (ps->n - i) * sizeof(ps->v[0]));
	ps->v[i] = c;
	ps->n++;
	return 0;
}

/* One part of a description, and the result for the last string. */
struct matcher {
	const char *pattern;
	enum { ANY, LITERAL, GLOB } kind;
	const char *seen;
	bool answer;
};

static void
matcher_init(struct matcher *m, const char *pattern)
{
	m->pattern = pattern;
	m->seen = NULL;
	if (pattern == NULL || *pattern == '\0')
		m->kind = ANY;
	else
		m->kind = dt_glob_is_pattern(pattern) ? GLOB : LITERAL;
}

/*
 * Match a string.  Adjacent probes share strings, see keep(), so the same
 * address has the same result.
 */
static bool
matches(struct matcher *m, const char *s)
{
	if (m->kind == ANY)
		return true;
	if (s != m->seen) {
		m->seen = s;
		m->answer = m->kind == LITERAL ? strcmp(m->pattern, s) == 0 :
		    dt_glob_match(m->pattern, s);
	}
	return m->answer;
}

/* Read the kernel's tracepoints, which takes time, only for a probe of one. */
static int
provide_tp(struct dt_probes *ps, const struct dt_prov *prov, uint32_t i,
    const char *const part[4])
{
	int err = 0;

	if (dt_probes_byid(ps, prov->tps_id + i) != NULL ||
	    !dt_tp_named(prov, &prov->tps[i], part))
		return 0;
	if (!ps->has_tps)
		err = dt_kbtf_read_tracepoints(ps->kb);
	ps->has_tps = err == 0;
	if (err == 0 && dt_tp_lacks(ps, &prov->tps[i]) == NULL)
		err = dt_tp_add(ps, prov, i);
	return err;
}

int
dt_probes_provide(struct dt_probes *ps, const char *const part[4])
{
	uint32_t i, j;
	int err = 0;

	for (i = 0; i < NPROVS && err == 0; i++) {
		if (provs[i]->provide != NULL)
			err = provs[i]->provide(ps, part);
		else if (provs[i]->provide_in != NULL)
			err = provs[i]->provide_in(ps, part, NULL);
		for (j = 0; j < provs[i]->ntps && err == 0; j++)
			err = provide_tp(ps, provs[i], j, part);
	}
	return err;
}

int
dt_probes_provide_in(struct dt_probes *ps, const char *const part[4],
    const struct dt_where *where)
{
	int err = 0;

	for (size_t i = 0; i < NPROVS && err == 0; i++)
		if (provs[i]->provide_in != NULL)
			err = provs[i]->provide_in(ps, part, where);
	return err;
}

uint32_t
dt_prov_later(const char *const part[4], pid_t pid)
{
	uint32_t kinds = 0;

	for (size_t i = 0; i < NPROVS; i++)
		if (provs[i]->later != NULL)
			kinds |= provs[i]->later(part, pid);
	return kinds;
}

/* Does the kernel have the probe, by this row or another one of its name? */
static bool
has_probe(struct dt_probes *ps, const struct dt_prov *prov,
    const struct dt_tpprobe *row)
{
	uint32_t i;

	for (i = 0; i < prov->ntps; i++)
		if (strcmp(prov->tps[i].name, row->name) == 0 &&
		    dt_tp_lacks(ps, &prov->tps[i]) == NULL)
			return true;
	return false;
}

/* Has an earlier row for this version of the kernel the same name? */
static bool
is_variant(const struct dt_probes *ps, const struct dt_prov *prov,
    const struct dt_tpprobe *row)
{
	const struct dt_tpprobe *r = prov->tps;

	while (r < row && (strcmp(r->name, row->name) != 0 ||
	    !dt_tp_is_meant(ps->kb, r)))
		r++;
	return r < row;
}

int
dt_probes_lacking(struct dt_probes *ps, const char *const part[4],
    dt_probe_lacking_f *fn, void *arg)
{
	uint32_t i, j;
	char why[320];
	int rc = 0;

	for (i = 0; i < NPROVS; i++)
		for (j = 0; j < provs[i]->ntps && ps->has_tps && rc == 0;
		    j++) {
			const struct dt_tpprobe *row = &provs[i]->tps[j];

			if (!dt_tp_named(provs[i], row, part) ||
			    !dt_tp_is_meant(ps->kb, row) ||
			    is_variant(ps, provs[i], row) ||
			    has_probe(ps, provs[i], row))
				continue;
			dt_tp_why(ps, dt_tp_lacks(ps, row), why, sizeof(why));
			rc = fn(provs[i], row, why, arg);
		}
	return rc;
}

static bool
is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	return p->prov->is_alias != NULL && p->prov->is_alias(p, i, pattern);
}

/*
 * Does a pattern for files match the probe of one process, which another
 * description names?  The probe of the file fires there as well.
 */
static bool
is_of_process(const struct dt_probe *p, const char *pattern)
{
	return p->site != NULL && p->site->pid != 0 && !p->site->by_pattern &&
	    pattern != NULL && dt_process_is_for_files(pattern);
}

/* Does the pattern also match the probe that fires at the same events? */
static bool
is_counted_twice(const struct dt_probe *p, const char *pattern)
{
	return p->alias_of != NULL && dt_part_matches(pattern, p->alias_of);
}

/* Does another probe of a description fire at the same events? */
static bool
fires_elsewhere(const struct dt_probe *p, const char *const part[4])
{
	return is_of_process(p, part[0]) || is_counted_twice(p, part[3]);
}

bool
dt_probe_matches(const struct dt_probe *p, const char *const part[4])
{
	int i = 0;

	if (fires_elsewhere(p, part))
		return false;
	while (i < 4 && (dt_part_matches(part[i], p->part[i]) ||
	    is_alias(p, i, part[i])))
		i++;
	return i == 4;
}

int
dt_probes_match(struct dt_probes *ps, const char *const part[4],
    dt_probe_match_f *fn, void *arg)
{
	struct matcher m[4];
	int k, rc = dt_probes_provide(ps, part);
	uint32_t i;

	for (k = 0; k < 4; k++)
		matcher_init(&m[k], part[k]);
	for (i = 0; i < ps->n && rc == 0; i++) {
		const struct dt_probe *p = ps->v[i];

		if (fires_elsewhere(p, part))
			continue;
		for (k = 0; k < 4 && (matches(&m[k], p->part[k]) ||
		    is_alias(p, k, part[k])); k++)
			;
		if (k == 4)
			rc = fn(p, arg);
	}
	return rc;
}
