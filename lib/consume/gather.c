/* SPDX-License-Identifier: MIT */
/*
 * gather.c - the records of one CPU, ordered by time.
 *
 * Each level has a buffer, whose records are in order.  The levels are merged:
 * deeper ones have few records, so one level is read until another one has an
 * older record.  Where buffers have a single half, the levels begin (ring) or
 * end (fill) at different times, and only the time that all levels cover is
 * handed on.  In a ring, that excludes records older than the oldest one of any
 * level that has overwritten some; in a full buffer, those newer than the first
 * one that did not fit.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>

#define	STEP	(64 * 1024)	/* bytes of records to read at once */

/* Make room in v for the records of so many bytes. */
static int
reserve(struct dt_cpurecs *r, size_t bytes)
{
	size_t need = r->n + bytes / sizeof(struct dt_rechdr) + 1;
	size_t cap = r->cap != 0 ? 2 * r->cap : 64;
	const struct dt_rechdr **v;

	if (need <= r->cap)
		return 0;
	if (cap < need)
		cap = need;
	v = realloc(r->v, cap * sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	r->v = v;
	r->cap = cap;
	return 0;
}

struct dt_prinbuf *
dt_gather_half(const struct dt_mem *m, uint32_t cpu, uint32_t level, int half,
    size_t *used)
{
	size_t room = m->buf[DT_BUF_PRIN].size[level > 0] -
	    sizeof(struct dt_prinbuf);
	struct dt_prinbuf *b = dt_half(m, DT_BUF_PRIN, cpu, level,
	    (uint32_t)half);

	if (b != NULL)
		*used = b->used < room ? b->used : room;
	return b;
}

/* Read the records of a lap backwards, from its end down to stop. */
static int
backward(struct dt_cpurecs *r, const struct dt_prinbuf *b, size_t end,
    uint32_t words, size_t stop)
{
	const struct dt_rechdr *h;

	if (reserve(r, end) != 0)
		return -ENOMEM;
	if (end % 8 != 0)
		return -EIO;
	while (end > 0) {
		size_t size = words * 8ul;

		if (size == 0 || size > end)
			return -EIO;
		end -= size;
		if (end < stop)
			return 0;
		__builtin_prefetch((const char *)(b + 1) + end - 1024);
		h = dt_rec_at(b, end, end + size);
		if (h == NULL || h->words != words)
			return -EIO;
		r->v[r->n++] = h;
		words = h->back;
	}
	return 0;
}

static void
reverse(const struct dt_rechdr **v, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		const struct dt_rechdr *h = v[i];

		v[i] = v[n - 1 - i];
		v[n - 1 - i] = h;
	}
}

static int
both_laps(struct dt_cpurecs *r, const struct dt_prinbuf *b, size_t used,
    size_t room)
{
	size_t first = r->n;
	int rc = backward(r, b, used, b->last, 0);

	if (rc == 0 && b->lap > room)
		rc = -EIO;
	if (rc == 0)
		rc = backward(r, b, b->lap, b->lap_last,
		    b->torn > used ? b->torn : used);
	reverse(r->v + first, r->n - first);
	return rc;
}

/*
 * The time of a ring's oldest record.  A ring has no records if the last one
 * that was begun overwrote all others and then failed.
 */
static uint64_t
ring_begins(const struct dt_cpurecs *r, size_t first)
{
	return first < r->n ? dt_rec_time(r->v[first]) : UINT64_MAX;
}

/* The level whose next record is the oldest; DT_LEVELS: none is left. */
static uint32_t
oldest_of_ring(const struct dt_cpurecs *r, const size_t *next,
    const size_t *from)
{
	uint32_t found = DT_LEVELS;

	for (uint32_t l = 0; l < DT_LEVELS; l++)
		if (next[l] < from[l + 1] && (found == DT_LEVELS ||
		    dt_rec_time(r->v[next[l]]) <
		    dt_rec_time(r->v[next[found]])))
			found = l;
	return found;
}

/* Merge the levels, without records older than the time that all cover. */
static int
merge_rings(struct dt_cpurecs *r, const size_t *from, uint64_t oldest)
{
	const struct dt_rechdr **v = malloc(r->n * sizeof(*v));
	size_t next[DT_LEVELS], n = 0;
	uint32_t l;

	if (v == NULL)
		return -ENOMEM;
	for (l = 0; l < DT_LEVELS; l++)
		next[l] = from[l];
	while ((l = oldest_of_ring(r, next, from)) < DT_LEVELS) {
		const struct dt_rechdr *h = r->v[next[l]++];

		if (dt_rec_time(h) >= oldest)
			v[n++] = h;
	}
	free(r->v);
	r->v = v;
	r->cap = r->n;
	r->n = n;
	return 0;
}

