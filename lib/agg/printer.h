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
	bool measured;
	struct dt_bars bars;		/* of its values */
	struct dt_pack pack;
	const char *name;
	uint64_t left;			/* entries left out by option aggtop */
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
	int by;				/* of several: whose values cut */
	uint64_t fill, skip;		/* keys without one: show, leave out */
};

/* print.c: how values look, and a value, to whoever writes them. */
struct dt_show dt_printer_look(const struct dt_agg *a,
    const struct dt_aggprint *p);
struct dt_aggshow dt_printer_value(const struct dt_agg *a,
    const struct dt_aggprint *p, const dtrace_aggdata_t *d);
/*
 * Hand over what has been collected; the last piece of an entry even
 * if it is empty.  agg NULL: text of no entry.
 */
int dt_printer_piece(struct dt_printer *pr, const dtrace_recdesc_t *rec,
    const dtrace_aggdata_t *agg, uint32_t flags);

/*
 * line.c: an entry without a format.  aggs[0] has the keys, the n - 1 others
 * have the values.
 */
int dt_printer_line(struct dt_printer *pr, const dtrace_aggdata_t **aggs,
    int n);
/* NULL: no memory */
struct dt_printvar *dt_printer_var(struct dt_printer *pr,
    const dtrace_aggdesc_t *desc);

/*
 * top.c: option aggtop.  Mark what is to be left out: of printa(vars), or of
 * all variables if nvars is 0.
 */
int dt_printer_cut(struct dt_printer *pr, const dtrace_aggvarid_t *vars,
    int nvars);
void dt_printer_uncut(struct dt_printer *pr);
/* Is this line one of them?  1, 0 or a negative code. */
int dt_printer_iscut(struct dt_printer *pr, const dtrace_aggdata_t **aggs,
    int n);
/* At the end: say how many lines there would have been. */
int dt_printer_rest(struct dt_printer *pr);

/* json.c: as dt_agg_print() and dt_agg_printa(). */
int dt_agg_json(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker);
int dt_agg_jsona(struct dt_agg *a, const struct dt_aggprint *p,
    const dtrace_aggvarid_t *vars, int nvars);

#endif /* DT_AGG_PRINTER_H */
