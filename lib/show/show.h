/* SPDX-License-Identifier: MIT */
/*
 * show.h - values to text, without state.  struct dt_show says how to show a
 * value; the text is written to a sink, whose err tells of a failure.
 */
#ifndef DT_SHOW_H
#define DT_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <dtrace.h>
#include "base/fmt.h"
#include "show/sink.h"

/* An address in code or data, which an action recorded. */
struct dt_addr {
	dtrace_actkind_t action;
	uint64_t pid;		/* of user addresses; 0: $target */
	uint64_t pc;
	bool is_return;		/* the instruction before pc is a call */
	bool is_signal;		/* set by name(): here a signal or an interrupt
				 * returns, so the caller was not in a call */
};

struct dt_show {
	/*
	 * Append the name of an address as its action shows it.  NULL: show
	 * addresses in hexadecimal.
	 */
	void (*name)(void *arg, struct dt_addr *a, struct dt_buf *to);
	void *arg;
	int stackindent;	/* -1: not set */
	bool rawbytes, quiet;
	bool terminal;		/* printf() escapes control characters, too */
	bool utf8, zoom;	/* of bars */
	bool percentiles;	/* shown below distributions */
	bool delta, persec;	/* columns: change in the last interval */
};

/* The value of an aggregation. */
struct dt_aggshow {
	dtrace_actkind_t action;
	const uint64_t *w;	/* words, as in the public record */
	uint64_t normal;
	const uint64_t *delta;	/* change in the last `ns`; NULL: not shown */
	int64_t ns;
};

/* value.c */

/* Load an integer of 1, 2, 4 or 8 bytes. */
int64_t dt_show_load(const void *p, size_t size, bool is_signed);
/* Load a float or a double; false: it has another size. */
bool dt_show_loadfloat(const void *p, size_t size, long double *v);
/* The result of avg() or stddev() from the words of its value. */
int64_t dt_show_avg(const uint64_t *w, uint64_t normal);
int64_t dt_show_stddev(const uint64_t *w, uint64_t normal);
/* a / normal, with the sign of a. */
int64_t dt_show_div(int64_t a, uint64_t normal);

/* An integer in a column, as of trace(); quiet: without padding. */
void dt_show_int(struct dt_sink *s, const void *p, size_t size, bool quiet);
/* Printable text escaped, in a field of width; other bytes as a hex dump. */
void dt_show_bytes(struct dt_sink *s, const struct dt_show *how, const char *p,
    size_t n, int width);
void dt_show_hex(struct dt_sink *s, const unsigned char *p, size_t n);
/* A datum of trace(); a key of an aggregation. */
void dt_show_datum(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
void dt_show_key(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/*
 * A key before a bar, right-aligned in a column; and the width of that column,
 * 0 for a stack, whose lines have no other content.
 */
void dt_show_tightkey(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
int dt_show_tightwidth(const dtrace_recdesc_t *rec);
void dt_show_value(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v);

/* The columns of options aggdelta and aggpersec for a change of n. */
void dt_show_recent(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, int64_t n);

/* bar.c */
#define	DT_BAR_WIDTH	40
#define	DT_BAR_HEAD	"------------- Distribution -------------"

/* The scale of values that are drawn together; zeroed at first. */
struct dt_bars {
	bool negative, positive;	/* signs that occur */
	long double total, most;	/* sum and maximum of absolute values */
};

void dt_bars_add(struct dt_bars *b, int64_t value);
void dt_show_bar(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value);
void dt_show_cell(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value);

/* quant.c: words begin with the parameter, if any, then come the buckets */
bool dt_show_isquant(dtrace_actkind_t action);
void dt_show_quant(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v);
/*
 * The first and last bucket that are not empty; false: all are empty, and the
 * range is what to draw in this case.
 */
bool dt_quant_range(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int *first, int *last);
/* The bounds of a bucket; returns DTRACE_PERCENTILE_* if it has only one. */
unsigned int dt_quant_bounds(dtrace_actkind_t action, uint64_t param, int b,
    int64_t *low, int64_t *high);
int dt_quant_count(dtrace_actkind_t action, uint64_t param);

/* percentile.c: 0, -EINVAL, -ENODATA or -ERANGE */
int dt_quant_percentile(dtrace_actkind_t action, const uint64_t *w,
    double percent, dtrace_percentile_t *out);
/* The percentiles that option aggpercentiles shows. */
#define	DT_NPERCENTS	4
extern const struct dt_percent {
	const char *name;
	double percent;
} dt_percents[DT_NPERCENTS];
/* Show each on a line; tight: all on one line. */
void dt_show_percentiles(struct dt_sink *s, const struct dt_aggshow *v,
    bool tight);

/* The range of buckets, where each distribution takes one line. */
struct dt_pack {
	int first, last;
};

void dt_show_packhead(struct dt_sink *s, dtrace_actkind_t action,
    uint64_t param, const struct dt_pack *p);
void dt_show_pack(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, const struct dt_pack *p);
/*
 * Get bucket b, from 0; false: there is none.  *bound is its first value, and
 * *side NULL.  For an underflow or overflow bucket *side is "<" or ">=".
 */
bool dt_show_bucket(dtrace_actkind_t action, const uint64_t *w, int b,
    int64_t *bound, const char **side, int64_t *count);
/* The sum of count times weight; *zero: the count of the bucket of weight 0. */
__int128 dt_show_weight(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int64_t *zero);

/* stack.c */

/* An iterator over the addresses of a record. */
struct dt_addrs {
	struct dt_addr at;	/* the current one */
	const char *p;		/* the others; may be unaligned */
	size_t n;
	bool stack;		/* the addresses end before a 0 */
	bool begun;		/* `at` is one of them */
};

struct dt_addrs dt_show_addrs(dtrace_actkind_t action, const void *p,
    size_t size);
/* Go to the next address; false: there is none. */
bool dt_show_nextaddr(struct dt_addrs *a);

/*
 * The text of an address, in b, which is overwritten; dt_show_name() escapes it
 * unless rawbytes is set.  If memory is short it is "", and s->err is set.
 */
const char *dt_show_addr(struct dt_sink *s, const struct dt_show *how,
    struct dt_addr *a, struct dt_buf *b);
const char *dt_show_name(struct dt_sink *s, const struct dt_show *how,
    struct dt_addr *a, struct dt_buf *b);
/* p is the record's data; those of user actions begin with the process id. */
void dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size, int indent);
const char *dt_show_symname(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, struct dt_buf *b);
void dt_show_sym(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p);
/*
 * The action of a record's data.  For an argument of printf() that is an action
 * such as stack(), it is that action.
 */
dtrace_actkind_t dt_show_action(const dtrace_recdesc_t *rec);

/* format.c */

/* The argument of a conversion. */
struct dt_fmtarg {
	const dtrace_recdesc_t *rec;
	const void *p;
	bool is_signed;
	uint64_t normal;	/* of an aggregation's value */
	int width, prec;	/* where the format has a * */
};

/* One conversion, without the text before it.  0 or -EDT_BADCONV. */
int dt_show_conv(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmtseg *seg, const struct dt_fmtarg *arg);

/* printf.c */

/*
 * Format a printf(), whose conversions take the nrecs records in order.  Their
 * data are at their offsets from base, below len.  Returns the number of
 * records taken, or a negative code.
 */
int dt_show_printf(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmt *fmt, const dtrace_recdesc_t *recs, uint32_t nrecs,
    const char *base, size_t len);

#endif
