/* SPDX-License-Identifier: MIT */
/* value.h - the value of an entry, now and as of the previous snapshot. */
#ifndef DT_AGG_VALUE_H
#define DT_AGG_VALUE_H

#include <string.h>
#include "bpf/image.h"

/* Value words as in the kernel, followed by those of the previous snapshot. */
struct dt_aggval {
	uint64_t gen : 48;		/* snapshot that changed them last */
	uint64_t has : 1;		/* min, max: there is a value */
	uint64_t clear : 1;		/* unchanged since a clear */
	uint64_t cut : 1;		/* option aggtop leaves it out */
	uint64_t w[];			/* form->nw words, twice */
};

/* Before the first change in a snapshot: keep the words as previous ones. */
static inline void
dt_aggval_turn(struct dt_aggval *v, uint32_t nw, uint64_t gen)
{
	if (v->gen == gen)
		return;
	memcpy(v->w + nw, v->w, nw * sizeof(*v->w));
	v->gen = gen;
	v->clear = 0;
}

void dt_aggval_merge(const struct dt_form *f, struct dt_aggval *v,
    const uint64_t *src, uint64_t gen);
/* The change that snapshot gen brought, in words; 0 if none. */
void dt_aggval_delta(const struct dt_form *f, const struct dt_aggval *v,
    uint64_t gen, uint64_t *out);

#endif /* DT_AGG_VALUE_H */
