/* SPDX-License-Identifier: MIT */
/* error.bpf.c - handles the fault of a clause; shims call it. */
#include "rt/bpf.h"
#include "rt/error.h"

int
dt_fault_cancel(struct dt_slot *s, struct dt_prinbuf *p)
{
	if (s == NULL)
		return 0;
	dt_rec_cancel(p, s);
	fault_clear(&s->ctx);
	return 0;
}

int
dt_error_begin(struct dt_slot *s, struct dt_prinbuf *p)
{
	if (s == NULL)
		return 0;
	dt_rec_cancel(p, s);
	error_begin(&s->ctx, DT_IMM(dt_imm_error_probe),
	    DT_IMM(dt_imm_error_epid), DT_IMM(dt_imm_error_names));
	return 0;
}

int
dt_error_failed(struct dt_slot *s, struct dt_prinbuf *p)
{
	if (s == NULL)
		return 0;
	dt_rec_cancel(p, s);
	fault_clear(&s->ctx);
	__sync_fetch_and_add(&dt_val_state.dblerrors, 1);
	return 0;
}

int
dt_error_end(struct dt_slot *s)
{
	if (s != NULL)
		error_end(&s->ctx);
	return 0;
}
