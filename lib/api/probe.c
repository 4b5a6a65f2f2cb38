/* SPDX-License-Identifier: MIT */
/* probe.c - the probes that can be enabled, as descriptions. */
#include "api/hdl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static dtrace_probedesc_t *
describe(const struct dt_probe *p)
{
	dtrace_probedesc_t *d = calloc(1, sizeof(*d));

	if (d == NULL)
		return NULL;
	d->dtpd_id = p->id;
	(void) snprintf(d->dtpd_provider, sizeof(d->dtpd_provider), "%s",
	    p->part[0]);
	(void) snprintf(d->dtpd_mod, sizeof(d->dtpd_mod), "%s", p->part[1]);
	(void) snprintf(d->dtpd_func, sizeof(d->dtpd_func), "%s", p->part[2]);
	(void) snprintf(d->dtpd_name, sizeof(d->dtpd_name), "%s", p->part[3]);
	return d;
}

static int
grow_to(dtrace_hdl_t *dtp, uint32_t id)
{
	uint32_t n = id < 512 ? 1024 : 2 * id;
	dtrace_probedesc_t **v = realloc(dtp->pdescs, n * sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	for (uint32_t i = dtp->npdescs; i < n; i++)
		v[i] = NULL;
	dtp->pdescs = v;
	dtp->npdescs = n;
	return 0;
}

/* Clients keep these pointers, so each is made once and lives on. */
dtrace_probedesc_t *
dt_probedesc(dtrace_hdl_t *dtp, uint32_t id)
{
	const struct dt_probe *p;

	if (id >= dtp->npdescs && grow_to(dtp, id) != 0)
		return NULL;
	if (dtp->pdescs[id] == NULL) {
		p = dt_probes_byid(dtp->probes, id);
		if (p != NULL)
			dtp->pdescs[id] = describe(p);
	}
	return dtp->pdescs[id];
}

void
dt_probedescs_fini(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->npdescs; i++)
		free(dtp->pdescs[i]);
	free(dtp->pdescs);
}

struct iter {
	dtrace_hdl_t *dtp;
	dtrace_probe_f *func;
	void *arg;
	bool any;
};

static int
visit(const struct dt_probe *p, void *arg)
{
	struct iter *it = arg;
	const dtrace_probedesc_t *d = dt_probedesc(it->dtp, p->id);

	it->any = true;
	if (d == NULL)
		return dt_set_errno(it->dtp, EDT_NOMEM);
	return it->func(it->dtp, d, it->arg);
}

int
dtrace_probe_iter(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern,
    dtrace_probe_f *func, void *arg)
{
	struct iter it = { dtp, func, arg, false };
	struct dt_pdesc pd = { { NULL, NULL, NULL, NULL }, 0, 0 };
	int rc;

	if (func == NULL)
		return dt_set_errno(dtp, EINVAL);
	if (pattern != NULL) {
		pd.part[0] = pattern->dtpd_provider;
		pd.part[1] = pattern->dtpd_mod;
		pd.part[2] = pattern->dtpd_func;
		pd.part[3] = pattern->dtpd_name;
		pd.id = pattern->dtpd_id;
	}
	for (int i = 0; i < 4; i++)
		if (pd.part[i] != NULL && !dt_glob_valid(pd.part[i]))
			return dt_set_errno(dtp, EDT_BADPGLOB);
	rc = dt_pdesc_matches(dtp, &pd, visit, &it);
	return it.any ? rc : dt_set_errno(dtp, EDT_NOPROBE);
}
