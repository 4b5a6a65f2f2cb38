/* SPDX-License-Identifier: MIT */
/*
 * bench_agg.c - the cost of a snapshot and of a walk, by number of keys: CPU
 * time of this process in milliseconds, the best of several rounds; and the
 * memory of an entry.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "../10-unit/aggmem.h"

#define	NCPUS	2
#define	KEYLEN	64		/* bytes of a string key's record */
#define	ROUNDS	5

static dtrace_probedesc_t *
no_pdesc(void *arg, uint32_t id)
{
	(void) arg;
	(void) id;
	return NULL;
}

static dtrace_eprobedesc_t *
no_edesc(void *arg, uint32_t id)
{
	(void) arg;
	(void) id;
	return NULL;
}

static int
drop(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	(void) arg;
	printf("CPU %d: %llu drops\n", cpu,
	    (unsigned long long)(full + busy));
	return 0;
}

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* The memory that the kernel has given this process. */
static double
in_use(void)
{
	unsigned long pages = 0;
	FILE *fp = fopen("/proc/self/statm", "r");

	if (fp == NULL || fscanf(fp, "%*u %lu", &pages) != 1)
		printf("no /proc/self/statm\n");
	if (fp != NULL)
		fclose(fp);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

struct bench {
	struct dt_forms forms;
	struct dt_form *form;
	struct dt_mem *mem;
	struct dt_agg *agg;
	uint32_t nkeys;
	bool strings;
	double before;			/* memory when there were no entries */
};

/* Use each key once, on one of two CPUs, in a mixed order. */
static void
fill(struct bench *b)
{
	for (uint32_t i = 0; i < b->nkeys; i++) {
		uint32_t id = (uint32_t)(i * 2654435761ull % b->nkeys);
		uint64_t key[16] = { id };
		uint32_t kw = 1;
		char name[KEYLEN];

		if (b->strings) {
			(void) snprintf(name, sizeof(name),
			    "a_function_with_a_long_name_%08u", id);
			kw = str_words(name, key);
		}
		mem_hit(b->mem, i % NCPUS, 0, b->form, key, kw, id);
	}
}

static double
snap(struct bench *b)
{
	double start;

	fill(b);
	b->before = in_use();
	start = now();
	if (dt_agg_snap(b->agg, b->mem) != 0)
		printf("snap failed\n");
	return now() - start;
}

static int
visit(const dtrace_aggdata_t *d, void *arg)
{
	*(int64_t *)arg += *(int64_t *)(d->dtada_data + 16);
	return DTRACE_AGGWALK_NEXT;
}

/* Time a walk: after a snap, which changes values even if empty, or again. */
static double
walk(struct bench *b, unsigned int order, bool again)
{
	double best = 1e9;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t sum = 0;
		double start;

		if (!again && dt_agg_snap(b->agg, b->mem) != 0)
			printf("snap failed\n");
		start = now();
		if (dt_agg_walk(b->agg, order, NULL, visit, &sum) != 0)
			printf("walk failed\n");
		start = now() - start;
		best = start < best ? start : best;
	}
	return best;
}

static void
run(uint32_t nkeys, bool strings)
{
	static const struct keyspec keys[] = {
		{ DT_KEY_INT, 8, 0 }, { DT_KEY_STR, KEYLEN, 0 },
	};
	struct bench b = { .nkeys = nkeys, .strings = strings };
	struct dt_aggenv env = { .forms = &b.forms, .pdesc = no_pdesc,
	    .edesc = no_edesc, .drop = drop };
	double first, later = 1e9, bytes;
	uint32_t nidx = 1024;

	while (nidx < nkeys)
		nidx *= 2;
	b.mem = mem_new(NCPUS, nidx, sizeof(struct dt_aggbuf) + nidx * 4 +
	    (size_t)nkeys * 80);
	b.form = form_add(&b.forms, "a", 1, DTRACEAGG_SUM, 0, 1,
	    &keys[strings]);
	if (dt_agg_create(&env, &b.agg) != 0)
		exit(1);
	first = snap(&b);
	bytes = (in_use() - b.before) / nkeys;
	for (int i = 0; i < ROUNDS; i++) {
		double t = snap(&b);

		later = t < later ? t : later;
	}
	printf("%9u %-6s %10.1f %10.1f %8.0f %8.1f %8.1f %8.1f %8.1f %8.0f\n",
	    nkeys, strings ? "string" : "int", first, later,
	    later * 1e6 / nkeys, walk(&b, DT_WALK_ANY, false),
	    walk(&b, DT_WALK_KEY, false), walk(&b, DT_WALK_VAL, false),
	    walk(&b, DT_WALK_VAL, true), bytes);
	dt_agg_destroy(b.agg);
	mem_free(b.mem);
	forms_free(&b.forms);
}

int
main(void)
{
	printf("%9s %-6s %10s %10s %8s %8s %8s %8s %8s %8s\n", "keys",
	    "kind", "first snap", "later snap", "ns/key", "walk", "by key",
	    "by value", "again", "bytes");
	for (uint32_t n = 1000; n <= 1000000; n *= 10) {
		run(n, false);
		run(n, true);
	}
	return 0;
}
