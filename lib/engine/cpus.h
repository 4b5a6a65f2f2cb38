/* SPDX-License-Identifier: MIT */
/* cpus.h - the machine's CPUs: packages, memory nodes and clocks. */
#ifndef DT_CPUS_H
#define DT_CPUS_H

#include "engine/engine.h"

/* Store these facts of the CPUs, if a clause of the run may read one. */
void dt_cpus_fill(const struct dt_mem *m, const struct dt_run *run);

#endif
