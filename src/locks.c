/* SPDX-License-Identifier: MIT */
/* locks.c - fills the table of locks from the aggregations. */
#include "locks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Find the section of an aggregation by its name; false: it has none. */
static bool
section_of(const struct locks *l, const char *name, int *section,
    bool *is_times)
{
	for (int i = 0; i < l->nsections; i++) {
		size_t len = strlen(l->names[i]);

		if (strncmp(name, l->names[i], len) != 0 ||
		    (name[len] != '\0' && strcmp(name + len, "_times") != 0))
			continue;
		*section = i;
		*is_times = name[len] != '\0';
		return true;
	}
	return false;
}

static struct row *
add(struct locks *l)
{
	struct row *r;

	if (l->nrows == l->room) {
		size_t room = 2 * l->room + 64;

		r = reallocarray(l->rows, room, sizeof(*r));
		if (r == NULL)
			return NULL;
		l->rows = r;
		l->room = room;
	}
	r = &l->rows[l->nrows];
	*r = (struct row){ 0 };
	r->pcs = calloc((size_t)l->depth + 1, sizeof(*r->pcs));
	if (r->pcs == NULL)
		return NULL;
	l->nrows++;
	return r;
}

/*
 * Keys are the lock and the stack; a user stack begins with the process id.
 * Frames of the kernel's lock functions are left out.
 */
static void
set_keys(const struct locks *l, struct row *r, const dtrace_aggdata_t *data)
{
	const dtrace_recdesc_t *rec = data->dtada_desc->dtagd_rec;
	const char *stack = data->dtada_data + rec[2].dtrd_offset;
	size_t n = rec[2].dtrd_size / sizeof(uint64_t), skip = 0;
	uint64_t frames[256] = { 0 };

	memcpy(&r->lock, data->dtada_data + rec[1].dtrd_offset,
	    sizeof(r->lock));
	if (!l->is_kernel) {
		memcpy(&r->pid, stack, sizeof(r->pid));
		stack += sizeof(r->pid);
		n--;
	}
	if (n > sizeof(frames) / sizeof(frames[0]))
		n = sizeof(frames) / sizeof(frames[0]);
	memcpy(frames, stack, n * sizeof(*frames));
	if (l->is_kernel)
		skip = lock_frames(l, frames, n);
	n -= skip;
	if (n > (size_t)l->depth)
		n = (size_t)l->depth;
	memcpy(r->pcs, frames + skip, n * sizeof(*frames));
}

static int
walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *desc = data->dtada_desc;
	const dtrace_recdesc_t *value =
	    &desc->dtagd_rec[desc->dtagd_nrecs - 1];
	struct locks *l = arg;
	int section;
	uint64_t avg[2];
	struct row *r;
	bool is_times;

	if (!section_of(l, desc->dtagd_name, &section, &is_times))
		return DTRACE_AGGWALK_NEXT;
	r = add(l);
	if (r == NULL)
		return DTRACE_AGGWALK_ABORT;
	r->section = section;
	set_keys(l, r, data);
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

static int
compare_totals(const void *lp, const void *rp)
{
	const struct row *l = lp, *r = rp;

	if (l->section == r->section && l->total != r->total)
		return l->total > r->total ? -1 : 1;
	return compare_keys(lp, rp);
}

static int
compare_counts(const void *lp, const void *rp)
{
	const struct row *l = lp, *r = rp;

	if (l->section == r->section && l->count != r->count)
		return l->count > r->count ? -1 : 1;
	return compare_totals(lp, rp);
}

static void
add_times(struct row *to, struct row *from)
{
	if (to->times == NULL || from->times == NULL) {
		if (to->times == NULL)
			to->times = from->times;
		return;
	}
	for (int i = 0; i < DTRACE_QUANTIZE_NBUCKETS; i++)
		to->times[i] += from->times[i];
	free(from->times);
}

/*
 * Merge rows with the same lock and stack: the average and the distribution of
 * a key, and keys whose stacks differ only in frames that are not shown.
 */
static void
merge(struct locks *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->nrows; i++) {
		struct row *r = &l->rows[i];
		struct row *last = n > 0 ? &l->rows[n - 1] : NULL;

		if (last == NULL || compare_keys(last, r) != 0) {
			l->rows[n++] = *r;
			continue;
		}
		last->count += r->count;
		last->total += r->total;
		add_times(last, r);
		free(r->pcs);
	}
	l->nrows = n;
}

int
gather(struct locks *l)
{
	if (dtrace_aggregate_walk(l->dtp, walk, l) != 0)
		return dtrace_errno(l->dtp) == EDT_DIRABORT ?
		    fail("%s", strerror(ENOMEM)) :
		    dfail(l->dtp, "failed to read the aggregations");
	if (l->nrows == 0)
		return 0;
	qsort(l->rows, l->nrows, sizeof(*l->rows), compare_keys);
	merge(l);
	qsort(l->rows, l->nrows, sizeof(*l->rows), l->by_count ?
	    compare_counts : compare_totals);
	return 0;
}

void
forget(struct locks *l)
{
	for (size_t i = 0; i < l->nrows; i++) {
		free(l->rows[i].pcs);
		free(l->rows[i].times);
	}
	free(l->rows);
	l->rows = NULL;
	l->nrows = 0;
}
