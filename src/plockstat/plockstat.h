/* SPDX-License-Identifier: MIT */
/* plockstat.h - see plockstat(1). */
#ifndef PLOCKSTAT_H
#define PLOCKSTAT_H

#include "../locks.h"

/* program.c: write the D program; cmd is a struct locks. */
void write_program(const void *cmd, FILE *fp);

#endif
