/* SPDX-License-Identifier: MIT */
/* consume.c - trace records, and faults among them, to the consumer. */
#include "api/hdl.h"

#include <errno.h>

static const struct dt_ecb *
env_ecb(void *arg, uint32_t epid)
{
	return dt_ecb_byepid(arg, epid);
}

static int
env_addr2str(void *arg, uint64_t pc, char *buf, size_t n)
{
	return dt_sym_addr2str(arg, pc, buf, n);
}

static int
env_error(void *arg, const dtrace_errdata_t *err)
{
	dtrace_hdl_t *dtp = arg;

	if (dtp->err_fn == NULL ||
	    dtp->err_fn(err, dtp->err_arg) == DTRACE_HANDLE_ABORT)
		return -EDT_ERRABORT;
	return 0;
}

static int
env_drop(void *arg, int cpu, uint64_t n)
{
	return dt_drop_cpu(arg, cpu, DTRACEDROP_PRINCIPAL, n);
}

static int
env_buffered(void *arg, const dtrace_bufdata_t *data)
{
	return dt_buffered(arg, data);
}

int
dt_consume_open(dtrace_hdl_t *dtp)
{
	const struct dt_consumeenv env = {
		.handle = dtp,
		.agg = dtp->agg,
		.arg = dtp,
		.ecb = env_ecb,
		.addr2str = env_addr2str,
		.error = env_error,
		.drop = env_drop,
		.buffered = env_buffered,
	};

	return dt_consume_create(&env, dtp->mem->ncpus, &dtp->consume);
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
		.quiet = dt_opt_on(dtp, DTRACEOPT_QUIET),
		.flowindent = dt_opt_on(dtp, DTRACEOPT_FLOWINDENT),
		.style = dt_agg_style(dtp, fp),
	};

	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state == DT_RUN_IDLE)
		return dt_set_errno(dtp, EINVAL);
	if (fp == NULL && dtp->buffered_fn == NULL)
		return dt_set_errno(dtp, EDT_NOBUFFERED);
	if (!dt_due(dtp, &dtp->last_consume, DTRACEOPT_SWITCHRATE))
		return 0;
	return dt_result(dtp, dt_consume_run(dtp->consume, dtp->mem, &how));
}
