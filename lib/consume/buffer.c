/* SPDX-License-Identifier: MIT */
/*
 * buffer.c - reads the principal buffers: flips each CPU's halves, hands on the
 * records in order, and zeroes what was read.  gather.c finds the records.
 *
 * Most records are handed on directly from the buffer, in one pass.  A list is
 * made only if something has to be found first: BEGIN and END, speculations, or
 * the order of several CPUs (bytime.c).
 *
 * If a pass ends early, because memory is short or a callback aborts or never
 * returns, the half stays flipped out, and the next call continues after the
 * last record handed on.  No record is lost and none is handed on twice.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/clock.h"

/* Widen the range of EPIDs so that it has this one. */
static void
widen(struct dt_epids *e, uint32_t epid)
{
	uint32_t end = e->n != 0 ? e->from + e->n : epid + 1;

	if (e->n == 0 || epid < e->from)
		e->from = epid;
	e->n = (epid < end ? end : epid + 1) - e->from;
}

void
dt_consume_learn(struct dt_consume *c, const struct dt_ecb *ecb)
{
	if (ecb->point == DT_POINT_BEGIN)
		widen(&c->begin, ecb->edesc->dtepd_epid);
	if (ecb->point == DT_POINT_END)
		widen(&c->end, ecb->edesc->dtepd_epid);
}

static void
learn_all(struct dt_consume *c)
{
	const struct dt_ecb *ecb;

	for (uint32_t i = 1; (ecb = c->env.ecb(c->env.arg, i)) != NULL; i++)
		dt_consume_learn(c, ecb);
}

/* Does a clause write every byte of its record?  Numbers without gaps do. */
static bool
fills_record(const struct dt_clause *c)
{
	uint32_t end = sizeof(struct dt_rechdr);

	for (uint32_t i = 0; i < c->nrecs; i++) {
		const dtrace_recdesc_t *r = &c->recs[i];

		if (r->dtrd_size == 0)
			continue;
		if (r->dtrd_offset != end || r->dtrd_size > 8 ||
		    (r->dtrd_action != DTRACEACT_DIFEXPR &&
		    r->dtrd_action != DTRACEACT_PRINTF) ||
		    (r->dtrd_arg != DT_PF_SIGNED &&
		    r->dtrd_arg != DT_PF_UNSIGNED))
			return false;
		end += r->dtrd_size;
	}
	return c->rec_size == 0 || c->rec_size == end;
}

static bool
all_fill_records(const struct dt_consumeenv *env)
{
	const struct dt_ecb *ecb;
	bool all = true;

	for (uint32_t i = 1; all && (ecb = env->ecb(env->arg, i)) != NULL; i++)
		all = fills_record(ecb->clause);
	return all;
}

int
dt_consume_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_consume **cp)
{
	struct dt_consume *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return -ENOMEM;
	c->env = *env;
	learn_all(c);
	c->filled = all_fill_records(env);
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
	for (uint32_t i = 0; i < c->ncpus; i++) {
		free(c->cpu[i].v);
		free(c->cpu[i].kept);
	}
	free(c->cpu);
	dt_spec_destroy(c->specs);
	dt_sink_free(&c->sink);
	dt_sink_free(&c->object);
	free(c);
}

#define	PIECE	(16 * 1024)	/* bytes */

/* Zero from the end, which is still in the caches. */
static void
wipe(struct dt_prinbuf *b, size_t used)
{
	while (used > PIECE) {
		used -= PIECE;
		memset((char *)(b + 1) + used, 0, PIECE);
	}
	memset(b, 0, sizeof(*b) + used);
}

/*
 * Empty a half for more records, which rely on zeroed memory unless each of
 * them writes all of its bytes.  Report the half's drops.
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
		struct dt_prinbuf *b = dt_gather_half(m, cpu, l, r->half,
		    &used);

		if (b == NULL)
			continue;
		full += b->drops;
		wipe(b, c->filled || m->policy != DT_POLICY_SWITCH ? 0 : used);
	}
	dt_spec_zeroed(c->specs, cpu, (uint32_t)r->half);
	if (r->next == r->n)
		r->n = r->next = 0;
	r->half = -1;
	r->begun = true;
	return full + busy != 0 ?
	    c->env.drop(c->env.arg, (int)cpu, full, busy) : 0;
}

static bool
is_at(const struct dt_consume *c, uint32_t epid, enum dt_pointkind point)
{
	const struct dt_ecb *ecb = c->env.ecb(c->env.arg, epid);

	return ecb != NULL && ecb->point == point;
}

/* The number after the last record of BEGIN or END; 0 if there is none. */
static size_t
find_last(const struct dt_consume *c, const struct dt_cpurecs *r,
    const struct dt_epids *of, enum dt_pointkind point)
{
	for (size_t i = of->n != 0 ? r->n : 0; i > 0; i--)
		if (r->v[i - 1]->epid - of->from < of->n &&
		    is_at(c, r->v[i - 1]->epid, point))
			return i;
	return 0;
}

