/* SPDX-License-Identifier: MIT */
/* walk.h - the memory that a walk leaves to the next one. */
#ifndef DT_AGG_WALK_H
#define DT_AGG_WALK_H

#include "agg/table.h"

/* Something that walks show is about to change: the next one starts afresh. */
void dt_agg_changed(struct dt_agg *a);
/* Before a snapshot: free the memory that no walk of the interval has used. */
void dt_agg_unwalked(struct dt_agg *a);
void dt_agg_forget(struct dt_agg *a);
/* As dt_agg_walk(), over the entries of one variable, or of all (0). */
int dt_agg_walkvar(struct dt_agg *a, dtrace_aggvarid_t var, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg);

#endif /* DT_AGG_WALK_H */
