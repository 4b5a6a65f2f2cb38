/* SPDX-License-Identifier: MIT */
/* value.c - integers, byte strings and the values of aggregations to text. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include "base/act.h"
#include "rt/clause.h"
#include "show/escape.h"
#include "show/show.h"

typedef unsigned __int128 u128;

#define	KEY_WIDTH	50	/* of a string in a key */
#define	TRACE_WIDTH	33	/* of a string that trace() records */
#define	MARGIN		5	/* blanks before a hex dump */

int64_t
dt_show_load(const void *p, size_t size, bool is_signed)
{
	uint64_t v = 0;
	unsigned int unused = 64 - 8 * (unsigned int)size;

	memcpy(&v, p, size);		/* little-endian */
	if (is_signed)
		return (int64_t)(v << unused) >> unused;
	return (int64_t)v;
}

bool
dt_show_loadfloat(const void *p, size_t size, long double *v)
{
	float f;
	double d;

	if (size == sizeof(f)) {
		memcpy(&f, p, sizeof(f));
		*v = (long double)f;
	} else if (size == sizeof(d)) {
		memcpy(&d, p, sizeof(d));
		*v = (long double)d;
	} else if (size == sizeof(*v)) {
		memcpy(v, p, sizeof(*v));
	} else {
		return false;
	}
	return true;
}

int64_t
dt_show_div(int64_t a, uint64_t normal)
{
	if (normal <= 1)
		return a;
	if (normal > INT64_MAX)		/* exceeds any |a| but INT64_MIN's */
		return a == INT64_MIN && normal == (uint64_t)a ? -1 : 0;
	return a / (int64_t)normal;
}

int64_t
dt_show_avg(const uint64_t *w, uint64_t normal)
{
	if (w[0] == 0)
		return 0;
	return dt_show_div(dt_show_div((int64_t)w[1], normal), w[0]);
}

/* The integer square root, rounded down. */
static uint64_t
root(u128 v)
{
	u128 r = 0, bit = (u128)1 << 126;

	for (; bit != 0; bit >>= 2) {
		if (v >= r + bit) {
			v -= r + bit;
			r = (r >> 1) + bit;
		} else {
			r >>= 1;
		}
	}
	return (uint64_t)r;
}

/* Divide a number of three words, the highest first. */
static void
divide(uint64_t v[3], uint64_t by)
{
	u128 rest = 0;

	for (int i = 0; i < 3; i++) {
		rest = rest << 64 | v[i];
		v[i] = (uint64_t)(rest / by);
		rest %= by;
	}
}

/*
 * The variance of n values, rounded down: n times the sum of their squares,
 * less the square of their sum, over the square of n.  If the numerator is
 * below 0, the sums have overflowed.
 */
static u128
variance(uint64_t n, uint64_t sum, u128 squares)
{
	uint64_t size = (int64_t)sum < 0 ? -sum : sum, v[3];
	u128 low = (u128)n * (uint64_t)squares;
	u128 high = (u128)n * (uint64_t)(squares >> 64) + (low >> 64);
	u128 less = (u128)size * size;

	low = high << 64 | (uint64_t)low;
	v[0] = (uint64_t)(high >> 64);
	if (low < less) {
		if (v[0] == 0)
			return 0;
		v[0]--;
	}
	v[1] = (uint64_t)((low - less) >> 64);
	v[2] = (uint64_t)(low - less);
	divide(v, n);
	divide(v, n);
	return (u128)v[1] << 64 | v[2];
}

/* From count, sum and 128-bit sum of squares; exact, but cut to an integer. */
int64_t
dt_show_stddev(const uint64_t *w, uint64_t normal)
{
	u128 v;

	if (w[0] == 0)
		return 0;
	v = variance(w[0], w[1], (u128)w[3] << 64 | w[2]);
	if (normal > 1)
		v = v / normal / normal;
	return (int64_t)root(v);
}

void
dt_show_int(struct dt_sink *s, const void *p, size_t size, bool quiet)
{
	static const size_t widths[] = { [1] = 3, [2] = 5, [4] = 8, [8] = 16 };
	int64_t v = dt_show_load(p, size, size >= 4);

	if (!quiet)
		dt_sink_write(s, " ", 1);
	dt_sink_int(s, v, quiet ? 0 : widths[size]);
}

