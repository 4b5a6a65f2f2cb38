/* SPDX-License-Identifier: MIT */
/* diag.c - the sticky first error of a compile. */
#include "base/diag.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const tag_names[] = {
#define	DT_TAG(name)	#name,
#include "tbl/tags.h"
#undef DT_TAG
};

const char *
dt_tag_name(enum dt_tag tag)
{
	return (unsigned int)tag < DT_NTAGS ? tag_names[tag] : "D_UNKNOWN";
}

enum { COLUMN_BITS = 11, LINE_BITS = 20 };

/* A place that does not fit has no column. */
int
dt_place(int line, size_t column)
{
	if (line >> LINE_BITS != 0 || column >> COLUMN_BITS != 0)
		return line;
	return INT_MIN | line << COLUMN_BITS | (int)column;
}

int
dt_place_line(int place)
{
	return place >= 0 ? place : (place & INT_MAX) >> COLUMN_BITS;
}

int
dt_place_column(int place)
{
	return place >= 0 ? 0 : place & ((1 << COLUMN_BITS) - 1);
}

int
dt_diag_set(struct dt_diag *d, enum dt_tag tag, int line, const char *fmt, ...)
{
	va_list ap;

	if (d->err != 0)
		return -EINVAL;
	d->err = -EINVAL;
	d->tag = tag;
	d->line = line;
	va_start(ap, fmt);
	(void) vsnprintf(d->text, sizeof(d->text), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

int
dt_diag_nomem(struct dt_diag *d)
{
	(void) dt_diag_set(d, D_UNKNOWN, 0, "out of memory");
	d->err = -ENOMEM;
	return -ENOMEM;
}

void
dt_diag_format(const struct dt_diag *d, char *buf, unsigned long len)
{
	int line = dt_place_line(d->line), column = dt_place_column(d->line);
	char where[256] = "", at[32] = "";
	char tag[64] = "";

	if (d->show_tag)
		(void) snprintf(tag, sizeof(tag), "[%s] ", dt_tag_name(d->tag));
	if (d->show_column && column != 0)
		(void) snprintf(at, sizeof(at), ", column %d", column);
	if (line > 0 && d->file != NULL)
		(void) snprintf(where, sizeof(where), "\"%s\", line %d%s: ",
		    d->file, line, at);
	else if (line > 0)
		(void) snprintf(where, sizeof(where), "line %d%s: ", line, at);
	(void) snprintf(buf, len, "%s%s%s", tag, where, d->text);
}
