/* SPDX-License-Identifier: MIT */
/* handle.c - the consumer's handlers, and reporting losses to them. */
#include "api/hdl.h"

#include <errno.h>
#include <stdio.h>

int
dtrace_handle_err(dtrace_hdl_t *dtp, dtrace_handle_err_f *func, void *arg)
{
	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	if (dtp->err_fn != NULL)
		return dt_set_errno(dtp, EALREADY);
	dtp->err_fn = func;
	dtp->err_arg = arg;
	return 0;
}

int
dtrace_handle_drop(dtrace_hdl_t *dtp, dtrace_handle_drop_f *func, void *arg)
{
	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	if (dtp->drop_fn != NULL)
		return dt_set_errno(dtp, EALREADY);
	dtp->drop_fn = func;
	dtp->drop_arg = arg;
	return 0;
}

int
dtrace_handle_buffered(dtrace_hdl_t *dtp, dtrace_handle_buffered_f *func,
    void *arg)
{
	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	if (dtp->buffered_fn != NULL)
		return dt_set_errno(dtp, EALREADY);
	dtp->buffered_fn = func;
	dtp->buffered_arg = arg;
	return 0;
}

int
dtrace_handle_setopt(dtrace_hdl_t *dtp, dtrace_handle_setopt_f *func,
    void *arg)
{
	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	dtp->setopt_fn = func;
	dtp->setopt_arg = arg;
	return 0;
}

int
dt_setopt_done(dtrace_hdl_t *dtp, const dtrace_setoptdata_t *data)
{
	if (dtp->setopt_fn == NULL)
		return 0;
	return dtp->setopt_fn(data, dtp->setopt_arg) == DTRACE_HANDLE_ABORT ?
	    -EDT_DIRABORT : 0;
}

int
dtrace_handle_proc(dtrace_hdl_t *dtp, dtrace_handle_proc_f *func, void *arg)
{
	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	if (dtp->proc_fn != NULL)
		return dt_set_errno(dtp, EALREADY);
	dtp->proc_fn = func;
	dtp->proc_arg = arg;
	return 0;
}

static const char *const drop_tags[] = {
#define	DT_DROP(kind, noun, suffix)	\
	[DTRACEDROP_##kind] = "[DTRACEDROP_" #kind "] ",
#include "tbl/drops.h"
};

static int
tell(dtrace_hdl_t *dtp, dtrace_dropdata_t d)
{
	bool tags = dtp->copts[DT_COPT_DROPTAGS] != 0;
	char msg[192], text[128];

	(void) dt_loss_text(text, sizeof(text), d.dtdda_kind, d.dtdda_cpu,
	    d.dtdda_drops);
	(void) snprintf(msg, sizeof(msg), "%s%s\n",
	    tags ? drop_tags[d.dtdda_kind] : "", text);
	d.dtdda_handle = dtp;
	d.dtdda_msg = msg;
	/* JSON output has the loss as well as the handler */
	if (dtp->oformat.on)
		dt_oformat_drop(dtp, &d);
	if (dtp->drop_fn == NULL && (dtp->oformat.on ||
	    d.dtdda_kind == DTRACEDROP_LATE ||
	    d.dtdda_kind == DTRACEDROP_LEFTOUT))
		return 0;
	if (dtp->drop_fn != NULL &&
	    dtp->drop_fn(&d, dtp->drop_arg) != DTRACE_HANDLE_ABORT)
		return 0;
	return dt_abort(dtp, EDT_DROPABORT, dtp->drop_fn != NULL, msg);
}

int
dt_drop_cpu(dtrace_hdl_t *dtp, int cpu, dtrace_dropkind_t kind, uint64_t full,
    uint64_t busy)
{
	const dtrace_dropdata_t d = { .dtdda_cpu = cpu, .dtdda_kind = kind,
	    .dtdda_drops = full + busy };

	dt_loss_add(dtp, kind, DTRACELOSS_FULL, cpu, full);
	dt_loss_add(dtp, kind, DTRACELOSS_BUSY, cpu, busy);
	return tell(dtp, d);
}

int
dt_drop_all(dtrace_hdl_t *dtp, dtrace_dropkind_t kind, uint64_t n,
    uint64_t total)
{
	const dtrace_dropdata_t d = { .dtdda_cpu = DTRACE_CPUALL,
	    .dtdda_kind = kind, .dtdda_drops = n, .dtdda_total = total };

	dt_loss_add(dtp, kind, dt_loss_why(kind), DTRACE_CPUALL, n);
	return tell(dtp, d);
}

int
dt_buffered(dtrace_hdl_t *dtp, const dtrace_bufdata_t *data)
{
	if (dtp->buffered_fn == NULL)
		return -EDT_NOBUFFERED;
	return dtp->buffered_fn(data, dtp->buffered_arg) ==
	    DTRACE_HANDLE_ABORT ? -EDT_DIRABORT : 0;
}
