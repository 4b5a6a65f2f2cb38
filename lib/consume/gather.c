/* SPDX-License-Identifier: MIT */
/*
 * gather.c - the records of one CPU, in the order of their times.
 *
 * Each level of nested firings has a buffer.  A level's records are in order;
 * those of deeper levels, which are few, are merged in.  Under the policies of
 * one buffer, levels begin (ring) or end (fill) at different times.  What is
 * handed on is what all levels have: in a ring what is not older than the
 * oldest record of any level that has overwritten some, in a full buffer what
 * is not newer than the first record that was left out.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>

static int
add_rec(struct dt_cpurecs *r, const struct dt_rechdr *h)
{
	if (r->n == r->cap) {
		size_t cap = r->cap != 0 ? 2 * r->cap : 64;
		const struct dt_rechdr **v = realloc(r->v, cap * sizeof(*v));

		if (v == NULL)
			return -ENOMEM;
		r->v = v;
		r->cap = cap;
	}
	r->v[r->n++] = h;
	return 0;
}

struct dt_prinbuf *
dt_open_half(const struct dt_mem *m, uint32_t cpu, uint32_t level, int half,
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

/* The record at an offset if it is one, and ends not after end. */
static const struct dt_rechdr *
rec_at(const struct dt_prinbuf *b, size_t off, size_t end)
{
	const struct dt_rechdr *h = (const void *)((const char *)(b + 1) + off);

	if (end - off < sizeof(*h) || dt_recsize(h) < sizeof(*h) ||
	    dt_recsize(h) > end - off)
		return NULL;
	return h;
}

static int
forward(struct dt_cpurecs *r, const struct dt_prinbuf *b, size_t used)
{
	const struct dt_rechdr *h;
	size_t at = 0;
	int rc = 0;

	while (at < used && rc == 0) {
		/* The way goes from record to record: fetch ahead. */
		__builtin_prefetch((const char *)(b + 1) + at + 1024);
		h = rec_at(b, at, used);
		if (h == NULL)
			return -EIO;
		rc = add_rec(r, h);
		at += dt_recsize(h);
	}
	return rc;
}

