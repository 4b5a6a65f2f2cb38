/* SPDX-License-Identifier: MIT */
/* radix.h - sorting by a rank of 64 bits; all sorts are stable. */
#ifndef DT_AGG_RADIX_H
#define DT_AGG_RADIX_H

#include <stddef.h>
#include <stdint.h>

struct dt_ranked {
	uint64_t rank;
	uint32_t ref;
	union {
		uint32_t form;
		uint32_t next;		/* lower half of the next rank */
	};
};

struct dt_range {
	uint64_t min, max;
};

#define	DT_NORANGE	((struct dt_range){ UINT64_MAX, 0 })

static inline void
dt_agg_widen(struct dt_range *r, uint64_t rank)
{
	r->min = rank < r->min ? rank : r->min;
	r->max = rank > r->max ? rank : r->max;
}

/* Bits in which the numbers of a range differ. */
unsigned int dt_agg_width(struct dt_range r);
/* Sort n items, whose ranks are all in r. */
void dt_agg_radix(struct dt_ranked *v, struct dt_ranked *spare, size_t n,
    struct dt_range r);
/*
 * Partition v around its k-th rank: lower ranks in front, higher ones behind,
 * equal ones in between, *n of them from *first on.  On entry *first and *n say
 * which part of v to look at.
 */
void dt_agg_select(struct dt_ranked *v, struct dt_ranked *spare, size_t k,
    struct dt_range r, size_t *first, size_t *n);
/* One word an item: the reference below, the number to sort by above it. */
#define	DT_REFBITS	32
/* Sort by the upper halves, of width bits; returns v or spare. */
const uint64_t *dt_agg_radixw(uint64_t *v, uint64_t *spare, size_t n,
    unsigned int width);

#endif /* DT_AGG_RADIX_H */
