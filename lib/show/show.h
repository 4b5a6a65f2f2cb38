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
	/* A kernel address in words, like snprintf; NULL: always in hex. */
	int (*addr2str)(void *arg, uint64_t pc, char *buf, size_t n);
	void *arg;
	int stackindent;	/* -1: not set */
	bool rawbytes, quiet;
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
/* Text if it is, in a field of width; else a hex dump. */
void dt_show_bytes(struct dt_sink *s, const struct dt_show *how, const char *p,
    size_t n, int width);
void dt_show_hex(struct dt_sink *s, const unsigned char *p, size_t n);
/* A datum of trace(), or a key of an aggregation. */
void dt_show_datum(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
void dt_show_key(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/* An aggregation's value. */
void dt_show_value(struct dt_sink *s, const dtrace_recdesc_t *rec,
    const void *p, uint64_t normal);

/* quant.c: the words as the public record has them, parameter first. */
bool dt_show_isquant(dtrace_actkind_t action);
void dt_show_quant(struct dt_sink *s, dtrace_actkind_t action,
    const uint64_t *w, uint64_t normal);
/* Sum of bucket weights; what lies in the bucket of weight 0, in *zero. */
__int128 dt_show_weight(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int64_t *zero);

/* stack.c */
void dt_show_addr(const struct dt_show *how, uint64_t pc, char *buf, size_t n);
void dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    const uint64_t *pcs, size_t n, int indent);
void dt_show_sym(struct dt_sink *s, const struct dt_show *how, uint64_t pc);

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
