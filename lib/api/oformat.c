/* SPDX-License-Identifier: MIT */
/*
 * oformat.c - option oformat, text or JSON.  JSON output contains losses.  They
 * are found at times when nothing is printed, so they are summed by kind and
 * CPU until the next output.
 */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "show/json.h"

static const char *const kinds[] = {
#define	DT_DROP(kind, noun, suffix)	\
	[DTRACEDROP_##kind] = "DTRACEDROP_" #kind,
#include "tbl/drops.h"
};

#define	NKINDS	(sizeof(kinds) / sizeof(kinds[0]))

int
dtrace_oformat_configure(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->oformat.on)
		return dt_set_error(dtp, EBUSY, "the output format cannot be "
		    "changed between dtrace_oformat_setup() and _teardown()");
	dtp->oformat.format = (int)dtp->copts[DT_COPT_OFORMAT];
	return 0;
}

int
dtrace_oformat(dtrace_hdl_t *dtp)
{
	return dtp != NULL ? dtp->oformat.format : DT_OFORMAT_TEXT;
}

int
dtrace_oformat_setup(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) != 0)
		return -1;
	dtp->oformat.on = dtp->oformat.format != DT_OFORMAT_TEXT;
	return 0;
}

void
dtrace_oformat_teardown(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) == 0)
		dtp->oformat.on = false;
}

int
dt_oformat_open(dtrace_hdl_t *dtp)
{
	dtp->oformat.drops = calloc(NKINDS * dtp->nlosscpus,
	    sizeof(*dtp->oformat.drops));
	return dtp->oformat.drops != NULL ? 0 : -ENOMEM;
}

void
dt_oformat_fini(dtrace_hdl_t *dtp)
{
	free(dtp->oformat.drops);
	dtp->oformat.drops = NULL;
}

void
dt_oformat_drop(dtrace_hdl_t *dtp, const dtrace_dropdata_t *d)
{
	dtp->oformat.drops[(size_t)d->dtdda_kind * dtp->nlosscpus +
	    (uint32_t)(d->dtdda_cpu + 1)] += d->dtdda_drops;
	dtp->oformat.pending = true;
}

static void
drop_object(dtrace_hdl_t *dtp, struct dt_sink *s, dtrace_dropkind_t kind,
    int cpu, uint64_t n)
{
	struct dt_json j = { .s = s };
	char msg[128];

	(void) dt_loss_text(msg, sizeof(msg), kind, cpu, n);
	dt_json_open(&j, '{');
	dt_json_named_str(&j, "probe", "dtrace:INTERNAL:INTERNAL:DROP");
	dt_json_named_uint(&j, "count", n);
	dt_json_named_uint(&j, "total", dt_loss_total(dtp, kind, cpu));
	dt_json_named_str(&j, "kind", kinds[kind]);
	dt_json_named_int(&j, "cpu", cpu);
	dt_json_named_str(&j, "msg", msg);
	dt_json_close(&j, '}');
	dt_sink_write(s, "\n", 1);
}

static int
hand_over(dtrace_hdl_t *dtp, struct dt_sink *s)
{
	const dtrace_bufdata_t data = { .dtbda_handle = dtp,
	    .dtbda_buffered = dt_sink_text(s) };

	if (s->err != 0 || s->fp != NULL)
		return s->err;
	return dt_buffered(dtp, &data);
}

int
dt_oformat_flush(dtrace_hdl_t *dtp, FILE *fp)
{
	struct dt_sink s = { .fp = fp };
	int rc;

	if (!dtp->oformat.on || !dtp->oformat.pending)
		return 0;
	dtp->oformat.pending = false;
	for (size_t i = 0; i < NKINDS * dtp->nlosscpus; i++) {
		uint64_t n = dtp->oformat.drops[i];

		dtp->oformat.drops[i] = 0;
		if (n != 0)
			drop_object(dtp, &s,
			    (dtrace_dropkind_t)(i / dtp->nlosscpus),
			    (int)(i % dtp->nlosscpus) - 1, n);
	}
	rc = hand_over(dtp, &s);
	dt_sink_free(&s);
	return rc;
}
