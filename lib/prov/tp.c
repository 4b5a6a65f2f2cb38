/* SPDX-License-Identifier: MIT */
/* tp.c - providers that are tables of kernel tracepoints. */
#include "prov/prov.h"

bool
dt_tp_named(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *const part[4])
{
	const char *const is[4] = { prov->name, row->mod, row->func,
	    row->name };
	int i;

	for (i = 0; i < 4; i++)
		if (part[i] != NULL && *part[i] != '\0' &&
		    !dt_glob_match(part[i], is[i]))
			return false;
	return true;
}

const char *
dt_tp_lacks(const struct dt_kbtf *kb, const struct dt_tpprobe *row)
{
	uint8_t i;

	/* Without BTF the embedded engine has the probes of its events. */
	if (!dt_kbtf_has_tracepoints(kb) &&
	    row->srcs[0].event != DT_EVENT_NONE && row->with == NULL)
		return NULL;
	for (i = 0; i < row->nsrcs; i++)
		if (!dt_kbtf_has_tracepoint(kb, row->srcs[i].tp))
			return row->srcs[i].tp;
	if (row->with != NULL && !dt_kbtf_has_tracepoint(kb, row->with))
		return row->with;
	if (row->without != NULL && dt_kbtf_has_tracepoint(kb, row->without))
		return row->without;
	return NULL;
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
		.srcs = row->srcs,
		.nsrcs = row->nsrcs,
	};

	return dt_probes_add(ps, &p);
}
