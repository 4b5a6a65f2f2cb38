/* SPDX-License-Identifier: MIT */
/*
 * fuzz_halves - libFuzzer on the readers of the buffers that the kernel writes:
 * whatever the halves of a CPU contain, the records that are found lie inside
 * them, and an aggregation buffer is zero after it has been read.
 *
 * The first byte chooses the reader and, for records, the policy; the second
 * one divides the bytes among the halves of level 0 and level 1.
 */
#include <stdlib.h>
#include <string.h>
#include "../10-unit/aggmem.h"
#include "consume/priv.h"

#define	NIDX	16
#define	SIZE	8192		/* of a half */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	const uint8_t *p;
	size_t n;
};

/* --- aggregations --------------------------------------------------------- */

static const struct keyspec keys[] = {
	{ DT_KEY_INT, 4, 1 }, { DT_KEY_STR, 16, 0 }, { DT_KEY_STACK, 32, 0 },
	{ DT_KEY_INT, 1, 0 },
};

static void
add_forms(struct dt_forms *t)
{
	static const uint64_t levels = (uint64_t)1 << DTRACE_LQUANTIZE_STEPSHIFT
	    | 4ull << DTRACE_LQUANTIZE_LEVELSHIFT;

	form_add(t, "a", 1, DTRACEAGG_COUNT, 0, 1, &keys[0]);
	form_add(t, "b", 2, DTRACEAGG_SUM, 0, 1, &keys[1]);
	form_add(t, "c", 3, DTRACEAGG_AVG, 0, 0, NULL);
	form_add(t, "d", 4, DTRACEAGG_STDDEV, 0, 4, keys);
	form_add(t, "e", 5, DTRACEAGG_LQUANTIZE, levels, 2, keys + 1);
	form_add(t, "f", 6, DTRACEAGG_QUANTIZE, 0, 1, &keys[3]);
}

static int
count_drops(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	(void) arg;
	(void) cpu;
	(void) full;
	(void) busy;
	return 0;
}

static dtrace_probedesc_t *
no_probe(void *arg, uint32_t id)
{
	(void) arg;
	(void) id;
	return NULL;
}

static dtrace_eprobedesc_t *
no_eprobe(void *arg, uint32_t id)
{
	(void) arg;
	(void) id;
	return NULL;
}

/* Read all bytes that the description covers. */
static int
look(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;
	uint64_t *sum = arg;

	for (int i = 0; i < d->dtagd_nrecs; i++) {
		const dtrace_recdesc_t *r = &d->dtagd_rec[i];

		if (r->dtrd_offset + r->dtrd_size > agg->dtada_size)
			abort();
		for (uint32_t k = 0; k < r->dtrd_size; k++)
			*sum += (unsigned char)agg->dtada_data[r->dtrd_offset +
			    k];
	}
	return DTRACE_AGGWALK_NEXT;
}

static void
check_clean(const struct dt_mem *m, uint32_t level)
{
	const struct dt_aggbuf *b = dt_half(m, DT_BUF_AGG, 0, level, 0);
	size_t size = m->buf[DT_BUF_AGG].size[level > 0];

	if (b->used != 0 || b->drops != 0)
		abort();
	for (size_t i = 0; i < DT_AGGPLACES; i++)
		if (b->places[i] != 0)
			abort();
	for (size_t i = m->agg_data[level > 0]; i < size; i++)
		if (((const char *)b)[i] != 0)
			abort();
}

/* The header, then records; after `used` nothing was written. */
static void
fill_agg(const struct dt_mem *m, uint32_t level, struct bytes s)
{
	struct dt_aggbuf *b = dt_half(m, DT_BUF_AGG, 0, level, 0);
	uint32_t first = m->agg_data[level > 0];
	size_t room = m->buf[DT_BUF_AGG].size[level > 0] - first;

	if (s.n < sizeof(*b))
		return;
	memcpy(b, s.p, sizeof(*b));
	s.p += sizeof(*b);
	s.n -= sizeof(*b);
	if (s.n > room)
		s.n = room;
	memcpy((char *)b + first, s.p, s.n);
	if (b->used < first + s.n || b->used % 2 == 0)
		b->used = first + (uint32_t)s.n;
}

static void
read_aggs(const struct bytes *s)
{
	static const struct dt_aggsort plain;
	struct dt_forms forms = { 0 };
	struct dt_mem *m = mem_new(1, NIDX, SIZE);
	const struct dt_aggenv env = { .forms = &forms, .drop = count_drops,
	    .pdesc = no_probe, .edesc = no_eprobe };
	struct dt_agg *a = NULL;
	uint64_t sum = 0;

	add_forms(&forms);
	if (dt_agg_create(&env, &a) != 0)
		abort();
	fill_agg(m, 0, s[0]);
	fill_agg(m, 1, s[1]);
	(void) dt_agg_snap(a, m);
	check_clean(m, 0);
	check_clean(m, 1);
	(void) dt_agg_walk(a, DT_WALK_SORTED, &plain, look, &sum);
	(void) dt_agg_walk(a, DT_WALK_VALVAR, &plain, look, &sum);
	dt_agg_destroy(a);
	mem_free(m);
	forms_free(&forms);
}

/* --- records -------------------------------------------------------------- */

static void
check_record(const struct dt_mem *m, const struct dt_rechdr *h)
{
	for (uint32_t l = 0; l < DT_LEVELS; l++) {
		const char *b = dt_half(m, DT_BUF_PRIN, 0, l, 0);
		const char *end = b + m->buf[DT_BUF_PRIN].size[l > 0];

		if ((const char *)h > b && (const char *)h < end &&
		    (const char *)h + dt_recsize(h) <= end)
			return;
	}
	abort();
}

static void
fill_records(const struct dt_mem *m, uint32_t level, struct bytes s)
{
	char *b = dt_half(m, DT_BUF_PRIN, 0, level, 0);

	memcpy(b, s.p, s.n < SIZE ? s.n : SIZE);
}

static void
read_records(const struct bytes *s, enum dt_policy policy)
{
	struct dt_ctl ctl = { 0 };
	struct dt_state state = { .activity = DT_ACTIVE };
	struct dt_mem m = { .ncpus = 1, .ctl = &ctl, .state = &state,
		.policy = policy };
	struct dt_halves *h = &m.buf[DT_BUF_PRIN];
	struct dt_cpurecs r = { .half = -1 };
	int rc;

	h->single = policy != DT_POLICY_SWITCH;
	h->size[0] = h->size[1] = SIZE;
	h->base[0] = calloc(2, SIZE);
	h->base[1] = calloc(2 * (DT_LEVELS - 1), SIZE);
	if (h->base[0] == NULL || h->base[1] == NULL)
		abort();
	fill_records(&m, 0, s[0]);
	fill_records(&m, 1, s[1]);
	if (policy == DT_POLICY_FILL)
		dt_consume_end(&m);
	rc = dt_gather_begin(&r, &m, 0);
	if (rc == 0)
		rc = dt_gather_all(&r);
	for (size_t i = 0; i < r.n; i++)
		check_record(&m, r.v[i]);
	free(r.v);
	free(h->base[0]);
	free(h->base[1]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum dt_policy policies[] = {
		DT_POLICY_SWITCH, DT_POLICY_RING, DT_POLICY_FILL,
	};
	size_t first;

	if (size < 2)
		return -1;
	first = (size - 2) * data[1] / 255;
	const struct bytes s[] = {
		{ data + 2, first }, { data + 2 + first, size - 2 - first },
	};
	if (data[0] % 4 == 3)
		read_aggs(s);
	else
		read_records(s, policies[data[0] % 4]);
	return 0;
}