/* The number of the next commit below `to`, or `to`. */
static size_t
find_commit(const struct dt_consume *c, const struct dt_cpurecs *r, size_t to)
{
	size_t i = c->specs != NULL ? r->next : to;

	while (i < to &&
	    dt_spec_kind(c->specs, r->v[i]) != DT_SPECKIND_COMMITS)
		i++;
	return i;
}

static int
commit(struct dt_consume *c, struct dt_consuming *how, struct dt_cpurecs *r)
{
	if (dt_spec_release(c->specs, r->v[r->next]) != 0)
		return -ENOMEM;
	r->next++;
	return dt_spec_deliver(c, how);
}

int
dt_hand_on(struct dt_consume *c, struct dt_consuming *how, uint32_t cpu,
    size_t to)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	struct dt_pass f;
	int rc = 0;

	dt_pass_init(&f, c, how, (int)cpu, &r->flow);
	while (r->next < to && rc == 0) {
		rc = dt_records(&f, r, find_commit(c, r, to));
		if (rc == 0 && r->next < to)
			rc = commit(c, how, r);
	}
	return rc;
}

/* Does a half have records that were not handed on? */
static bool
has_left(const struct dt_cpurecs *r)
{
	return (r->next < r->n && !r->copied) || r->more;
}

/* Hand on the records that are not in the list. */
static int
hand_on_more(struct dt_consume *c, struct dt_consuming *how, uint32_t cpu)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	struct dt_prinlevel *l;
	struct dt_pass f;
	uint64_t until;
	int rc = 0;

	dt_pass_init(&f, c, how, (int)cpu, &r->flow);
	while (rc == 0 && r->more && (l = dt_gather_turn(r, &until)) != NULL)
		rc = dt_records_of(&f, l, until);
	return rc;
}

/* Hand on a CPU's remaining records, then report its drops. */
static int
finish(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how,
    uint32_t cpu)
{
	int rc = dt_hand_on(c, how, cpu, c->cpu[cpu].n);

	if (rc == 0)
		rc = hand_on_more(c, how, cpu);
	return rc == 0 && c->cpu[cpu].half >= 0 ? give_back(c, m, cpu) : rc;
}

/*
 * Hand on the CPU that ran BEGIN first and the one that ran END last, the
 * others in between in ascending order.
 */
static int
hand_on_all(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how)
{
	uint32_t begin = UINT32_MAX, end = UINT32_MAX;
	size_t upto = 0;
	int rc = 0;

	for (uint32_t i = 0; i < c->ncpus; i++) {
		size_t n = find_last(c, &c->cpu[i], &c->begin,
		    DT_POINT_BEGIN);

		if (n != 0) {
			begin = i;
			upto = n;
		}
		if (find_last(c, &c->cpu[i], &c->end, DT_POINT_END) != 0)
			end = i;
	}
	if (begin != UINT32_MAX)
		rc = begin == end ? dt_hand_on(c, how, begin, upto) :
		    finish(c, m, how, begin);
	for (uint32_t i = 0; i < c->ncpus && rc == 0; i++)
		if (i != end)
			rc = finish(c, m, how, i);
	if (end != UINT32_MAX && rc == 0)
		rc = finish(c, m, how, end);
	return rc;
}

/* Has this call flipped every CPU? */
static bool
complete(const struct dt_consume *c)
{
	for (uint32_t i = 0; i < c->ncpus; i++)
		if (!c->cpu[i].fresh || c->cpu[i].half < 0)
			return false;
	return true;
}

/* Has tracing ended, so that there will be no more records? */
static bool
is_off(const struct dt_mem *m)
{
	return __atomic_load_n(&m->state->activity, __ATOMIC_SEQ_CST) == DT_OFF;
}

static bool
settled(struct dt_consume *c, const struct dt_mem *m)
{
	return dt_spec_settle(c, m) == 0 || is_off(m);
}

