/* SPDX-License-Identifier: MIT */
/* error.c - the error of the last failed call: its number and its message. */
#include "api/hdl.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const edt_text[] = {
#define	DT_ERR(name, text)	text,
#include "tbl/errs.h"
#undef DT_ERR
};

/* Check that the enumerators of dtrace.h are the positions of the rows. */
enum {
	POS_BEFORE = EDT_BASE - 1,
#define	DT_ERR(name, text)	POS_##name,
#include "tbl/errs.h"
#undef DT_ERR
};
#define	DT_ERR(name, text)	\
	_Static_assert((int)POS_##name == (int)name, #name);
#include "tbl/errs.h"
#undef DT_ERR

static const char *const subrs[] = {
#define	DT_SUBR(number, name)	[number] = name,
#include "tbl/subrs.h"
#undef DT_SUBR
};

/* Fail without a handle: dtrace_errno(NULL) is errno. */
static int
fail_null(void)
{
	errno = EINVAL;
	return -1;
}

int
dt_set_errno(dtrace_hdl_t *dtp, int err)
{
	if (dtp == NULL)
		return fail_null();
	dtp->err = err;
	dtp->errtext[0] = '\0';
	return -1;
}

int
dt_set_error(dtrace_hdl_t *dtp, int err, const char *fmt, ...)
{
	va_list ap;

	if (dtp == NULL)
		return fail_null();
	dtp->err = err;
	va_start(ap, fmt);
	(void) vsnprintf(dtp->errtext, sizeof(dtp->errtext), fmt, ap);
	va_end(ap);
	return -1;
}

void
dt_explain(const dtrace_hdl_t *dtp, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	if (!dtp->copts[DT_COPT_DEBUG])
		return;
	va_start(ap, fmt);
	(void) vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	(void) fprintf(stderr, "libdtrace: %s\n", text);
}

int
dt_abort(dtrace_hdl_t *dtp, int err, bool has_handler, const char *report)
{
	const char *kind = err == EDT_ERRABORT ? "err" : "drop";
	int len = (int)strcspn(report, "\n");

	if (has_handler)
		(void) dt_set_error(dtp, err, "stopped by the handler of "
		    "dtrace_handle_%s(): %.*s", kind, len, report);
	else
		(void) dt_set_error(dtp, err, "%s: %.*s (register a handler "
		    "with dtrace_handle_%s() to continue)",
		    edt_text[err - EDT_BASE], len, report, kind);
	return -err;
}

int
dt_result(dtrace_hdl_t *dtp, int rc)
{
	const char *why = rc == -EBUSY ? dt_agg_why(dtp->agg) : NULL;

	/* dt_abort() has set the message */
	if ((rc == -EDT_ERRABORT || rc == -EDT_DROPABORT) && dtp->err == -rc)
		return -1;
	if (why != NULL)
		return dt_set_error(dtp, EBUSY, "%s", why);
	return rc < 0 ? dt_set_errno(dtp, -rc) : 0;
}

int
dtrace_errno(dtrace_hdl_t *dtp)
{
	return dtp != NULL ? dtp->err : errno;
}

const char *
dtrace_errmsg(dtrace_hdl_t *dtp, int error)
{
	if (dtp != NULL && error == dtp->err && dtp->errtext[0] != '\0')
		return dtp->errtext;
	if (error >= EDT_BASE && error < EDT_END)
		return edt_text[error - EDT_BASE];
	if (error > 0 && strerrordesc_np(error) != NULL)
		return strerrordesc_np(error);
	return "Unknown error";
}

const char *
dtrace_faultstr(dtrace_hdl_t *dtp, int fault)
{
	(void) dtp;
	return dt_fault_text(fault);
}

const char *
dtrace_subrstr(dtrace_hdl_t *dtp, int subr)
{
	(void) dtp;
	return subr >= 0 && (size_t)subr < sizeof(subrs) / sizeof(subrs[0]) ?
	    subrs[subr] : "unknown";
}
