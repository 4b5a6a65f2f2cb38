/* SPDX-License-Identifier: MIT */
/* bench.c - fires probes by hand, for the tests. */
#include "api/bench.h"

#include <errno.h>

#include "api/hdl.h"

void
dt_bench_enable(dtrace_hdl_t *dtp)
{
	dtp->copts[DT_COPT_ENGINE] = DT_ENGINE_VM;
	dtp->bench = true;
}

int
dt_bench_fire(dtrace_hdl_t *dtp, const struct dt_firing *f)
{
	if (!dtp->bench || dtp->state != DT_RUN_ACTIVE)
		return -EINVAL;
	return dtp->ops->fire(dtp->engine, f);
}
