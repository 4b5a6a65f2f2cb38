/* SPDX-License-Identifier: MIT */
/*
 * buffer.c - principal buffers to records: flip each CPU's buffer, put its
 * records in order, hand them on, and leave zeroes behind.  gather.c finds the
 * records.
 *
 * If that ends early, for want of memory or because a callback says so, the
 * half stays ours: the next call goes on behind the last record handed on,
 * without another flip.  No record is lost and none comes twice.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct dt_epids
find_epids(const struct dt_consumeenv *env, enum dt_pointkind point)
{
	struct dt_epids e = { 0 };
	const struct dt_ecb *ecb;

	for (uint32_t i = 1; (ecb = env->ecb(env->arg, i)) != NULL; i++) {
		if (ecb->point == point && e.n == 0)
			e.from = i;
		e.n += ecb->point == point;
	}
	return e;
}

int
dt_consume_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_consume **cp)
{
	struct dt_consume *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return -ENOMEM;
	c->env = *env;
	c->begin = find_epids(env, DT_POINT_BEGIN);
	c->end = find_epids(env, DT_POINT_END);
	c->ncpus = ncpus;
	c->cpu = calloc(ncpus, sizeof(c->cpu[0]));
	if (c->cpu == NULL || dt_spec_create(env, ncpus, &c->specs) != 0) {
		free(c->cpu);
		free(c);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < ncpus; i++)
		c->cpu[i].half = -1;
	*cp = c;
	return 0;
}

void
dt_consume_destroy(struct dt_consume *c)
{
	if (c == NULL)
		return;
	for (uint32_t i = 0; i < c->ncpus; i++)
		free(c->cpu[i].v);
	free(c->cpu);
	dt_spec_destroy(c->specs);
	dt_sink_free(&c->sink);
	dt_sink_free(&c->object);
	free(c);
}

/*
 * Zero what was read: records are written over zeroes, where there are more to
 * come.  The drops go to the consumer.
 */
static int
give_back(struct dt_consume *c, struct dt_mem *m, uint32_t cpu)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	uint64_t seen = __atomic_load_n(&m->ctl[cpu].busy_drops[DT_BUF_PRIN],
	    __ATOMIC_RELAXED);
	uint64_t busy = seen - r->seen_busy, full = 0;
	size_t used;

	r->seen_busy = seen;
	for (uint32_t l = 0; l < DT_LEVELS; l++) {
		struct dt_prinbuf *b = dt_open_half(m, cpu, l, r->half, &used);

		if (b == NULL)
			continue;
		full += b->drops;
		memset(b, 0, sizeof(*b) +
		    (m->policy == DT_POLICY_SWITCH ? used : 0));
	}
	dt_spec_zeroed(c->specs, cpu, (uint32_t)r->half);
	r->n = r->next = 0;
	r->half = -1;
	return full + busy != 0 ?
	    c->env.drop(c->env.arg, (int)cpu, full, busy) : 0;
}

/* One past the last record of BEGIN or END, 0 if there is none. */
static size_t
find_last(const struct dt_cpurecs *r, const struct dt_epids *of)
{
	for (size_t i = of->n != 0 ? r->n : 0; i > 0; i--)
		if (r->v[i - 1]->epid - of->from < of->n)
			return i;
	return 0;
}

/* The next record that will be seen, or NULL. */
static const struct dt_rechdr *
seen_next(const struct dt_consume *c, const struct dt_cpurecs *r, size_t to)
{
	size_t i = r->next;

	while (i < to &&
	    dt_spec_kind(c->specs, r->v[i]) == DT_SPECKIND_COMMITS)
		i++;
	return i < to ? r->v[i] : NULL;
}

/* Up to record number `to`.  One that fails has been handed on, too. */
static int
hand_on(struct dt_consume *c, struct dt_consuming *how, uint32_t cpu,
    size_t to)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	struct dt_pass f;
	int rc = 0;

	dt_pass_init(&f, c, how, (int)cpu);
	while (r->next < to && rc == 0) {
		const struct dt_rechdr *h = r->v[r->next];

		if (dt_spec_kind(c->specs, h) == DT_SPECKIND_COMMITS) {
			if (dt_spec_commit(c->specs, h) != 0)
				return -ENOMEM;
			r->next++;
			rc = dt_spec_deliver(c, how);
			continue;
		}
		r->next++;
		rc = dt_record(&f, h, seen_next(c, r, to));
	}
	return rc;
}

/* What is left of a CPU, then what it has lost. */
static int
finish(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how,
    uint32_t cpu)
{
	int rc = hand_on(c, how, cpu, c->cpu[cpu].n);

	return rc == 0 && c->cpu[cpu].half >= 0 ? give_back(c, m, cpu) : rc;
}

