/* SPDX-License-Identifier: MIT */
/*
 * bench.h - firing probes by hand on the embedded engine: how the tests make
 * any event happen, on any CPU number.  Not part of the public interface.
 */
#ifndef DT_BENCH_H
#define DT_BENCH_H

#include <dtrace.h>
#include "engine/engine.h"

/* Before dtrace_go(): run on the embedded engine, whatever the probes. */
void dt_bench_enable(dtrace_hdl_t *dtp);
/* While tracing.  May be called from several threads.  0 or -errno. */
int dt_bench_fire(dtrace_hdl_t *dtp, const struct dt_firing *f);

#endif
