/* SPDX-License-Identifier: MIT */
/*
 * losses.c - the losses since go, by kind, CPU and reason.  A loss is added
 * here before it is reported to a drop handler, so that the sums of both agree.
 */
#include "api/hdl.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The kinds with their reasons, in the order of output. */
static const struct row {
	dtrace_dropkind_t kind;
	dtrace_losswhy_t why;
	const char *text;
} rows[] = {
#define	DT_LOSS(kind, why, text)	\
	{ DTRACEDROP_##kind, DTRACELOSS_##why, text },
#include "tbl/drops.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

static const struct {
	const char *noun, *suffix;
} words[] = {
#define	DT_DROP(kind, noun, suffix)	\
	[DTRACEDROP_##kind] = { noun, suffix },
#include "tbl/drops.h"
};

int
dt_losses_open(dtrace_hdl_t *dtp)
{
	dtp->nlosscpus = dtp->mem->ncpus + 1;
	dtp->losses = calloc(NROWS * dtp->nlosscpus, sizeof(*dtp->losses));
	return dtp->losses != NULL ? 0 : -ENOMEM;
}

void
dt_losses_fini(dtrace_hdl_t *dtp)
{
	free(dtp->losses);
	dtp->losses = NULL;
}

/* Counter i of a row: of CPU i - 1; 0 is for losses not counted by CPU. */
static uint64_t *
counter(const dtrace_hdl_t *dtp, size_t row, uint32_t i)
{
	return &dtp->losses[row * dtp->nlosscpus + i];
}

void
dt_loss_add(dtrace_hdl_t *dtp, dtrace_dropkind_t kind, dtrace_losswhy_t why,
    int cpu, uint64_t n)
{
	for (size_t r = 0; r < NROWS; r++)
		if (rows[r].kind == kind && rows[r].why == why)
			*counter(dtp, r, (uint32_t)(cpu + 1)) += n;
}

dtrace_losswhy_t
dt_loss_why(dtrace_dropkind_t kind)
{
	size_t r = 0;

	if (kind == DTRACEDROP_PRINCIPAL || kind == DTRACEDROP_AGGREGATION)
		return DTRACELOSS_SKIPPED;
	while (rows[r].kind != kind)
		r++;
	return rows[r].why;
}

int
dt_loss_text(char *buf, size_t len, dtrace_dropkind_t kind, int cpu,
    uint64_t n)
{
	char where[32] = "";

	if (cpu != DTRACE_CPUALL)
		(void) snprintf(where, sizeof(where), " on CPU %d", cpu);
	return snprintf(buf, len, "%" PRIu64 " %s%s%s%s", n, words[kind].noun,
	    n == 1 ? "" : "s", words[kind].suffix, where);
}

uint64_t
dt_loss_total(const dtrace_hdl_t *dtp, dtrace_dropkind_t kind, int cpu)
{
	uint64_t n = 0;

	for (size_t r = 0; r < NROWS; r++)
		if (rows[r].kind == kind)
			n += *counter(dtp, r, (uint32_t)(cpu + 1));
	return n;
}

static int
show(dtrace_hdl_t *dtp, const struct row *row, int cpu, uint64_t n,
    dtrace_losses_f *func, void *arg)
{
	dtrace_lossdata_t data = { .dtlda_handle = dtp, .dtlda_cpu = cpu,
	    .dtlda_kind = row->kind, .dtlda_why = row->why,
	    .dtlda_count = n };
	char msg[256];
	int at = dt_loss_text(msg, sizeof(msg), row->kind, cpu, n);

	(void) snprintf(msg + at, sizeof(msg) - (size_t)at, ": %s\n",
	    row->text);
	data.dtlda_msg = msg;
	return func(&data, arg);
}

int
dtrace_losses(dtrace_hdl_t *dtp, dtrace_losses_f *func, void *arg)
{
	int rc = 0;

	if (dt_alive(dtp) != 0)
		return -1;
	if (func == NULL || dtp->losses == NULL)
		return dt_set_errno(dtp, EINVAL);
	for (size_t r = 0; r < NROWS; r++)
		for (uint32_t i = 0; i < dtp->nlosscpus && rc == 0; i++) {
			uint64_t n = *counter(dtp, r, i);

			if (n != 0)
				rc = show(dtp, &rows[r], (int)i - 1, n, func,
				    arg);
		}
	return rc;
}
