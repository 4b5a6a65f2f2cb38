/* SPDX-License-Identifier: MIT */
/*
 * show.h - values to text.  No state: everything that the look of a value
 * depends on is in struct dt_show, everything goes into a sink, whose err says
 * whether it got there.
 */
#ifndef DT_SHOW_H
#define DT_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <dtrace.h>
#include "base/fmt.h"
#include "show/sink.h"

struct dt_show {
	/*
	 * An address in words as this action shows it, like snprintf; of
	 * process pid for the actions of processes, where pid 0 means $target.
	 * NULL: in hex.
	 */
	int (*name)(void *arg, dtrace_actkind_t action, uint64_t pid,
	    uint64_t pc, char *buf, size_t n);
	void *arg;
	int stackindent;	/* -1: not set */
	bool rawbytes, quiet;
	bool terminal;		/* printf() escapes control characters, too */
	bool utf8, zoom;	/* of bars */
	bool percentiles;	/* below distributions */
	bool delta, persec;	/* columns of what came recently */
};

/* The value of an aggregation. */
struct dt_aggshow {
	dtrace_actkind_t action;
	const uint64_t *w;	/* as the public record has it */
	uint64_t normal;
	const uint64_t *delta;	/* of the latest ns, like w; NULL: no columns */
	int64_t ns;
};

/* value.c */

/* An integer of size bytes, 1 2 4 8; unsigned below 4 unless is_signed. */
int64_t dt_show_load(const void *p, size_t size, bool is_signed);
/* The integer that stands for avg() or stddev(): words of the value. */
int64_t dt_show_avg(const uint64_t *w, uint64_t normal);
int64_t dt_show_stddev(const uint64_t *w, uint64_t normal);
/* a / normal, with a's sign. */
int64_t dt_show_div(int64_t a, uint64_t normal);

/* In a column, as trace() and aggregations show it; quiet: without padding. */
void dt_show_int(struct dt_sink *s, const void *p, size_t size, bool quiet);
/* Text if it is, escaped and in a field of width; else a hex dump. */
void dt_show_bytes(struct dt_sink *s, const struct dt_show *how, const char *p,
    size_t n, int width);
void dt_show_hex(struct dt_sink *s, const unsigned char *p, size_t n);
/* A datum of trace(), or a key of an aggregation. */
void dt_show_datum(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
void dt_show_key(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/*
 * A key in front of a bar, to the right of its column; and that column's
 * width, 0 for keys that have lines of their own.
 */
void dt_show_tightkey(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
int dt_show_tightwidth(const dtrace_recdesc_t *rec);
void dt_show_value(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v);

/* The columns of option aggdelta and aggpersec, where n is what came. */
void dt_show_recent(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, int64_t n);

/* bar.c */
#define	DT_BAR_WIDTH	40
#define	DT_BAR_HEAD	"------------- Distribution -------------"

/* What the values to be drawn side by side are; begins with zeros. */
struct dt_bars {
	bool negative, positive;	/* there are such */
	long double total, most;	/* of their sizes */
};

void dt_bars_add(struct dt_bars *b, int64_t value);
void dt_show_bar(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value);
void dt_show_cell(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value);

/* quant.c: words have their parameter first, buckets are without it. */
bool dt_show_isquant(dtrace_actkind_t action);
void dt_show_quant(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v);
/* The buckets that are not empty; false: all are, and what to draw then. */
bool dt_quant_range(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int *first, int *last);
/* What is in a bucket; DTRACE_PERCENTILE_* if it has one bound only. */
unsigned int dt_quant_bounds(dtrace_actkind_t action, uint64_t param, int b,
    int64_t *low, int64_t *high);
int dt_quant_count(dtrace_actkind_t action, uint64_t param);

/* percentile.c: 0, -EINVAL, -ENODATA or -ERANGE */
int dt_quant_percentile(dtrace_actkind_t action, const uint64_t *w,
    double percent, dtrace_percentile_t *out);
/* Those of option aggpercentiles. */
#define	DT_NPERCENTS	4
extern const struct dt_percent {
	const char *name;
	double percent;
} dt_percents[DT_NPERCENTS];
/* A line each; tight: all in one. */
void dt_show_percentiles(struct dt_sink *s, const struct dt_aggshow *v,
    bool tight);

/* Distributions one a line: the buckets that the lines have. */
struct dt_pack {
	int first, last;
};

void dt_show_packhead(struct dt_sink *s, dtrace_actkind_t action,
    uint64_t param, const struct dt_pack *p);
void dt_show_pack(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, const struct dt_pack *p);
/*
 * Bucket b of these words, from 0; false: there is none.  The value it begins
 * with; the first and the last of a kind that has them are what is *side of it,
 * "<" or ">=", the others have NULL.
 */
bool dt_show_bucket(dtrace_actkind_t action, const uint64_t *w, int b,
    int64_t *bound, const char **side, int64_t *count);
/* Sum of bucket weights; what lies in the bucket of weight 0, in *zero. */
__int128 dt_show_weight(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int64_t *zero);

/* stack.c */

/* What is left of the addresses in a record, and whose they are. */
struct dt_addrs {
	uint64_t pid;		/* 0: the kernel's */
	const char *p;		/* need not be aligned */
	size_t n;
	bool stack;		/* a 0 ends it */
};

struct dt_addrs dt_show_addrs(dtrace_actkind_t action, const void *p,
    size_t size);
/* The next one into *pc; false: there is none. */
bool dt_show_nextaddr(struct dt_addrs *a, uint64_t *pc);

/* An address as this action shows it; escaped, unless rawbytes is set. */
void dt_show_addr(const struct dt_show *how, dtrace_actkind_t action,
    uint64_t pid, uint64_t pc, char *buf, size_t n);
void dt_show_name(const struct dt_show *how, dtrace_actkind_t action,
    uint64_t pid, uint64_t pc, char *buf, size_t n);
/* Bytes of a record of such an action, which begin with the process id. */
void dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size, int indent);
void dt_show_symname(const struct dt_show *how, dtrace_actkind_t action,
    const void *p, char *buf, size_t n);
void dt_show_sym(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p);
/* The action that a record's data are of: of an argument, of what made it. */
dtrace_actkind_t dt_show_action(const dtrace_recdesc_t *rec);

/* format.c */

/* What a conversion is given. */
struct dt_fmtarg {
	const dtrace_recdesc_t *rec;
	const void *p;
	bool is_signed;
	uint64_t normal;	/* of an aggregation's value */
	int width, prec;	/* of a * */
};

/* One conversion, without the text before it.  0 or -EDT_BADCONV. */
int dt_show_conv(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmtseg *seg, const struct dt_fmtarg *arg);

/* printf.c */

/*
 * A printf(): its conversions take the nrecs records in turn, whose data lie
 * at their offsets from base, below len.  Returns how many were taken, or a
 * negative code.
 */
int dt_show_printf(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmt *fmt, const dtrace_recdesc_t *recs, uint32_t nrecs,
    const char *base, size_t len);

#endif
