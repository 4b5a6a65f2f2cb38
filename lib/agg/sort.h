/* SPDX-License-Identifier: MIT */
/*
 * sort.h - the order of entries.  The comparison defines it; ranks, numbers
 * that never contradict the comparison, make most of the work a radix sort.
 */
#ifndef DT_AGG_SORT_H
#define DT_AGG_SORT_H

#include "agg/table.h"

/* sort.c */
enum dt_aggstep { DT_STEP_END, DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY };

struct dt_aggorder {
	enum dt_aggstep step[4];
	bool rev;
	int keypos;
};

/* An entry, with the parts that decide most comparisons. */
struct dt_aggitem {
	__int128 val;			/* of VAL, among equal shapes */
	uint64_t key;			/* the first bytes of KEY */
	struct dt_aggent *ent;		/* NULL: stands for a value of 0 */
	const struct dt_form *form;
};

void dt_agg_item(const struct dt_agg *a, struct dt_aggitem *it,
    struct dt_aggent *e, int keypos);
int dt_agg_valcmp(const struct dt_aggitem *l, const struct dt_aggitem *r);
int dt_agg_keycmp(const struct dt_aggitem *l, const struct dt_aggitem *r,
    int keypos);
void dt_agg_sort(struct dt_aggitem *v, size_t n, const struct dt_aggorder *o);
/*
 * The rank of an entry in one step, among entries that are alike in it: the
 * lower rank comes first.  Entries of equal rank are equal in the step if it
 * decides.  If it is deeper, entries of rank 0 are equal, and the others have
 * another rank at the next depth.
 */
uint64_t dt_agg_rank(const struct dt_form *f, const struct dt_aggent *e,
    enum dt_aggstep step, int keypos, size_t depth);
#define	DT_RANK0	((uint64_t)1 << 63)	/* of a value of 0 */
bool dt_agg_deeper(const struct dt_form *f, enum dt_aggstep step);
bool dt_agg_alike(const struct dt_form *l, const struct dt_form *r,
    enum dt_aggstep step);
bool dt_agg_decides(const struct dt_form *f, enum dt_aggstep step);

/*
 * order.c: write the references of the live entries of one variable, or of all
 * (0), into out, which has room for a->nents.  Without steps: newest first.
 * Scratch memory comes from room, and is the caller's to free.
 */
int dt_agg_arrange(const struct dt_agg *a, dtrace_aggvarid_t var,
    const struct dt_aggorder *o, struct dt_arena *room, uint32_t *out,
    size_t *n);
/*
 * The entries, in any order, that are not among the top few of their variable:
 * of the largest values, or of the smallest.
 */
int dt_agg_outside_top(const struct dt_agg *a, dtrace_aggvarid_t var,
    bool largest, uint64_t few, struct dt_arena *room, uint32_t *out,
    size_t *n);

#endif /* DT_AGG_SORT_H */
