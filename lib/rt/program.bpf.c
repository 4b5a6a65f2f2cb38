/* SPDX-License-Identifier: MIT */
/*
 * program.bpf.c - the programs that the kernel engine loads beside those of the
 * points.
 */
#include "rt/bpf.h"
#include "rt/deadman.h"

/* On a clock of one CPU. */
int
dt_deadman(struct dt_progctx *ctx)
{
	(void)ctx;
	dt_deadman_check(&dt_val_state, DT_IMM(dt_imm_deadman),
	    bpf_ktime_get_ns());
	return 0;
}
