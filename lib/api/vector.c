/* SPDX-License-Identifier: MIT */
/* vector.c - a handle with a vector: options, losses, errors. */
#include "api/hdl.h"

#include <errno.h>
#include <limits.h>

int
dt_vector_result(dtrace_hdl_t *dtp, int rc)
{
	const char *why = dtp->vector != NULL ? dt_vector_why(dtp->vector) :
	    "";

	return rc != 0 && *why != '\0' ? dt_set_error(dtp, -rc, "%s", why) :
	    dt_result(dtp, rc);
}

/* Nobody knows how long the vector's data have been collected. */
static int
check_options(dtrace_hdl_t *dtp)
{
	return !dt_opt_on(dtp, DT_OPT_AGGPERSEC) ? 0 : dt_set_error(dtp,
	    EINVAL, "option aggpersec: the data of a vector have no time");
}

int
dt_vector_open(dtrace_hdl_t *dtp)
{
	int64_t cpu = dt_opt_effective(dtp, DTRACEOPT_CPU);
	const struct dt_vectorhow how = {
		.bufsize = (size_t)dt_opt_effective(dtp, DTRACEOPT_BUFSIZE),
		.aggsize = (size_t)dt_opt_effective(dtp, DTRACEOPT_AGGSIZE),
		.cpu = cpu < 0 ? -1 : cpu < INT_MAX ? (int)cpu : INT_MAX,
		.acts = dt_opt_on(dtp, DTRACEOPT_DESTRUCTIVE),
	};

	if (check_options(dtp) != 0)
		return -1;
	dtp->run.bufsize = how.bufsize;
	dtp->run.aggsize = how.aggsize;
	dtp->run.policy = DT_POLICY_SWITCH;
	return dt_vector_result(dtp, dt_vector_begin(dtp->vector, &how,
	    &dtp->mem));
}

static const struct {
	size_t at;
	dtrace_dropkind_t kind;
} counters[] = {
	{ offsetof(dtrace_status_t, dtst_dyndrops), DTRACEDROP_DYNAMIC },
	{ offsetof(dtrace_status_t, dtst_dyndrops_rinsing),
	    DTRACEDROP_DYNRINSE },
	{ offsetof(dtrace_status_t, dtst_dyndrops_dirty),
	    DTRACEDROP_DYNDIRTY },
	{ offsetof(dtrace_status_t, dtst_specdrops), DTRACEDROP_SPEC },
	{ offsetof(dtrace_status_t, dtst_specdrops_busy),
	    DTRACEDROP_SPECBUSY },
	{ offsetof(dtrace_status_t, dtst_specdrops_unavail),
	    DTRACEDROP_SPECUNAVAIL },
	{ offsetof(dtrace_status_t, dtst_stkstroverflows),
	    DTRACEDROP_STKSTROVERFLOW },
	{ offsetof(dtrace_status_t, dtst_dblerrors), DTRACEDROP_DBLERROR },
};

static uint64_t
count(const dtrace_status_t *st, size_t at)
{
	uint64_t n;

	memcpy(&n, (const char *)st + at, sizeof(n));
	return n;
}

int
dt_vector_losses(dtrace_hdl_t *dtp, dtrace_status_t *st)
{
	const dtrace_status_t seen = dtp->seen_status;
	int rc = dt_vector_status(dtp->vector, st);

	if (rc != 0)
		return dt_vector_result(dtp, rc);
	dtp->seen_status = *st;
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]) &&
	    rc == 0; i++) {
		uint64_t total = count(st, counters[i].at);
		uint64_t was = count(&seen, counters[i].at);

		if (total > was)
			rc = dt_drop_all(dtp, counters[i].kind, total - was,
			    total);
	}
	if (rc == 0 && st->dtst_killed != 0 && seen.dtst_killed == 0)
		rc = -EDT_BRICKED;
	return dt_result(dtp, rc);
}
