/* SPDX-License-Identifier: MIT */
/* probe.c - the probes that can be enabled, as descriptions. */
#include "api/hdl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/scope.h"
#include "sym/objtype.h"

#define	PAGE_IDS	1024	/* in a page of the table of descriptions */

void
dt_probedesc_fill(dtrace_probedesc_t *d, uint32_t id,
    const char *const part[4])
{
	const struct { char *name; size_t size; } to[4] = {
		{ d->dtpd_provider, sizeof(d->dtpd_provider) },
		{ d->dtpd_mod, sizeof(d->dtpd_mod) },
		{ d->dtpd_func, sizeof(d->dtpd_func) },
		{ d->dtpd_name, sizeof(d->dtpd_name) },
	};

	*d = (dtrace_probedesc_t){ .dtpd_id = id };
	for (int i = 0; i < 4; i++)
		(void) snprintf(to[i].name, to[i].size, "%s",
		    part[i] != NULL ? part[i] : "");
}

/*
 * The place of the description of a probe, or NULL.  Ids lie far apart, so the
 * table has two levels.
 */
static dtrace_probedesc_t **
place_of(dtrace_hdl_t *dtp, uint32_t id)
{
	uint32_t page = id / PAGE_IDS, n = page + 1;
	dtrace_probedesc_t ***v = dtp->pdescs;

	if (page >= dtp->npdescs) {
		v = reallocarray(v, n, sizeof(*v));
		if (v == NULL)
			return NULL;
		memset(v + dtp->npdescs, 0, (n - dtp->npdescs) * sizeof(*v));
		dtp->pdescs = v;
		dtp->npdescs = n;
	}
	if (v[page] == NULL)
		v[page] = calloc(PAGE_IDS, sizeof(*v[page]));
	return v[page] != NULL ? &v[page][id % PAGE_IDS] : NULL;
}

static dtrace_probedesc_t *
find_pdesc(dtrace_hdl_t *dtp, uint32_t id)
{
	const struct dt_probe *p = dt_probes_byid(dtp->probes, id);
	dtrace_probedesc_t **at = p != NULL ? place_of(dtp, id) : NULL;

	if (at == NULL || *at != NULL)
		return at != NULL ? *at : NULL;
	*at = malloc(sizeof(**at));
	if (*at != NULL)
		dt_probedesc_fill(*at, id, p->part);
	return *at;
}

dtrace_probedesc_t *
dt_probedesc(dtrace_hdl_t *dtp, uint32_t id)
{
	dtrace_probedesc_t *d;

	dt_grow_lock(dtp);
	d = find_pdesc(dtp, id);
	dt_grow_unlock(dtp);
	return d;
}

void
dt_probedescs_fini(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->npdescs; i++) {
		dtrace_probedesc_t **page = dtp->pdescs[i];

		for (uint32_t k = 0; page != NULL && k < PAGE_IDS; k++)
			free(page[k]);
		free(page);
	}
	free(dtp->pdescs);
	dt_arena_destroy(dtp->info_arena);
}

struct iter {
	dtrace_hdl_t *dtp;
	dtrace_probe_f *func;
	void *arg;
	bool any;
	const struct dt_probe *never;	/* the engine cannot fire it */
	int rc;			/* of the callback that ended it */
};

/* Can option engine, where it is set, fire the probe? */
static bool
can_fire(dtrace_hdl_t *dtp, const struct dt_probe *p)
{
	if (dtp->copts[DT_COPT_ENGINE] != DT_ENGINE_VM || dtp->bench)
		return true;
	if (p->point == DT_POINT_TP)
		(void) dt_probe_complete(dtp->probes, p);
	return dt_engine_vm.fires(p->point, p->srcs, p->nsrcs);
}

static int
visit(const struct dt_probe *p, void *arg)
{
	struct iter *it = arg;
	dtrace_probedesc_t d;

	if (!can_fire(it->dtp, p)) {
		it->never = p;
		return 0;
	}
	dt_probedesc_fill(&d, p->id, p->part);
	it->any = true;
	it->rc = it->func(it->dtp, &d, it->arg);
	return it->rc;
}