static int
read_rings(struct dt_cpurecs *r)
{
	size_t from[DT_LEVELS + 1] = { 0 };
	uint64_t oldest = 0;
	int rc = 0;

	for (uint32_t l = 0; l < DT_LEVELS && rc == 0; l++) {
		const struct dt_prinlevel *level = &r->level[l];

		if (level->b != NULL)
			rc = both_laps(r, level->b, level->end, level->room);
		if (level->b != NULL && level->b->lap != 0 &&
		    ring_begins(r, from[l]) > oldest)
			oldest = ring_begins(r, from[l]);
		from[l + 1] = r->n;
	}
	if (rc == 0 && (oldest != 0 || from[1] != r->n))
		rc = merge_rings(r, from, oldest);
	r->more = rc == -ENOMEM;
	if (rc == -ENOMEM)
		r->n = 0;
	return rc;
}

/* Is this a record, not of END, after the first one that did not fit? */
static bool
is_behind_full(const struct dt_cpurecs *r, const struct dt_prinbuf *b,
    size_t at, const struct dt_rechdr *h)
{
	return dt_rec_time(h) > r->full_ts && at < b->end;
}

/* Read records of one level up to a time, at most STEP bytes. */
static int
read_level(struct dt_cpurecs *r, struct dt_prinlevel *l, uint64_t until)
{
	size_t at = l->at, n = r->n;
	size_t stop = l->end - at < STEP ? l->end : at + STEP;
	const struct dt_rechdr *h;
	int rc = 0;

	if (reserve(r, stop - at) != 0)
		return -ENOMEM;
	while (at < stop) {
		h = dt_rec_at(l->b, at, l->end);
		if (h == NULL) {
			at = l->end;
			rc = -EIO;
			break;
		}
		if (dt_rec_time(h) > until)
			break;
		/* each record leads to the next: fetch ahead */
		__builtin_prefetch((const char *)h + 1024);
		r->v[n] = h;
		n += !is_behind_full(r, l->b, at, h);
		at += dt_recsize(h);
	}
	r->n = n;
	l->at = at;
	return rc;
}

/* An invalid record counts as the oldest, so that it is reported. */
struct dt_prinlevel *
dt_gather_turn(struct dt_cpurecs *r, uint64_t *until)
{
	struct dt_prinlevel *found = NULL;
	uint64_t oldest = 0;

	*until = UINT64_MAX;
	for (struct dt_prinlevel *l = r->level; l < r->level + DT_LEVELS; l++) {
		const struct dt_rechdr *h;
		uint64_t time;

		if (l->at == l->end)
			continue;
		h = dt_rec_at(l->b, l->at, l->end);
		time = h != NULL ? dt_rec_time(h) : 0;
		if (found == NULL || time < oldest) {
			/* at equal times the first level comes first */
			*until = found != NULL ? oldest - 1 : UINT64_MAX;
			oldest = time;
			found = l;
		} else if (time < *until) {
			*until = time;
		}
	}
	r->more = found != NULL;
	return found;
}

int
dt_gather_all(struct dt_cpurecs *r)
{
	struct dt_prinlevel *l;
	uint64_t until;
	int rc = 0;

	if (r->next == r->n)
		r->n = r->next = 0;
	if (r->more && r->ring)
		return read_rings(r);
	while (rc == 0 && r->more && (l = dt_gather_turn(r, &until)) != NULL)
		rc = read_level(r, l, until);
	return rc;
}

/* Mark where the records of END begin: a full buffer has room for them. */
void
dt_consume_end(struct dt_mem *m)
{
	size_t used;

	for (uint32_t cpu = 0; cpu < m->ncpus; cpu++)
		for (uint32_t l = 0; l < DT_LEVELS; l++) {
			struct dt_prinbuf *b = dt_gather_half(m, cpu, l, 0,
			    &used);

			if (b != NULL && m->policy == DT_POLICY_FILL)
				b->end = (uint32_t)used;
		}
}

static void
open_levels(struct dt_cpurecs *r, const struct dt_mem *m, uint32_t cpu)
{
	r->ring = m->policy == DT_POLICY_RING;
	r->full_ts = UINT64_MAX;
	r->more = true;
	for (uint32_t i = 0; i < DT_LEVELS; i++) {
		struct dt_prinlevel *l = &r->level[i];

		*l = (struct dt_prinlevel){ .room =
		    m->buf[DT_BUF_PRIN].size[i > 0] - sizeof(*l->b) };
		l->b = dt_gather_half(m, cpu, i, r->half, &l->end);
		if (l->b != NULL && m->policy == DT_POLICY_FILL &&
		    l->b->full && l->b->full_ts < r->full_ts)
			r->full_ts = l->b->full_ts;
	}
}

int
dt_gather_begin(struct dt_cpurecs *r, struct dt_mem *m, uint32_t cpu)
{
	bool single = m->buf[DT_BUF_PRIN].single;
	int half;

	if (r->half >= 0)
		return 0;	/* left by a call that ended early */
	half = single ? dt_settle(m, cpu) :
	    dt_flip(m, cpu, DT_BUF_PRIN, &r->pending);
	if (single)
		r->pending = half < 0;
	if (half < 0)
		return half == -EAGAIN ? 0 : half;
	r->half = half;
	r->flow = (struct dt_flow){ 0 };
	open_levels(r, m, cpu);
	return 0;
}
