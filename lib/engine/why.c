/* SPDX-License-Identifier: MIT */
/* why.c - the text of an engine's last failure. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/why.h"

int
dt_why_set(struct dt_engine *e, int err, const char *fmt, ...)
{
	va_list ap;
	size_t len;

	va_start(ap, fmt);
	vsnprintf(e->why, sizeof(e->why), fmt, ap);
	va_end(ap);
	len = strlen(e->why);
	if (err == -EMFILE)
		snprintf(e->why + len, sizeof(e->why) - len,
		    "; raise the limit of open files (ulimit -n)");
	return err;
}

const char *
dt_engine_why(const struct dt_engine *e)
{
	return e->why;
}