/*
 * BEGIN comes first and END last, whatever CPUs they ran on; the other CPUs
 * in between, in ascending order.
 */
static int
hand_on_all(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how)
{
	uint32_t begin = UINT32_MAX, end = UINT32_MAX;
	size_t upto = 0;
	int rc = 0;

	for (uint32_t i = 0; i < c->ncpus; i++) {
		size_t n = find_last(&c->cpu[i], &c->begin);

		if (n != 0) {
			begin = i;
			upto = n;
		}
		if (find_last(&c->cpu[i], &c->end) != 0)
			end = i;
	}
	if (begin != UINT32_MAX)
		rc = begin == end ? hand_on(c, how, begin, upto) :
		    finish(c, m, how, begin);
	for (uint32_t i = 0; i < c->ncpus && rc == 0; i++)
		if (i != end)
			rc = finish(c, m, how, i);
	if (end != UINT32_MAX && rc == 0)
		rc = finish(c, m, how, end);
	return rc;
}

/* The CPU whose next record is the oldest; ncpus if there is none left. */
static uint32_t
oldest(const struct dt_consume *c)
{
	uint32_t found = c->ncpus;
	uint64_t time = 0;

	for (uint32_t i = 0; i < c->ncpus; i++) {
		const struct dt_cpurecs *r = &c->cpu[i];

		if (r->next == r->n)
			continue;
		if (found == c->ncpus || dt_rec_time(r->v[r->next]) < time) {
			found = i;
			time = dt_rec_time(r->v[r->next]);
		}
	}
	return found;
}

/* Option temporal: what was read in one call, in the order of its times. */
static int
hand_on_by_time(struct dt_consume *c, struct dt_consuming *how)
{
	uint32_t cpu;
	int rc = 0;

	while (rc == 0 && (cpu = oldest(c)) < c->ncpus)
		rc = hand_on(c, how, cpu, c->cpu[cpu].next + 1);
	return rc;
}

/* Has every CPU been flipped out by this call? */
static bool
complete(const struct dt_consume *c)
{
	for (uint32_t i = 0; i < c->ncpus; i++)
		if (!c->cpu[i].fresh || c->cpu[i].half < 0)
			return false;
	return true;
}

/* When tracing has ended there is nobody left who could record. */
static bool
settled(struct dt_consume *c, const struct dt_mem *m)
{
	return dt_spec_settle(c, m) == 0 ||
	    __atomic_load_n(&m->state->activity, __ATOMIC_SEQ_CST) == DT_OFF;
}

static int
hand_on_read(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how)
{
	bool all = complete(c);
	int rc = dt_spec_deliver(c, how);

	if (rc == 0)
		rc = how->temporal ? hand_on_by_time(c, how) :
		    hand_on_all(c, m, how);
	if (rc == 0 && all)
		dt_spec_forget(c->specs);
	return rc;
}

static int
gather(struct dt_consume *c, struct dt_mem *m, uint32_t cpu)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	int rc;

	r->fresh = r->half < 0 && !r->pending;
	rc = dt_gather(r, m, cpu);
	if (rc == 0 && r->half >= 0)
		dt_spec_take(c->specs, r, m, cpu);
	return rc;
}

static int
consume(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how)
{
	int rc = 0, err;

	dt_spec_look(c->specs, m);
	for (uint32_t i = 0; i < c->ncpus && rc == 0; i++)
		rc = gather(c, m, i);
	if (rc == -ENOMEM)
		return rc;
	if (rc == 0 && !settled(c, m))
		return 0;
	if (rc == 0)
		rc = hand_on_read(c, m, how);
	for (uint32_t i = 0; i < c->ncpus; i++) {
		if (c->cpu[i].half < 0 || c->cpu[i].next < c->cpu[i].n)
			continue;
		err = give_back(c, m, i);
		if (rc == 0)
			rc = err;
	}
	return rc == 0 ? dt_spec_tell(c) : rc;
}

/* Has an earlier call left a half behind, read in part or not yet quiet? */
static bool
is_behind(const struct dt_consume *c)
{
	for (uint32_t i = 0; i < c->ncpus; i++)
		if (c->cpu[i].half >= 0 || c->cpu[i].pending)
			return true;
	return false;
}

/*
 * Of a CPU that is behind, the other half has records, too; and this may be the
 * last call of all.
 */
int
dt_consume_run(struct dt_consume *c, struct dt_mem *m,
    struct dt_consuming *how)
{
	bool behind = is_behind(c);
	int rc;

	if (m->buf[DT_BUF_PRIN].base[0] == NULL)
		return 0;
	if (c->running)
		return -EBUSY;
	c->running = true;
	rc = consume(c, m, how);
	if (rc == 0 && behind)
		rc = consume(c, m, how);
	c->running = false;
	return rc;
}
