/* SPDX-License-Identifier: MIT */
/* aggregate.c - aggregations: snapshots, walkers, printing. */
#include "api/hdl.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>
#include "show/show.h"

#define	MAXJOIN		1024	/* variables of one walk */

static dtrace_probedesc_t *
env_pdesc(void *arg, uint32_t probe)
{
	dtrace_hdl_t *dtp = arg;

	return dtp->vector != NULL ? dt_vector_pdesc(dtp->vector, probe) :
	    dt_probedesc(dtp, probe);
}

static dtrace_eprobedesc_t *
env_edesc(void *arg, uint32_t epid)
{
	const struct dt_ecb *ecb = dt_ecb_byepid(arg, epid);

	return ecb != NULL ? ecb->edesc : NULL;
}

static int
env_drop(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	return dt_drop_cpu(arg, cpu, DTRACEDROP_AGGREGATION, full, busy);
}

static int
env_buffered(void *arg, const dtrace_bufdata_t *data)
{
	return dt_buffered(arg, data);
}

int
dt_agg_init(dtrace_hdl_t *dtp)
{
	const struct dt_aggenv env = {
		.handle = dtp,
		.forms = dtp->vector != NULL ?
		    dt_vector_forms(dtp->vector) : &dtp->joined.forms,
		.arg = dtp,
		.pdesc = env_pdesc,
		.edesc = env_edesc,
		.name = dt_symbolize_text,
		.canon = dt_symbolize_canon,
		.drop = env_drop,
		.buffered = env_buffered,
	};

	return dt_agg_create(&env, &dtp->agg);
}

int
dt_agg_open(dtrace_hdl_t *dtp)
{
	/* consumers count CPUs up to this number, some of them inclusively */
	uint32_t ids = (uint32_t)sysconf(_SC_CPUID_MAX) + 1;

	dt_agg_retire(dtp->agg,
	    (uint64_t)dt_opt_effective(dtp, DT_OPT_AGGRETIRE));
	if (dtp->copts[DT_COPT_AGGPERCPU]) {
		int rc = dt_agg_percpu(dtp->agg,
		    ids > dtp->mem->ncpus ? ids : dtp->mem->ncpus);

		if (rc != 0)
			return rc;
	}
	return dt_agg_intervals(dtp->agg);
}

/* A position to sort by, aggsortkeypos or aggsortpos; 0 if out of range. */
static int
position(const dtrace_hdl_t *dtp, int id)
{
	return dt_opt_on(dtp, id) && dtp->opts[id] <= INT_MAX ?
	    (int)dtp->opts[id] : 0;
}

static struct dt_aggsort
sort_of(const dtrace_hdl_t *dtp)
{
	return (struct dt_aggsort){
		.key = dt_opt_on(dtp, DTRACEOPT_AGGSORTKEY),
		.rev = dt_opt_on(dtp, DTRACEOPT_AGGSORTREV),
		.pos = position(dtp, DTRACEOPT_AGGSORTPOS),
		.keypos = position(dtp, DTRACEOPT_AGGSORTKEYPOS),
	};
}

struct dt_aggprint
dt_agg_style(const dtrace_hdl_t *dtp, FILE *fp)
{
	return (struct dt_aggprint){
		.fp = fp,
		.sort = sort_of(dtp),
		.stackindent = dt_opt_on(dtp, DTRACEOPT_STACKINDENT) ?
		    (int)dtp->opts[DTRACEOPT_STACKINDENT] : -1,
		.rawbytes = dt_opt_on(dtp, DTRACEOPT_RAWBYTES),
		.terminal = fp != NULL && isatty(fileno(fp)),
		.hist = dt_opt_on(dtp, DTRACEOPT_AGGHIST),
		.pack = dt_opt_on(dtp, DTRACEOPT_AGGPACK),
		.zoom = dt_opt_on(dtp, DTRACEOPT_AGGZOOM),
		.percentiles = dt_opt_on(dtp, DT_OPT_AGGPERCENTILES),
		.delta = dt_opt_on(dtp, DT_OPT_AGGDELTA),
		.persec = dt_opt_on(dtp, DT_OPT_AGGPERSEC),
		.top = dt_opt_on(dtp, DT_OPT_AGGTOP) ?
		    (uint64_t)dtp->opts[DT_OPT_AGGTOP] : 0,
		.utf8 = dtp->copts[DT_COPT_ENCODING] == DT_ENCODING_UTF8,
		.json = dtp->oformat.on,
	};
}

/* Take a snapshot; of a vector also the entries before an invalid one. */
static int
snap(dtrace_hdl_t *dtp)
{
	int read = dtp->vector != NULL && !dt_agg_walking(dtp->agg) ?
	    dt_vector_aggs(dtp->vector) : 0;
	int rc = dt_agg_snap(dtp->agg, dtp->mem);

	return rc != 0 ? dt_result(dtp, rc) : dt_vector_result(dtp, read);
}