/* From the end of a lap, the last record first, down to stop. */
static int
backward(struct dt_cpurecs *r, const struct dt_prinbuf *b, size_t end,
    uint32_t words, size_t stop)
{
	const struct dt_rechdr *h;
	int rc = 0;

	while (end > 0 && rc == 0) {
		size_t size = words * 8ul;

		if (size == 0 || size > end)
			return -EIO;
		end -= size;
		if (end < stop)
			return 0;
		__builtin_prefetch((const char *)(b + 1) + end - 1024);
		h = rec_at(b, end, end + size);
		if (h == NULL || h->words != words)
			return -EIO;
		rc = add_rec(r, h);
		words = h->back;
	}
	return rc;
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

/* Leave out of every level what does not stand next to all of them. */
struct cut {
	uint64_t from, to;		/* times */
};

static void
note_cut(struct cut *cut, const struct dt_cpurecs *r, uint32_t level,
    const struct dt_prinbuf *b, enum dt_policy policy)
{
	uint64_t oldest;

	if (policy == DT_POLICY_FILL && b->full && b->full_ts < cut->to)
		cut->to = b->full_ts;
	if (policy != DT_POLICY_RING || b->lap == 0)
		return;
	/* Nothing left of a ring: a record was begun and failed last */
	oldest = r->from[level] < r->n ? dt_rec_time(r->v[r->from[level]]) :
	    UINT64_MAX;
	if (oldest > cut->from)
		cut->from = oldest;
}

static bool
outside(const struct cut *cut, const struct dt_rechdr *h,
    const struct dt_prinbuf *b)
{
	uint64_t time = dt_rec_time(h);

	return time < cut->from || (time > cut->to &&
	    (size_t)((const char *)h - (const char *)(b + 1)) < b->end);
}

static void
apply_cut(struct dt_cpurecs *r, const struct cut *cut, const struct dt_mem *m,
    uint32_t cpu)
{
	size_t to = 0, used;

	for (uint32_t l = 0; l < DT_LEVELS; l++) {
		const struct dt_prinbuf *b = dt_open_half(m, cpu, l, r->half,
		    &used);
		size_t from = to;

		for (size_t i = r->from[l]; i < r->from[l + 1]; i++)
			if (!outside(cut, r->v[i], b))
				r->v[to++] = r->v[i];
		r->from[l] = from;
	}
	r->from[DT_LEVELS] = r->n = to;
}

/* The level whose next record is the oldest; DT_LEVELS: none is left. */
static uint32_t
oldest_level(const struct dt_cpurecs *r, const size_t *next)
{
	uint32_t found = DT_LEVELS;

	for (uint32_t l = 0; l < DT_LEVELS; l++)
		if (next[l] < r->from[l + 1] && (found == DT_LEVELS ||
		    dt_rec_time(r->v[next[l]]) <
		    dt_rec_time(r->v[next[found]])))
			found = l;
	return found;
}

static int
merge_levels(struct dt_cpurecs *r)
{
	const struct dt_rechdr **v;
	size_t next[DT_LEVELS];
	uint32_t l;

	if (r->from[1] == r->n)
		return 0;
	v = malloc(r->n * sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	for (l = 0; l < DT_LEVELS; l++)
		next[l] = r->from[l];
	for (size_t n = 0; (l = oldest_level(r, next)) < DT_LEVELS; n++)
		v[n] = r->v[next[l]++];
	free(r->v);
	r->v = v;
	r->cap = r->n;
	return 0;
}

static int
all_levels(struct dt_cpurecs *r, const struct dt_mem *m, uint32_t cpu)
{
	struct cut cut = { 0, UINT64_MAX };
	size_t used;
	int rc = 0;

	for (uint32_t l = 0; l < DT_LEVELS && rc == 0; l++) {
		const struct dt_prinbuf *b = dt_open_half(m, cpu, l, r->half,
		    &used);

		r->from[l] = r->n;
		if (b != NULL && m->policy == DT_POLICY_RING)
			rc = both_laps(r, b, used,
			    m->buf[DT_BUF_PRIN].size[l > 0] - sizeof(*b));
		else if (b != NULL)
			rc = forward(r, b, used);
		if (b != NULL)
			note_cut(&cut, r, l, b, m->policy);
		r->from[l + 1] = r->n;
	}
	if (rc != 0)
		return rc;
	if (cut.from != 0 || cut.to != UINT64_MAX)
		apply_cut(r, &cut, m, cpu);
	return merge_levels(r);
}

/* What is behind this place in a full buffer has it reserved. */
void
dt_consume_end(struct dt_mem *m)
{
	size_t used;

	for (uint32_t cpu = 0; cpu < m->ncpus; cpu++)
		for (uint32_t l = 0; l < DT_LEVELS; l++) {
			struct dt_prinbuf *b = dt_open_half(m, cpu, l, 0,
			    &used);

			if (b != NULL && m->policy == DT_POLICY_FILL)
				b->end = (uint32_t)used;
		}
}

int
dt_gather(struct dt_cpurecs *r, struct dt_mem *m, uint32_t cpu)
{
	bool single = m->buf[DT_BUF_PRIN].single;
	int half, rc;

	if (r->next < r->n)
		return 0;	/* of a call that ended early */
	if (r->half < 0) {
		half = single ? dt_settle(m, cpu) :
		    dt_flip(m, cpu, DT_BUF_PRIN, &r->pending);
		if (single)
			r->pending = half < 0;
		if (half < 0)
			return half == -EAGAIN ? 0 : half;
		r->half = half;
	}
	r->n = r->next = 0;
	rc = all_levels(r, m, cpu);
	if (rc == -ENOMEM)
		r->n = 0;
	return rc;
}