/* Does each name end within its array? */
static bool
is_terminated(const dtrace_probedesc_t *pd)
{
	return memchr(pd->dtpd_provider, 0, sizeof(pd->dtpd_provider)) &&
	    memchr(pd->dtpd_mod, 0, sizeof(pd->dtpd_mod)) &&
	    memchr(pd->dtpd_func, 0, sizeof(pd->dtpd_func)) &&
	    memchr(pd->dtpd_name, 0, sizeof(pd->dtpd_name));
}

/* Convert a consumer's description; NULL means all probes. */
static int
to_pdesc(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    struct dt_pdesc *pd)
{
	*pd = (struct dt_pdesc){ .id = 0 };
	if (pattern != NULL && !is_terminated(pattern))
		return dt_set_error(dtp, EINVAL, "a name of the probe "
		    "description has no terminating NUL");
	if (pattern != NULL) {
		pd->part[0] = pattern->dtpd_provider;
		pd->part[1] = pattern->dtpd_mod;
		pd->part[2] = pattern->dtpd_func;
		pd->part[3] = pattern->dtpd_name;
		pd->id = pattern->dtpd_id;
	}
	for (int i = 0; i < 4; i++)
		if (pd->part[i] != NULL && !dt_glob_valid(pd->part[i]))
			return dt_set_errno(dtp, EDT_BADPGLOB);
	return 0;
}

static int
match(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dt_probe_match_f *fn, void *arg)
{
	struct dt_pdesc pd;

	return to_pdesc(dtp, pattern, &pd) != 0 ? -1 :
	    dt_pdesc_matches(dtp, &pd, fn, arg);
}

/* Call fn for each probe of a description that the kernel does not have. */
static int
match_lacking(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dt_probe_lacking_f *fn, void *arg)
{
	struct dt_pdesc pd;
	int rc;

	if (to_pdesc(dtp, pattern, &pd) != 0)
		return -1;
	if (pd.id != DTRACE_IDNONE)
		return 0;
	dt_grow_lock(dtp);
	rc = dt_probes_lacking(dtp->probes, pd.part, fn, arg);
	dt_grow_unlock(dtp);
	return rc;
}

static int
set_lacking(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *why, void *arg)
{
	return dt_set_error(arg, EDT_NOPROBE, "%s:::%s %s", prov->name,
	    row->name, why);
}

/* Set the error for a description that matches no probe, with the reason. */
static int
no_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern)
{
	struct dt_pdesc pd;
	char why[512];

	if (match_lacking(dtp, pattern, set_lacking, dtp) != 0)
		return -1;
	if (pattern != NULL && to_pdesc(dtp, pattern, &pd) == 0 &&
	    (dt_probes_explain_left_out(dtp->probes, pd.part, why,
	    sizeof(why)) || dt_prov_unknown(pd.part, why, sizeof(why))))
		return dt_set_error(dtp, EDT_NOPROBE, "%s", why);
	return dt_set_errno(dtp, EDT_NOPROBE);
}

int
dtrace_probe_iter(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dtrace_probe_f *func, void *arg)
{
	struct iter it = { .dtp = dtp, .func = func, .arg = arg };
	int rc;

	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	rc = match(dtp, pattern, visit, &it);
	if (rc == -1 || it.rc != 0)
		return rc;
	if (rc == 0 && !it.any && it.never != NULL)
		return dt_set_error(dtp, EDT_NOPROBE, "probes of provider %s "
		    "need the kernel engine, and option engine is vm",
		    it.never->part[0]);
	if (rc == 0 && !it.any)
		return no_probe(dtp, pattern);
	return dt_result(dtp, rc);
}

/* The declaration of a provider of processes, which the program may have. */
static const struct dt_provider *
declared_provider(const dtrace_hdl_t *dtp, const char *provider)
{
	const struct dt_provider *v = dt_scope_provider(dtp->scope, provider);
	char name[DTRACE_PROVNAMELEN];

	return v != NULL || !dt_pdesc_copystem(provider, name, sizeof(name)) ?
	    v : dt_scope_provider(dtp->scope, name);
}

const dtrace_attribute_t *
dt_probe_attrs(const dtrace_hdl_t *dtp, const struct dt_probe *p)
{
	const struct dt_provider *v = p->prov->attrs != DT_PA_USDT ? NULL :
	    declared_provider(dtp, p->part[0]);

	return v != NULL ? v->attr : dt_prov_attrs[p->prov->attrs];
}

