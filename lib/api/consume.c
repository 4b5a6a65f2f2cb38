/* SPDX-License-Identifier: MIT */
/* consume.c - passes trace records and faults to the consumer. */
#include "api/hdl.h"

#include <errno.h>

static const struct dt_ecb *
env_ecb(void *arg, uint32_t epid)
{
	return dt_ecb_byepid(arg, epid);
}

static int
env_error(void *arg, const dtrace_errdata_t *err)
{
	dtrace_hdl_t *dtp = arg;

	if (dtp->err_fn != NULL &&
	    dtp->err_fn(err, dtp->err_arg) != DTRACE_HANDLE_ABORT)
		return 0;
	return dt_abort(dtp, EDT_ERRABORT, dtp->err_fn != NULL,
	    err->dteda_msg);
}

static int
env_drop(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	return dt_drop_cpu(arg, cpu, DTRACEDROP_PRINCIPAL, full, busy);
}

static int
env_specdrop(void *arg, uint64_t n, uint64_t total)
{
	return dt_drop_all(arg, DTRACEDROP_SPEC, n, total);
}

static int
env_buffered(void *arg, const dtrace_bufdata_t *data)
{
	return dt_buffered(arg, data);
}

static void
take_options(dtrace_hdl_t *dtp, struct dt_consuming *how)
{
	how->quiet = dt_opt_on(dtp, DTRACEOPT_QUIET);
	how->flowindent = dt_opt_on(dtp, DTRACEOPT_FLOWINDENT);
	how->temporal = dt_opt_on(dtp, DTRACEOPT_TEMPORAL);
	how->style = dt_agg_style(dtp, how->fp);
}

static int
env_setopt(void *arg, const dtrace_probedata_t *data, const char *name,
    const char *value, struct dt_consuming *how, const char **why)
{
	dtrace_setoptdata_t set = { .dtsda_probe = data,
	    .dtsda_option = name };
	dtrace_hdl_t *dtp = arg;
	int err;

	set.dtsda_handle = dtp;
	(void) dtrace_getopt(dtp, name, &set.dtsda_oldval);
	err = dt_opt_pragma(dtp, name, value);
	if (err != 0) {
		*why = dtrace_errmsg(dtp, err);
		return 0;
	}
	(void) dtrace_getopt(dtp, name, &set.dtsda_newval);
	take_options(dtp, how);
	return dt_setopt_done(dtp, &set);
}

/*
 * After tracing has stopped, the first snapshot is complete.  A vector is asked
 * for aggregations only by dtrace_aggregate_snap(): see dtrace_vopen().
 */
static int
env_snap(void *arg)
{
	dtrace_hdl_t *dtp = arg;

	if (dtp->run.aggsize == 0 || dtp->snapped || dtp->vector != NULL)
		return 0;
	dt_agg_extend(dtp->agg);
	return dt_agg_snap(dtp->agg, dtp->mem);
}

int
dt_consume_open(dtrace_hdl_t *dtp)
{
	const struct dt_consumeenv env = {
		.handle = dtp,
		.agg = dtp->agg,
		.arg = dtp,
		.ecb = env_ecb,
		.name = dt_symbolize_text,
		.error = env_error,
		.drop = env_drop,
		.specdrop = env_specdrop,
		.buffered = env_buffered,
		.snap = env_snap,
		.setopt = env_setopt,
		.redirect = &dtp->redirect,
		.specsize = dtp->specsize,
		.nspec = dtp->run.nspec,
		.scratch = { dtp->mem->scratch[0], dtp->mem->scratch[1] },
	};

	return dt_consume_create(&env, dtp->mem->ncpus, &dtp->consume);
}

/* Can records be consumed now?  0, or -1 with the error set. */
static int
may_consume(dtrace_hdl_t *dtp, const FILE *fp)
{
	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state == DT_RUN_IDLE)
		return dt_set_errno(dtp, EINVAL);
	if (dt_agg_walking(dtp->agg))
		return dt_set_error(dtp, EBUSY, "records cannot be consumed "
		    "in a callback of an aggregation walk, as they may clear "
		    "aggregations: call dtrace_consume() after the walk");
	if (dt_consume_running(dtp->consume))
		return dt_set_error(dtp, EBUSY, "records cannot be consumed "
		    "in a callback of dtrace_consume(): call it again after "
		    "it has returned");
	if (dtp->run.policy != DT_POLICY_SWITCH && dt_check_killed(dtp) != 0)
		return -1;
	if (dtp->run.policy != DT_POLICY_SWITCH && dtp->state == DT_RUN_ACTIVE)
		return dt_set_error(dtp, EBUSY, "with bufpolicy ring or fill, "
		    "records can only be consumed after dtrace_stop()");
	if (fp == NULL && dtp->buffered_fn == NULL)
		return dt_set_errno(dtp, EDT_NOBUFFERED);
	return 0;
}

/* Read the buffers, those of a vector also as far as they are valid. */
static int
run(dtrace_hdl_t *dtp, struct dt_consuming *how)
{
	int read = dtp->vector != NULL ?
	    dt_vector_records(dtp->vector, dtp->consume) : 0;
	int rc = dt_consume_run(dtp->consume, dtp->mem, how);

	return rc != 0 ? dt_result(dtp, rc) : dt_vector_result(dtp, read);
}

int
dtrace_consume(dtrace_hdl_t *dtp, FILE *fp, dtrace_consume_probe_f *pf,
    dtrace_consume_rec_f *rf, void *arg)
{
	struct dt_consuming how = {
		.fp = fp,
		.pf = pf,
		.rf = rf,
		.arg = arg,
	};

	if (may_consume(dtp, fp) != 0 ||
	    dt_result(dtp, dt_oformat_flush(dtp, fp)) != 0)
		return -1;
	if (!dt_due(dtp, &dtp->last_consume, DTRACEOPT_SWITCHRATE))
		return 0;
	take_options(dtp, &how);
	dt_symbolize_refresh(dtp);
	if (run(dtp, &how) != 0)
		return -1;
	dtp->consumed = dtp->state == DT_RUN_STOPPED;
	dt_ctlfd_arm(dtp);
	if (dt_result(dtp, dt_oformat_flush(dtp, fp)) != 0)
		return -1;
	return dt_check_killed(dtp);
}
