/* SPDX-License-Identifier: MIT */
/* printf.c - the records of a printf() to text. */
#include "rt/clause.h"
#include "show/show.h"
#include "tbl/edt.h"

struct cursor {
	const dtrace_recdesc_t *rec;
	uint32_t left;
	const char *base;
	size_t len;
	int err;
};

/* The next record and its data; NULL with c->err set. */
static const dtrace_recdesc_t *
next_rec(struct cursor *c, const void **p)
{
	const dtrace_recdesc_t *rec = c->rec;

	if (c->left == 0) {
		c->err = -EDT_BADCONV;
		return NULL;
	}
	if (rec->dtrd_offset > c->len ||
	    rec->dtrd_size > c->len - rec->dtrd_offset) {
		c->err = -EDT_DOFFSET;
		return NULL;
	}
	*p = c->base + rec->dtrd_offset;
	c->rec++;
	c->left--;
	return rec;
}

/* The number of the next record, for a * of the format. */
static int
next_number(struct cursor *c)
{
	const void *p;
	const dtrace_recdesc_t *rec = next_rec(c, &p);

	if (rec == NULL)
		return 0;
	switch (rec->dtrd_size) {
	case 1: case 2: case 4: case 8:
		return (int)dt_show_load(p, rec->dtrd_size, true);
	default:
		c->err = -EDT_BADCONV;
		return 0;
	}
}

static int
conversion(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmtseg *seg, struct cursor *c)
{
	struct dt_fmtarg arg = { .normal = 1 };

	if ((seg->flags & DT_FMT_DYNWIDTH) != 0)
		arg.width = next_number(c);
	if (c->err == 0 && (seg->flags & DT_FMT_DYNPREC) != 0)
		arg.prec = next_number(c);
	if (c->err == 0)
		arg.rec = next_rec(c, &arg.p);
	if (c->err != 0)
		return c->err;
	arg.is_signed = !DTRACEACT_ISPRINTFLIKE(arg.rec->dtrd_action) ||
	    arg.rec->dtrd_arg == DT_PF_SIGNED;
	return dt_show_conv(s, how, seg, &arg);
}

int
dt_show_printf(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmt *fmt, const dtrace_recdesc_t *recs, uint32_t nrecs,
    const char *base, size_t len)
{
	struct cursor c = { recs, nrecs, base, len, 0 };
	int err = 0;

	for (size_t i = 0; err == 0 && i < fmt->nsegs; i++) {
		const struct dt_fmtseg *seg = &fmt->segs[i];

		dt_sink_write(s, seg->text, seg->len);
		if (seg->conv[0] != '\0')
			err = conversion(s, how, seg, &c);
	}
	return err != 0 ? err : (int)(c.rec - recs);
}
