/* SPDX-License-Identifier: MIT */
/* tp.c - providers that are tables of kernel tracepoints and functions. */
#include <stdio.h>
#include <string.h>

#include "prov/prov.h"
#include "sym/ktext.h"
#include "type/type.h"

bool
dt_tp_named(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *const part[4])
{
	const char *const is[4] = { prov->name, row->mod, row->func,
	    row->name };
	int i = 0;

	while (i < 4 && dt_part_matches(part[i], is[i]))
		i++;
	return i == 4;
}

bool
dt_tp_is_meant(const struct dt_kbtf *kb, const struct dt_tpprobe *row)
{
	return (row->with == NULL || dt_kbtf_has_tracepoint(kb, row->with)) &&
	    (row->without == NULL || !dt_kbtf_has_tracepoint(kb,
	    row->without));
}

static bool
has_function(struct dt_probes *ps, const char *name)
{
	const struct dt_kfuncs *kf = dt_probes_functions(ps);
	const struct dt_kfunc *f;
	uint32_t i, n = 0;

	if (kf == NULL)
		return false;
	f = dt_kfuncs_all(kf, &n);
	for (i = dt_kfuncs_find(kf, name); i < n &&
	    strcmp(f[i].name, name) == 0; i++)
		if (strcmp(f[i].module, "vmlinux") == 0)
			return true;
	return false;
}

/* The first enumerator of the source's conditions that the kernel lacks. */
static const char *
lacks_enumerator(struct dt_probes *ps, const struct dt_tpsrc *src)
{
	for (uint8_t i = 0; i < src->nconds; i++) {
		const struct dt_tpval *v = &src->conds[i].b;
		struct dt_kmember m = { v->type, v->member, NULL, 0, false };

		if (v->from == DT_TP_ENUM &&
		    dt_kbtf_members(dt_probes_kernel(ps), &m, 1) != 0)
			return v->member;
	}
	return NULL;
}

static bool
has_hook(struct dt_probes *ps, const struct dt_tpsrc *src)
{
	return src->is_function ? has_function(ps, src->tp) :
	    dt_kbtf_has_tracepoint(dt_probes_kernel(ps), src->tp);
}

static bool
has_source(struct dt_probes *ps, const struct dt_tpsrc *src)
{
	return has_hook(ps, src) && lacks_enumerator(ps, src) == NULL;
}

/* Looking for calls takes a tenth of a second, so do it once. */
static bool
has_calls(struct dt_probes *ps, const char *const *calls)
{
	char key[64], other[64];
	bool has;

	(void) snprintf(key, sizeof(key), "%s calls", calls[0]);
	(void) snprintf(other, sizeof(other), "%s inlines", calls[0]);
	if (dt_probes_was_searched(ps, key))
		return true;
	if (dt_probes_was_searched(ps, other))
		return false;
	has = dt_ktext_calls(calls) == 1;
	(void) dt_probes_searched(ps, has ? key : other);
	return has;
}

const struct dt_tpsrc *
dt_tp_lacks(struct dt_probes *ps, const struct dt_tpprobe *row)
{
	const struct dt_kbtf *kb = dt_probes_kernel(ps);
	const struct dt_tpsrc *src = row->srcs;
	uint8_t i;

	/* Without BTF the embedded engine still has the probes of its events */
	if (!dt_kbtf_has_tracepoints(kb) && src->event != DT_EVENT_NONE &&
	    row->with == NULL)
		return NULL;
	if (!dt_tp_is_meant(kb, row) ||
	    (row->unless != NULL && has_function(ps, row->unless)))
		return src;
	for (i = 0; i < row->nsrcs; i++)
		if (!has_source(ps, &src[i]))
			return &src[i];
	return row->calls != NULL && !has_calls(ps, row->calls) ? src : NULL;
}

void
dt_tp_why(struct dt_probes *ps, const struct dt_tpsrc *src, char *buf,
    size_t n)
{
	const char *lack = "which this kernel lacks";
	const char *name = has_hook(ps, src) ? lacks_enumerator(ps, src) : NULL;

	if (name != NULL) {
		(void) snprintf(buf, n, "needs %s, %s", name, lack);
		return;
	}
	if (has_hook(ps, src)) {
		(void) snprintf(buf, n, "needs all calls of function %s, but "
		    "the kernel's compiler has inlined some, or /proc/kcore "
		    "cannot be read to see that", src->tp);
		return;
	}
	if (src->is_function && dt_probes_functions(ps) == NULL) {
		(void) snprintf(buf, n, "needs function %s, but %s", src->tp,
		    dt_probes_no_functions(ps));
		return;
	}
	if (src->is_function)
		lack = "which this kernel lacks, or which cannot be traced";
	else if (!dt_kbtf_has_tracepoints(dt_probes_kernel(ps)))
		lack = "but " DT_NO_TRACEPOINTS;
	(void) snprintf(buf, n, "needs %s %s, %s", src->is_function ?
	    "function" : "tracepoint", src->tp, lack);
}

int
dt_tp_add(struct dt_probes *ps, const struct dt_prov *prov, uint32_t i)
{
	const struct dt_tpprobe *row = &prov->tps[i];
	const struct dt_probe p = {
		.id = prov->tps_id + i,
		.part = { prov->name, row->mod, row->func, row->name },
		.prov = prov,
		.point = DT_POINT_TP,
		.nargs = row->nargs,
		.argtypes = row->argtypes,
		.has_user_args = row->has_user_args,
		.srcs = row->srcs,
		.nsrcs = row->nsrcs,
		.inside = row->inside,
		.alias_of = row->alias_of,
	};

	return dt_probes_add(ps, &p);
}

const struct dt_tpsrc *
dt_tp_inside(struct dt_probes *ps, const struct dt_probe *p)
{
	const struct dt_tpsrc *src;

	for (src = p->inside; src != NULL && src->tp != NULL; src++)
		if (has_source(ps, src))
			return src;
	return NULL;
}
