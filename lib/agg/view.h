/* SPDX-License-Identifier: MIT */
/*
 * view.h - entries as the public interface has them.  They are numbered from 0
 * and live until their view is reset or freed.  They lie in parts, each with
 * room for twice as many as the one before.
 */
#ifndef DT_AGG_VIEW_H
#define DT_AGG_VIEW_H

#include "agg/table.h"

#define	DT_VIEWMIN	64
#define	DT_VIEWPARTS	26

struct dt_aggview {
	struct dt_agg *agg;
	dtrace_aggdata_t *part[DT_VIEWPARTS];
	struct dt_aggpool pool;		/* for what they point to */
	char *data;			/* of it: the block being cut, */
	size_t room;			/* and what is left of that */
	struct dt_aggproto **proto;	/* by form */
	uint32_t nproto;
	const void *zero;		/* the value of a CPU without data */
	size_t nzero;
};

/* dt_aggval.cut in dtada_flags of a walker's copy of an entry. */
#define	DT_AGG_CUT	0x80000000u

static inline unsigned int
dt_aggview_part(size_t i)
{
	return 63 - (unsigned int)__builtin_clzl(i / DT_VIEWMIN + 1);
}

/* Number i, which has been expanded. */
static inline dtrace_aggdata_t *
dt_aggview_at(const struct dt_aggview *v, size_t i)
{
	unsigned int part = dt_aggview_part(i);

	return v->part[part] + (i + DT_VIEWMIN -
	    ((size_t)DT_VIEWMIN << part));
}

/* Does it stand for the lack of an entry?  Such data are their own delta. */
static inline bool
dt_agg_islack(const dtrace_aggdata_t *d)
{
	return d->dtada_data == d->dtada_delta;
}

int dt_aggview_init(struct dt_aggview *v, struct dt_agg *a);
int dt_aggview_reset(struct dt_aggview *v);
void dt_aggview_fini(struct dt_aggview *v);
/* Expand an entry as number i.  NULL: no memory. */
dtrace_aggdata_t *dt_agg_expand(struct dt_aggview *v, size_t i, uint32_t ent);
/* Make number i stand for the lack of an entry of this form. */
dtrace_aggdata_t *dt_agg_expand0(struct dt_aggview *v, size_t i,
    const struct dt_form *f, uint64_t normal);

#endif /* DT_AGG_VIEW_H */