int
dtrace_aggregate_snap(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state == DT_RUN_IDLE)
		return dt_set_errno(dtp, EINVAL);
	if (dtp->run.aggsize == 0)
		return 0;
	if (!dt_agg_walking(dtp->agg) &&
	    !dt_due(dtp, &dtp->last_snap, DTRACEOPT_AGGRATE))
		return 0;
	dt_symbolize_refresh(dtp);
	if (dtp->state == DT_RUN_STOPPED && (dt_opt_on(dtp,
	    DT_OPT_AGGDELTA) || dt_opt_on(dtp, DT_OPT_AGGPERSEC)))
		dt_agg_extend(dtp->agg);
	if (snap(dtp) != 0)
		return -1;
	dtp->snapped = dtp->state == DT_RUN_STOPPED;
	dt_ctlfd_arm(dtp);
	return dt_check_killed(dtp);
}

void
dtrace_aggregate_clear(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) == 0)
		dt_agg_clearall(dtp->agg);
}

int
dtrace_aggregate_print(dtrace_hdl_t *dtp, FILE *fp,
    dtrace_aggregate_walk_f *walker)
{
	struct dt_aggprint style;
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (fp == NULL && dtp->buffered_fn == NULL)
		return dt_set_errno(dtp, EDT_NOBUFFERED);
	style = dt_agg_style(dtp, fp);
	dt_symbolize_refresh(dtp);
	rc = dt_oformat_flush(dtp, fp);
	if (rc == 0)
		rc = dt_agg_print(dtp->agg, &style, walker);
	return rc > 0 ? -1 : dt_result(dtp, rc);
}

static int
walk(dtrace_hdl_t *dtp, unsigned int order, dtrace_aggregate_f *func,
    void *arg)
{
	struct dt_aggsort sort;

	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	sort = sort_of(dtp);
	return dt_result(dtp, dt_agg_walk(dtp->agg, order, &sort, func, arg));
}

int
dtrace_aggregate_walk(dtrace_hdl_t *dtp, dtrace_aggregate_f *func, void *arg)
{
	return walk(dtp, DT_WALK_ANY, func, arg);
}

int
dtrace_aggregate_walk_sorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_SORTED, func, arg);
}

int
dtrace_aggregate_walk_keysorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_KEY, func, arg);
}

int
dtrace_aggregate_walk_valsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_VAL, func, arg);
}

int
dtrace_aggregate_walk_keyvarsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_KEYVAR, func, arg);
}

int
dtrace_aggregate_walk_valvarsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_VALVAR, func, arg);
}

int
dtrace_aggregate_walk_keyrevsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_KEY | DT_WALK_REV, func, arg);
}

int
dtrace_aggregate_walk_valrevsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
    void *arg)
{
	return walk(dtp, DT_WALK_VAL | DT_WALK_REV, func, arg);
}

int
dtrace_aggregate_walk_keyvarrevsorted(dtrace_hdl_t *dtp,
    dtrace_aggregate_f *func, void *arg)
{
	return walk(dtp, DT_WALK_KEYVAR | DT_WALK_REV, func, arg);
}

int
dtrace_aggregate_walk_valvarrevsorted(dtrace_hdl_t *dtp,
    dtrace_aggregate_f *func, void *arg)
{
	return walk(dtp, DT_WALK_VALVAR | DT_WALK_REV, func, arg);
}

int
dtrace_aggregate_walk_joined(dtrace_hdl_t *dtp, dtrace_aggvarid_t *aggvars,
    int naggvars, dtrace_aggregate_walk_joined_f *func, void *arg)
{
	struct dt_aggsort sort;

	if (dt_check(dtp, func != NULL && aggvars != NULL && naggvars > 0) != 0)
		return -1;
	if (naggvars > MAXJOIN)
		return dt_set_error(dtp, E2BIG, "a walk joins at most %d "
		    "variables, not %d", MAXJOIN, naggvars);
	sort = sort_of(dtp);
	return dt_result(dtp, dt_agg_join(dtp->agg, aggvars, naggvars, &sort,
	    func, arg));
}

int
dtrace_aggregate_percentile(const dtrace_aggdata_t *agg, double percent,
    dtrace_percentile_t *out)
{
	dtrace_hdl_t *dtp = agg != NULL ? agg->dtada_handle : NULL;
	const dtrace_recdesc_t *rec;
	const char *name;

	if (agg == NULL || agg->dtada_desc == NULL ||
	    agg->dtada_data == NULL || agg->dtada_desc->dtagd_nrecs == 0 ||
	    out == NULL)
		return dt_set_errno(dtp, EINVAL);
	rec = dt_agg_valrec(agg->dtada_desc);
	name = dt_agg_name(agg->dtada_desc);
	if (!dt_show_isquant(rec->dtrd_action))
		return dt_set_error(dtp, EINVAL, "@%s has no distribution to "
		    "take percentiles of: aggregate with quantize(), "
		    "lquantize() or llquantize()", name);
	switch (dt_quant_percentile(rec->dtrd_action, (const uint64_t *)
	    (agg->dtada_data + rec->dtrd_offset), percent, out)) {
	case 0:
		return 0;
	case -ENODATA:
		return dt_set_error(dtp, ENODATA, "the distribution of @%s is "
		    "empty", name);
	case -ERANGE:
		return dt_set_error(dtp, ERANGE, "@%s has no percentiles: "
		    "some of its counts are negative", name);
	}
	return dt_set_error(dtp, EINVAL, "a percentile must be from 0 to 100");
}