static bool
is_text(unsigned char c)
{
	return isprint(c) || isspace(c) || c == '\b' || c == '\a';
}

/* Is p text, followed by nothing but zeros?  An empty string is not text. */
static bool
is_string(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n && is_text((unsigned char)p[i]))
		i++;
	if (i == 0)
		return false;
	while (i < n && p[i] == '\0')
		i++;
	return i == n;
}

static void
hex_row(struct dt_sink *s, const unsigned char *p, size_t at, size_t n)
{
	dt_sink_printf(s, "%*s%5zx:", MARGIN, "", at);
	for (size_t i = 0; i < 16; i++) {
		if (i < n)
			dt_sink_printf(s, " %02x", p[at + i]);
		else
			dt_sink_fill(s, ' ', 3);
	}
	dt_sink_fill(s, ' ', 2);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = p[at + i];

		dt_sink_fill(s, c < ' ' || c > '~' ? '.' : (char)c, 1);
	}
	dt_sink_write(s, "\n", 1);
}

void
dt_show_hex(struct dt_sink *s, const unsigned char *p, size_t n)
{
	dt_sink_printf(s, "\n%*s      ", MARGIN, "");
	for (unsigned int i = 0; i < 16; i++)
		dt_sink_printf(s, "  %x", i);
	dt_sink_printf(s, "  0123456789abcdef\n");
	for (size_t at = 0; at < n; at += 16)
		hex_row(s, p, at, n - at < 16 ? n - at : 16);
}

/* Write text in a field after blanks; a negative width aligns it left. */
static void
put_field(struct dt_sink *s, size_t blanks, const char *p, size_t n, int width,
    bool escape)
{
	size_t most = (size_t)abs(width), pad;
	struct dt_buf b = { 0 };

	n = strnlen(p, n);
	if (escape && dt_escape_needed(p, n)) {
		dt_escape(&b, p, n);
		p = dt_buf_text(&b);
		n = b.len;
		if (b.err != 0)
			s->err = b.err;
	}
	pad = n < most ? most - n : 0;
	dt_sink_fill(s, ' ', blanks + (width > 0 ? pad : 0));
	dt_sink_write(s, p, n);
	dt_sink_fill(s, ' ', width > 0 ? 0 : pad);
	dt_buf_free(&b);
}

void
dt_show_bytes(struct dt_sink *s, const struct dt_show *how, const char *p,
    size_t n, int width)
{
	if (how->rawbytes || !is_string(p, n))
		dt_show_hex(s, (const unsigned char *)p, n);
	else
		put_field(s, how->quiet ? 0 : 2, p, n, how->quiet ? 0 : -width,
		    true);
}

/* Is it a string?  It may have the size of a number, but its argument tells. */
static bool
is_typed_string(const dtrace_recdesc_t *rec)
{
	return rec->dtrd_action == DTRACEACT_DIFEXPR &&
	    (rec->dtrd_arg == DT_PF_STRING || rec->dtrd_arg == DT_PF_LITERAL);
}

/*
 * An empty string is shown as bytes, and so is a literal that is not printable.
 * Other literals are shown as in the program, without escapes.
 */
static void
show_string(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const char *p, int width)
{
	bool literal = rec->dtrd_arg == DT_PF_LITERAL;

	if (how->rawbytes || *p == '\0' ||
	    (literal && !is_string(p, rec->dtrd_size)))
		dt_show_hex(s, (const unsigned char *)p, rec->dtrd_size);
	else
		put_field(s, how->quiet ? 0 : 2, p, rec->dtrd_size,
		    how->quiet ? 0 : -width, !literal);
}

static void
show_record(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p, int width)
{
	if (dt_act_isstack(rec->dtrd_action)) {
		dt_show_stack(s, how, rec->dtrd_action, p, rec->dtrd_size, -1);
		return;
	}
	if (dt_act_issym(rec->dtrd_action)) {
		dt_show_sym(s, how, rec->dtrd_action, p);
		return;
	}
	if (is_typed_string(rec)) {
		show_string(s, how, rec, p, width);
		return;
	}
	switch (rec->dtrd_size) {
	case 1: case 2: case 4: case 8:
		dt_show_int(s, p, rec->dtrd_size, how->quiet);
		break;
	default:
		dt_show_bytes(s, how, p, rec->dtrd_size, width);
	}
}