dtrace_attribute_t
dt_probe_attr(const dtrace_hdl_t *dtp, const struct dt_probe *p,
    const char *const part[4])
{
	const dtrace_attribute_t *attrs = dt_probe_attrs(dtp, p);
	dtrace_attribute_t attr = DT_ATTR_MOST;
	bool any = false;

	for (int i = 0; i < 4; i++) {
		if (part[i][0] == '\0' || strcmp(part[i], "*") == 0)
			continue;
		dt_attr_min(&attr, attrs[i]);
		any = true;
	}
	return any ? attr : attrs[DT_PROVPART_PROVIDER];
}

/* What the probes of a description have in common. */
struct common {
	dtrace_hdl_t *dtp;
	const char *const *part;	/* of the description */
	dtrace_attribute_t attr, args;
	struct dt_argtypes types;	/* of the first one */
	bool differ, any;
};

/* The type of args[i] itself, if its name is not all; or NULL. */
static const struct dt_type *
own_type(dtrace_hdl_t *dtp, const struct dt_argtypes *t, uint32_t i)
{
	const struct dt_objtype *own = dt_argtypes_own(dtp, t, i);

	return own != NULL ? &own->type : NULL;
}

static bool
same_types(dtrace_hdl_t *dtp, const struct dt_argtypes *a,
    const struct dt_argtypes *b)
{
	uint32_t i = 0, n = dt_argtypes_count(a);

	if (n != dt_argtypes_count(b))
		return false;
	while (i < n && dt_argtype_same(dtp->types, own_type(dtp, a, i),
	    dt_argtypes_name(a, i), own_type(dtp, b, i),
	    dt_argtypes_name(b, i)))
		i++;
	return i == n;
}

/* Memory for types that are handed out, until the handle is closed. */
static void *
alloc_info(dtrace_hdl_t *dtp, size_t size)
{
	if (dtp->info_arena == NULL)
		dtp->info_arena = dt_arena_create();
	return dtp->info_arena == NULL ? NULL :
	    dt_arena_alloc(dtp->info_arena, size);
}

static int
join(const struct dt_probe *p, void *arg)
{
	struct common *c = arg;
	struct dt_argtypes types = dt_argtypes_of(c->dtp, p);
	int err = dt_probe_complete(c->dtp->probes, p);

	if (err != 0)
		return err;
	dt_attr_min(&c->attr, dt_probe_attr(c->dtp, p, c->part));
	dt_attr_min(&c->args, dt_probe_attrs(c->dtp, p)[DT_PROVPART_ARGS]);
	if (p->prov->listed != NULL)
		types.d = NULL;
	if (!c->any)
		c->types = types;
	c->any = true;
	c->differ = c->differ || !same_types(c->dtp, &types, &c->types);
	return 0;
}

/* Load the libraries that declare the types; one with an error is left out. */
static void
declare_types(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern)
{
	struct dt_diag diag = { .err = 0 };
	struct dt_pdesc pd;

	if (to_pdesc(dtp, pattern, &pd) == 0)
		(void) dt_dlib_declare(dtp, &pd, &diag);
	dt_dlibs_settle(dtp, diag.err == 0);
}

static bool
find_type(dtrace_hdl_t *dtp, const struct dt_argtypes *types, uint32_t i,
    struct dt_type *out)
{
	const struct dt_type *own = own_type(dtp, types, i);
	const struct dt_probe *p = types->p;

	if (own != NULL)
		*out = *own;
	else if (p->prov->listed != NULL)
		return dt_type_shown(dtp->types, p->prov->listed(p, i), out) ==
		    0;
	else if (dt_type_klookup(dtp->types, dt_argtypes_name(types, i),
	    out) != 0)
		return false;
	return dt_type_fill(dtp->types, out) == 0;
}

