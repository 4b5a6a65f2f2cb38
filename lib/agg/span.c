/* SPDX-License-Identifier: MIT */
/*
 * span.c - the walks in progress, during which some calls are refused.
 *
 * If a callback leaves its walk by a jump or an exception, the walk never ends.
 * Its memory is then freed by the walk around it, or by the next call that
 * would be refused.
 */
#include "agg/table.h"

#include <errno.h>

void
dt_agg_enter(struct dt_agg *a, struct dt_aggspan *span)
{
	span->outer = a->going;
	a->going = span;
}

void
dt_agg_leave(struct dt_agg *a, struct dt_aggspan *span)
{
	dt_agg_back(a, span);
	a->going = span->outer;
}

void
dt_agg_abandon(struct dt_agg *a, const struct dt_aggspan *until)
{
	struct dt_aggspan *span;

	while ((span = a->going) != until) {
		a->going = span->outer;
		span->abandon(a, span);
	}
}

/* Take back the settings of calls that were left before they did so. */
static void
reset(struct dt_agg *a)
{
	a->violated = false;
	a->why = NULL;
	if (a->cutting)
		dt_agg_uncut(a);
}

void
dt_agg_sweep(struct dt_agg *a)
{
	struct dt_aggspan **at = &a->going, *span;
	bool any = false;

	while ((span = *at) != NULL) {
		if (dt_frame_alive(&span->frame)) {
			at = &span->outer;
			continue;
		}
		*at = span->outer;
		span->abandon(a, span);
		any = true;
	}
	if (any && a->going == NULL)
		reset(a);
}

int
dt_agg_refuse(struct dt_agg *a, const char *why)
{
	a->why = why;
	return -EBUSY;
}

int
dt_agg_violation(struct dt_agg *a)
{
	a->violated = false;
	return dt_agg_refuse(a, "cannot clear all aggregations inside a walk: "
	    "return DTRACE_AGGWALK_CLEAR, or clear after it");
}

bool
dt_agg_walking(struct dt_agg *a)
{
	dt_agg_sweep(a);
	return a->going != NULL;
}

const char *
dt_agg_why(struct dt_agg *a)
{
	const char *why = a->why;

	a->why = NULL;
	return why;
}
