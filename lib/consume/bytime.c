/* SPDX-License-Identifier: MIT */
/*
 * bytime.c - option temporal: the records of all CPUs ordered by time, also
 * across passes.
 *
 * A pass flips one CPU after another, so the halves end at different times, and
 * a CPU whose firing takes too long has no half to read.  If a pass handed on
 * all that it has read, the next pass would find older records.  So it stops at
 * the time before which it has read everything, and copies newer records for
 * the next pass.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The time before which every record of a CPU has been read.  A record in the
 * active half is newer than the flip, with one exception: its firing had read
 * the clock, but not yet the number of the half.  The flip has waited for that
 * firing to end, so its record is the first of its level.
 */
static uint64_t
find_upto(struct dt_cpurecs *r, const struct dt_mem *m, uint32_t cpu)
{
	if (r->half < 0)
		return r->upto;
	r->upto = r->flipped;
	for (uint32_t l = 0; l < DT_LEVELS; l++) {
		const struct dt_rechdr *h = NULL;
		size_t used = 0;
		const struct dt_prinbuf *b = dt_gather_half(m, cpu, l,
		    r->half ^ 1, &used);

		if (used != 0)
			h = dt_rec_at(b, 0, used);
		if (h != NULL && dt_rec_time(h) < r->upto)
			r->upto = dt_rec_time(h);
	}
	return r->upto;
}

static uint64_t
find_limit(struct dt_consume *c, const struct dt_mem *m, bool last)
{
	uint64_t limit = UINT64_MAX;

	if (last || m->buf[DT_BUF_PRIN].single)
		return limit;
	for (uint32_t i = 0; i < c->ncpus; i++) {
		uint64_t upto = find_upto(&c->cpu[i], m, i);

		if (upto < limit)
			limit = upto;
	}
	return limit;
}

/*
 * The CPU whose next record is the oldest, and in *until the time up to which
 * no other CPU has an older one; ncpus: no record is within the limit.
 */
static uint32_t
oldest(const struct dt_consume *c, uint64_t limit, uint64_t *until)
{
	uint32_t found = c->ncpus;
	uint64_t first = 0;

	*until = limit;
	for (uint32_t i = 0; i < c->ncpus; i++) {
		const struct dt_cpurecs *r = &c->cpu[i];
		uint64_t time;

		if (r->next == r->n)
			continue;
		time = dt_rec_time(r->v[r->next]);
		if (time > limit)
			continue;
		if (found == c->ncpus || time < first) {
			/* at equal times the first CPU comes first */
			*until = found < c->ncpus ? first - 1 : limit;
			first = time;
			found = i;
		} else if (time < *until) {
			*until = time;
		}
	}
	return found;
}

static int
hand_on_upto(struct dt_consume *c, struct dt_consuming *how, uint64_t limit)
{
	uint64_t until;
	uint32_t cpu;
	int rc = 0;

	while (rc == 0 && (cpu = oldest(c, limit, &until)) < c->ncpus) {
		const struct dt_cpurecs *r = &c->cpu[cpu];
		size_t to = r->next;

		while (to < r->n && dt_rec_time(r->v[to]) <= until)
			to++;
		rc = dt_hand_on(c, how, cpu, to);
	}
	return rc;
}

/* Copy the records that were not handed on, and move them to the start of v. */
static void
move_left(struct dt_cpurecs *r, char *to)
{
	size_t n = 0;

	for (size_t i = r->next; i < r->n; i++) {
		size_t size = dt_recsize(r->v[i]);

		r->v[n++] = memcpy(to, r->v[i], size);
		to += size;
	}
	r->next = 0;
	r->n = n;
}

/*
 * Copy the records that were not handed on, so that the half can be given back.
 * If memory is short, or they take more than a half, the half is kept until
 * they have been handed on; new records that do not fit are counted as drops.
 */
static void
keep(struct dt_cpurecs *r, size_t room)
{
	size_t bytes = 0;
	char *new;

	for (size_t i = r->next; i < r->n; i++)
		bytes += dt_recsize(r->v[i]);
	if (bytes == 0 || bytes > room)
		return;
	new = malloc(bytes);
	if (new == NULL)
		return;
	move_left(r, new);
	free(r->kept);
	r->kept = new;
	r->copied = true;
}

int
dt_bytime(struct dt_consume *c, const struct dt_mem *m,
    struct dt_consuming *how, bool last)
{
	int rc = hand_on_upto(c, how, find_limit(c, m, last));

	for (uint32_t i = 0; i < c->ncpus && rc == 0; i++)
		if (c->cpu[i].half >= 0)
			keep(&c->cpu[i], m->buf[DT_BUF_PRIN].size[0]);
	return rc;
}
