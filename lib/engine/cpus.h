/* SPDX-License-Identifier: MIT */
/* cpus.h - the machine's CPUs: packages, memory nodes and clocks. */
#ifndef DT_CPUS_H
#define DT_CPUS_H

#include "engine/engine.h"

/* Store the chip, memory node and clock of each CPU, if a clause reads one. */
void dt_cpus_fill(const struct dt_mem *m, const struct dt_run *run);

#endif