/* A type that cannot be found has the number -1. */
static int
resolve(dtrace_hdl_t *dtp, const struct dt_argtypes *types,
    dtrace_probeinfo_t *info)
{
	dtrace_typeinfo_t *v;
	struct dt_type t;
	uint32_t n = dt_argtypes_count(types);

	v = alloc_info(dtp, (n + 1) * sizeof(*v));
	if (v == NULL)
		return dt_set_errno(dtp, EDT_NOMEM);
	for (uint32_t i = 0; i < n; i++)
		v[i] = (dtrace_typeinfo_t){
			.dtt_object = own_type(dtp, types, i) != NULL ?
			    types->p->part[1] : "vmlinux",
			.dtt_ctfp = dt_types_dict(dtp->types),
			.dtt_type = find_type(dtp, types, i, &t) ?
			    (ctf_id_t)t.ctf : (ctf_id_t)-1,
		};
	info->dtp_argv = v;
	info->dtp_argc = (int)n;
	return 0;
}

int
dtrace_probe_info(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dtrace_probeinfo_t *info)
{
	const char *part[4];
	struct common c = { .dtp = dtp, .part = part, .attr = DT_ATTR_MOST,
	    .args = DT_ATTR_MOST };
	int rc;

	if (dt_check(dtp, pattern != NULL && info != NULL) != 0)
		return -1;
	part[0] = pattern->dtpd_provider;
	part[1] = pattern->dtpd_mod;
	part[2] = pattern->dtpd_func;
	part[3] = pattern->dtpd_name;
	declare_types(dtp, pattern);
	rc = match(dtp, pattern, join, &c);
	if (rc != 0)
		return rc == -1 ? -1 : dt_result(dtp, rc);
	if (!c.any)
		return no_probe(dtp, pattern);
	*info = (dtrace_probeinfo_t){ .dtp_attr = c.attr, .dtp_arga = c.args };
	return c.differ || dt_argtypes_count(&c.types) == 0 ? 0 :
	    resolve(dtp, &c.types, info);
}

struct manner {
	const char *how;
	bool any, differ;
};

static int
join_manner(const struct dt_probe *p, void *arg)
{
	const char *how = p->site != NULL ? p->site->how : NULL;
	struct manner *m = arg;

	m->differ = m->differ || (m->any && how != m->how);
	m->how = how;
	m->any = true;
	return 0;
}

const char *
dtrace_probe_how(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern)
{
	struct manner m = { .how = NULL };

	if (dt_check(dtp, pattern != NULL) != 0 ||
	    match(dtp, pattern, join_manner, &m) != 0)
		return NULL;
	return m.differ ? NULL : m.how;
}

struct lacking {
	dtrace_hdl_t *dtp;
	dtrace_lacking_f *func;
	void *arg;
};

static int
visit_lacking(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *why, void *arg)
{
	const char *const part[4] = { prov->name, row->mod, row->func,
	    row->name };
	const struct lacking *l = arg;
	dtrace_probedesc_t pd;

	dt_probedesc_fill(&pd, DTRACE_IDNONE, part);
	return l->func(l->dtp, &pd, why, l->arg);
}

/* Show the probes of a description that patterns leave out. */
static int
visit_left_out(const struct dt_pdesc *pd, const struct lacking *l)
{
	const struct dt_buf *b = dt_probes_left_out(l->dtp->probes);
	const struct dt_leftout *v = (const struct dt_leftout *)b->p;
	size_t n = b->len / sizeof(*v);
	dtrace_probedesc_t out;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		if (pd->id != DTRACE_IDNONE ||
		    !dt_probe_matches(&v[i].probe, pd->part))
			continue;
		dt_probedesc_fill(&out, DTRACE_IDNONE, v[i].probe.part);
		rc = l->func(l->dtp, &out, v[i].why, l->arg);
	}
	return rc;
}

int
dtrace_probe_lacking(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dtrace_lacking_f *func, void *arg)
{
	struct lacking l = { dtp, func, arg };
	struct dt_pdesc pd;
	int rc;

	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	if (to_pdesc(dtp, pattern, &pd) != 0)
		return -1;
	dt_grow_lock(dtp);
	rc = dt_probes_provide(dtp->probes, pd.part);
	if (rc != 0)
		rc = dt_result(dtp, rc);
	else
		rc = visit_left_out(&pd, &l);
	dt_grow_unlock(dtp);
	return rc != 0 ? rc : match_lacking(dtp, pattern, visit_lacking, &l);
}