/* Is there a commit that was not handed on? */
static bool
commits_wait(const struct dt_consume *c)
{
	for (uint32_t i = 0; i < c->ncpus; i++)
		if (find_commit(c, &c->cpu[i], c->cpu[i].n) < c->cpu[i].n)
			return true;
	return false;
}

static int
hand_on_read(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how,
    bool last)
{
	bool all = complete(c);
	int rc = dt_spec_deliver(c, how);

	if (rc == 0)
		rc = how->temporal ? dt_bytime(c, m, how, last) :
		    hand_on_all(c, m, how);
	if (rc == 0 && all && !commits_wait(c))
		dt_spec_forget(c->specs);
	return rc;
}

/*
 * Must the records of a half be listed before any is handed on?  For BEGIN and
 * END only if the half can have them: BEGIN fires first, END last.
 */
static bool
look_ahead(const struct dt_consume *c, const struct dt_mem *m,
    const struct dt_consuming *how, const struct dt_cpurecs *r)
{
	uint32_t activity = __atomic_load_n(&m->state->activity,
	    __ATOMIC_SEQ_CST);

	return c->specs != NULL || how->flowindent || how->temporal ||
	    m->policy != DT_POLICY_SWITCH ||
	    (c->begin.n != 0 && !r->begun) ||
	    (c->end.n != 0 && activity != DT_ACTIVE &&
	    activity != DT_DRAINING);
}

static int
gather(struct dt_consume *c, struct dt_mem *m, const struct dt_consuming *how,
    uint32_t cpu)
{
	struct dt_cpurecs *r = &c->cpu[cpu];
	int rc;

	r->fresh = r->half < 0 && !r->pending;
	if (r->fresh)
		r->flipped = (uint64_t)dt_clock_mono();
	if (r->half < 0)
		r->copied = false;
	rc = dt_gather_begin(r, m, cpu);
	if (rc != 0 || r->half < 0 || !look_ahead(c, m, how, r))
		return rc;
	rc = dt_gather_all(r);
	if (rc == 0)
		dt_spec_take(c->specs, r, m, cpu);
	return rc;
}

/* Give back each half whose records were all handed on. */
static int
give_back_all(struct dt_consume *c, struct dt_mem *m)
{
	int rc = 0, err;

	for (uint32_t i = 0; i < c->ncpus; i++) {
		if (c->cpu[i].half < 0 || has_left(&c->cpu[i]))
			continue;
		err = give_back(c, m, i);
		if (rc == 0)
			rc = err;
	}
	return rc;
}

/* One pass over the CPUs; last: their other halves have no records. */
static int
consume(struct dt_consume *c, struct dt_mem *m, struct dt_consuming *how,
    bool last)
{
	int rc = 0, err;

	c->snapped = false;
	dt_spec_sample(c->specs, m);
	for (uint32_t i = 0; i < c->ncpus && rc == 0; i++)
		rc = gather(c, m, how, i);
	if (rc == -ENOMEM)
		return rc;
	if (rc == 0 && !settled(c, m))
		return 0;
	if (rc == 0)
		rc = hand_on_read(c, m, how, last);
	err = give_back_all(c, m);
	if (rc == 0)
		rc = err;
	return rc == 0 ? dt_spec_report(c) : rc;
}

/* Did an earlier call leave a half, partly read or with a flip to complete? */
static bool
is_behind(const struct dt_consume *c)
{
	for (uint32_t i = 0; i < c->ncpus; i++)
		if (c->cpu[i].half >= 0 || c->cpu[i].pending)
			return true;
	return false;
}

/*
 * If an earlier call left a half, the other half has records, too.  Both are
 * read, since this may be the last call.
 */
DT_FRAME_OWN int
dt_consume_run(struct dt_consume *c, struct dt_mem *m,
    struct dt_consuming *how)
{
	bool behind = is_behind(c), off = is_off(m);
	struct dt_witness witness DT_WITNESS = { 0 };
	int rc;

	if (m->buf[DT_BUF_PRIN].base[0] == NULL)
		return 0;
	dt_frame_begin(&c->call, &witness);
	rc = consume(c, m, how, off && !behind);
	if (rc == 0 && behind)
		rc = consume(c, m, how, off);
	return rc;
}

bool
dt_consume_running(const struct dt_consume *c)
{
	return dt_frame_alive(&c->call);
}
