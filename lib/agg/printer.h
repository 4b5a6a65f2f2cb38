/* SPDX-License-Identifier: MIT */
/* printer.h - one printing of entries; for the files of agg/ only. */
#ifndef DT_AGG_PRINTER_H
#define DT_AGG_PRINTER_H

#include "agg/table.h"
#include "base/fmt.h"
#include "show/show.h"

/* What the lines of one variable have in common. */
struct dt_printvar {
	dtrace_aggvarid_t var;
	struct dt_bars bars;		/* of its values */
	struct dt_pack pack;
};

struct dt_printer {
	struct dt_agg *agg;
	const struct dt_aggprint *how;
	struct dt_sink sink;
	struct dt_show show;
	const struct dt_fmt *fmt;	/* NULL: lines */
	int err;			/* why a walk was aborted */
	struct dt_printvar *vars;
	size_t nvars;
	dtrace_aggvarid_t head;		/* whose head was printed last */
};

static inline const dtrace_recdesc_t *
dt_agg_valrec(const dtrace_aggdata_t *d)
{
	return &d->dtada_desc->dtagd_rec[d->dtada_desc->dtagd_nrecs - 1];
}

/*
 * print.c: hand over what has been collected; the last piece of an entry even
 * if it is empty.
 */
int dt_printer_piece(struct dt_printer *pr, const dtrace_recdesc_t *rec,
    const dtrace_aggdata_t *agg, uint32_t flags);

/*
 * line.c: an entry without a format.  aggs[0] has the keys, the n - 1 others
 * have the values.
 */
int dt_printer_line(struct dt_printer *pr, const dtrace_aggdata_t **aggs,
    int n);

#endif /* DT_AGG_PRINTER_H */
