/* SPDX-License-Identifier: MIT */
/* cpus.h - the machine's CPUs: packages, memory nodes and clocks. */
#ifndef DT_CPUS_H
#define DT_CPUS_H

#include "engine/engine.h"

/* Store what the clauses of a run may ask for about CPUs, if they do. */
void dt_cpus_fill(const struct dt_mem *m, const struct dt_run *run);

#endif
