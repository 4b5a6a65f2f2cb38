/* SPDX-License-Identifier: MIT */
/* table.c - fills the table of locks from the aggregations. */
#include "plockstat.h"

#include <errno.h>
#include <stdlib.h>

static const char *const names[] = {
#define	X(name, title)	#name,
	SECTIONS(X)
#undef X
};

/* The aggregation's section; false: it is not one of ours. */
static bool
section_of(const char *name, enum section *section, bool *is_times)
{
	for (int i = 0; i < NSECTIONS; i++) {
		size_t len = strlen(names[i]);

		if (strncmp(name, names[i], len) != 0)
			continue;
		*section = (enum section)i;
		*is_times = name[len] != '\0';
		return true;
	}
	return false;
}

static struct row *
add(struct plockstat *pl)
{
	struct row *r;

	if (pl->nrows == pl->room) {
		size_t room = 2 * pl->room + 64;

		r = reallocarray(pl->rows, room, sizeof(*r));
		if (r == NULL)
			return NULL;
		pl->rows = r;
		pl->room = room;
	}
	r = &pl->rows[pl->nrows];
	*r = (struct row){ 0 };
	r->pcs = calloc((size_t)pl->depth + 1, sizeof(*r->pcs));
	if (r->pcs == NULL)
		return NULL;
	pl->nrows++;
	return r;
}

/* The keys are the lock, and the stack, which begins with the process. */
static void
set_keys(struct row *r, const dtrace_aggdata_t *data, long depth)
{
	const dtrace_recdesc_t *rec = data->dtada_desc->dtagd_rec;
	const char *stack = data->dtada_data + rec[2].dtrd_offset;
	size_t frames = rec[2].dtrd_size / sizeof(uint64_t) - 1;

	if (frames > (size_t)depth)
		frames = (size_t)depth;
	memcpy(&r->lock, data->dtada_data + rec[1].dtrd_offset,
	    sizeof(r->lock));
	memcpy(&r->pid, stack, sizeof(r->pid));
	memcpy(r->pcs, stack + sizeof(r->pid), frames * sizeof(*r->pcs));
}

static int
walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *desc = data->dtada_desc;
	const dtrace_recdesc_t *value =
	    &desc->dtagd_rec[desc->dtagd_nrecs - 1];
	struct plockstat *pl = arg;
	enum section section;
	uint64_t avg[2];
	struct row *r;
	bool is_times;

	if (!section_of(desc->dtagd_name, &section, &is_times))
		return DTRACE_AGGWALK_NEXT;
	r = add(pl);
	if (r == NULL)
		return DTRACE_AGGWALK_ABORT;
	r->section = section;
	set_keys(r, data, pl->depth);
	if (is_times) {
		r->times = malloc(value->dtrd_size);
		if (r->times == NULL)
			return DTRACE_AGGWALK_ABORT;
		memcpy(r->times, data->dtada_data + value->dtrd_offset,
		    value->dtrd_size);
		return DTRACE_AGGWALK_NEXT;
	}
	memcpy(avg, data->dtada_data + value->dtrd_offset, sizeof(avg));
	r->count = avg[0];
	r->total = avg[1];
	return DTRACE_AGGWALK_NEXT;
}

static int
compare_keys(const void *lp, const void *rp)
{
	const struct row *l = lp, *r = rp;
	size_t i;

	if (l->section != r->section)
		return l->section < r->section ? -1 : 1;
	if (l->lock != r->lock)
		return l->lock < r->lock ? -1 : 1;
	for (i = 0; l->pcs[i] == r->pcs[i] && l->pcs[i] != 0; i++)
		;
	return l->pcs[i] == r->pcs[i] ? 0 : l->pcs[i] < r->pcs[i] ? -1 : 1;
}

/* In each section the longest total comes first. */
static int
compare(const void *lp, const void *rp)
{
	const struct row *l = lp, *r = rp;

	if (l->section == r->section && l->total != r->total)
		return l->total > r->total ? -1 : 1;
	return compare_keys(lp, rp);
}

/* The distribution of a key is in a row of its own, beside its average. */
static void
merge(struct plockstat *pl)
{
	size_t n = 0;

	for (size_t i = 0; i < pl->nrows; i++) {
		struct row *r = &pl->rows[i];
		struct row *last = n > 0 ? &pl->rows[n - 1] : NULL;

		if (last == NULL || compare_keys(last, r) != 0) {
			pl->rows[n++] = *r;
			continue;
		}
		last->count += r->count;
		last->total += r->total;
		if (last->times == NULL)
			last->times = r->times;
		free(r->pcs);
	}
	pl->nrows = n;
}

int
gather(struct plockstat *pl)
{
	if (dtrace_aggregate_walk(pl->dtp, walk, pl) != 0)
		return dtrace_errno(pl->dtp) == EDT_DIRABORT ?
		    fail("%s", strerror(ENOMEM)) :
		    dfail(pl, "failed to read the aggregations");
	if (pl->nrows == 0)
		return 0;
	qsort(pl->rows, pl->nrows, sizeof(*pl->rows), compare_keys);
	merge(pl);
	qsort(pl->rows, pl->nrows, sizeof(*pl->rows), compare);
	return 0;
}

void
forget(struct plockstat *pl)
{
	for (size_t i = 0; i < pl->nrows; i++) {
		free(pl->rows[i].pcs);
		free(pl->rows[i].times);
	}
	free(pl->rows);
	pl->rows = NULL;
	pl->nrows = 0;
}
