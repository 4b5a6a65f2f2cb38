/* SPDX-License-Identifier: MIT */
/*
 * bench.h - fires probes by hand on the embedded engine, so that tests can
 * cause any event on any CPU.  Not part of the public interface.
 */
#ifndef DT_BENCH_H
#define DT_BENCH_H

#include <dtrace.h>
#include "engine/engine.h"

/* Before dtrace_go(): choose the embedded engine whatever the probes are. */
void dt_bench_enable(dtrace_hdl_t *dtp);
/* Fire while tracing runs, from any thread.  0 or -errno. */
int dt_bench_fire(dtrace_hdl_t *dtp, const struct dt_firing *f);

#endif