void
dt_show_datum(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	if (rec->dtrd_size != 0)
		show_record(s, how, rec, p, TRACE_WIDTH);
}

/* Option quiet applies to trace() only: a key keeps its column. */
void
dt_show_key(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	struct dt_show padded = *how;

	padded.quiet = false;
	show_record(s, &padded, rec, p, KEY_WIDTH);
}

int
dt_show_tightwidth(const dtrace_recdesc_t *rec)
{
	if (dt_act_isstack(rec->dtrd_action))
		return 0;
	switch (is_typed_string(rec) ? 0 : rec->dtrd_size) {
	case 1:
		return 4;
	case 2:
		return 6;
	case 4:
		return 9;
	}
	return 17;
}

static bool
is_plain(const struct dt_show *how, const dtrace_recdesc_t *rec, const void *p)
{
	if (how->rawbytes || dt_act_isstack(rec->dtrd_action))
		return false;
	return is_typed_string(rec) ? *(const char *)p != '\0' :
	    rec->dtrd_size > sizeof(uint64_t) && is_string(p, rec->dtrd_size);
}

void
dt_show_tightkey(struct dt_sink *s, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	int width = dt_show_tightwidth(rec) - 1;
	struct dt_buf b = { 0 };

	if (dt_act_issym(rec->dtrd_action)) {
		dt_sink_printf(s, " %*s", width, dt_show_symname(s, how,
		    rec->dtrd_action, p, &b));
		dt_buf_free(&b);
	} else if (is_plain(how, rec, p)) {
		put_field(s, 1, p, rec->dtrd_size, width, true);
	} else {
		dt_show_key(s, how, rec, p);
	}
}

void
dt_show_recent(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, int64_t n)
{
	if (v->delta == NULL)
		return;
	if (how->delta)
		dt_sink_printf(s, " %+16" PRId64, dt_show_div(n, v->normal));
	if (how->persec && v->ns > 0)
		dt_sink_printf(s, " %14.1f/s", (double)n * NANOSEC /
		    (double)(v->normal > 1 ? v->normal : 1) / (double)v->ns);
	else if (how->persec)
		dt_sink_printf(s, " %14s/s", "-");
}

/* A mean has no rate; its delta is the mean of the last interval's values. */
static void
recent_mean(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, int64_t (*mean)(const uint64_t *, uint64_t))
{
	if (v->delta == NULL)
		return;
	if (how->delta && v->delta[0] != 0)
		dt_sink_printf(s, " %16" PRId64, mean(v->delta, v->normal));
	else if (how->delta)
		dt_sink_printf(s, " %16s", "-");
	if (how->persec)
		dt_sink_printf(s, " %14s/s", "-");
}

/* min() and max() have a delta, but no rate. */
static void
recent_extreme(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v)
{
	struct dt_show moved = *how;

	moved.persec = false;
	if (v->delta == NULL)
		return;
	dt_show_recent(s, &moved, v, (int64_t)v->delta[0]);
	if (how->persec)
		dt_sink_printf(s, " %14s/s", "-");
}

void
dt_show_value(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *a)
{
	int64_t (*mean)(const uint64_t *, uint64_t) = NULL;

	if (dt_show_isquant(a->action)) {
		dt_show_quant(s, how, a);
		return;
	}
	if (a->action == DTRACEAGG_AVG)
		mean = dt_show_avg;
	else if (a->action == DTRACEAGG_STDDEV)
		mean = dt_show_stddev;
	dt_sink_write(s, " ", 1);
	dt_sink_int(s, mean != NULL ? mean(a->w, a->normal) :
	    dt_show_div((int64_t)a->w[0], a->normal), 16);
	if (mean != NULL)
		recent_mean(s, how, a, mean);
	else if (a->action == DTRACEAGG_MIN || a->action == DTRACEAGG_MAX)
		recent_extreme(s, how, a);
	else if (a->delta != NULL)
		dt_show_recent(s, how, a, (int64_t)a->delta[0]);
}
