/* SPDX-License-Identifier: MIT */
/*
 * typed.c - the types of args[] of functions in processes.  One search of a
 * file's debug information serves all probes in it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/buf.h"
#include "prov/process.h"
#include "sym/dwinfo.h"

/* A probe whose types are searched for. */
struct wanted {
	struct dt_usite *site;
	bool is_return;
};

struct search {
	struct dt_arena *arena;
	struct dt_buf wanted;		/* struct wanted, by function */
};

static int
compare(const void *lp, const void *rp)
{
	const struct wanted *l = lp, *r = rp;

	return l->site->func < r->site->func ? -1 :
	    l->site->func > r->site->func;
}

static bool
is_return(const struct dt_probe *p)
{
	return p->point == DT_POINT_URETURN || p->point == DT_POINT_UEXIT;
}

/*
 * Has the function the arguments of the source?  The compiler may have removed
 * some from a function with a suffix, such as f.isra.0.
 */
static bool
has_types(const struct dt_probe *p)
{
	return (p->point == DT_POINT_UENTRY || is_return(p)) &&
	    strchr(p->part[2], '.') == NULL;
}

/* Find the probes of the same file. */
static int
collect(struct search *s, struct dt_probes *ps, const struct dt_usite *of)
{
	const struct dt_probe *p;

	for (p = dt_probes_next(ps, 0); p != NULL;
	    p = dt_probes_next(ps, p->id + 1)) {
		struct wanted w = { p->site, is_return(p) };

		if (p->prov != &dt_prov_pid || !has_types(p) ||
		    p->site->dev != of->dev || p->site->ino != of->ino ||
		    p->site->is_described)
			continue;
		p->site->is_described = true;
		dt_buf_add(&s->wanted, &w, sizeof(w));
	}
	if (s->wanted.err == 0 && s->wanted.len != 0)
		qsort(s->wanted.p, s->wanted.len / sizeof(struct wanted),
		    sizeof(struct wanted), compare);
	return s->wanted.err;
}

/* The value of args[0] at return is 0, as that of arg0. */
static uint32_t
list_types(const struct dt_dwtypes *t, bool is_return,
    const struct dt_dwtype **v)
{
	static const struct dt_dwtype zero = { "int", 0 };

	if (is_return) {
		v[0] = &zero;
		v[1] = &t->result;
		return t->result.name[0] != '\0' ? 2 : 0;
	}
	for (uint32_t i = 0; i < t->nargs; i++)
		v[i] = &t->arg[i];
	return t->nargs;
}

static int
set_types(const struct search *s, struct wanted *w,
    const struct dt_dwtypes *t)
{
	const struct dt_dwtype *v[DT_NARGS + 2];
	uint32_t n = list_types(t, w->is_return, v);
	const char **names;
	uint64_t *at;

	if (n == 0)
		return 0;
	names = dt_arena_alloc(s->arena, (n + 1) * sizeof(*names));
	at = dt_arena_alloc(s->arena, (n + 1) * sizeof(*at));
	if (names == NULL || at == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		names[i] = dt_arena_strdup(s->arena, v[i]->name);
		if (names[i] == NULL)
			return -ENOMEM;
		at[i] = v[i]->at;
	}
	w->site->types = names;
	w->site->type_at = at;
	return 0;
}

static int
found(void *arg, uint64_t offset, struct dt_dwfunc *f)
{
	struct search *s = arg;
	struct dt_usite key = { .func = offset };
	struct wanted k = { &key, false }, *v = (struct wanted *)s->wanted.p;
	struct wanted *end = v + s->wanted.len / sizeof(*v);
	struct wanted *w = bsearch(&k, v, (size_t)(end - v), sizeof(*v),
	    compare);
	struct dt_dwtypes types;
	int err = 0;

	if (w == NULL || !dt_dwfunc_types(f, &types))
		return 0;
	while (w > v && w[-1].site->func == offset)
		w--;
	for (; w < end && w->site->func == offset && err == 0; w++)
		if (w->site->types == NULL)
			err = set_types(s, w, &types);
	return err;
}

/* A file without types, or a damaged one, leaves args[] without types. */
int
dt_process_describe(struct dt_probes *ps, struct dt_probe *p)
{
	struct search s = { .arena = dt_probes_arena(ps) };
	int err = 0;

	if (!has_types(p))
		return 0;
	if (!p->site->is_described)
		err = collect(&s, ps, p->site);
	if (err == 0 && s.wanted.len != 0)
		err = dt_dw_functions(p->site->path, found, &s);
	dt_buf_free(&s.wanted);
	p->argtypes = p->site->types;
	p->has_user_args = true;
	return err == -ENOMEM ? err : 0;
}
