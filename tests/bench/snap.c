/* SPDX-License-Identifier: MIT */
/*
 * CPU time to take the counts of two CPUs by keys that are known already, add
 * them to the known values, and reset the kernel's.
 */
#include "bench.h"

#define	REPS	9
#define	MANY	1000000		/* keys, slow to read one by one */
#define	FEW	1		/* rounds of those */
#define	BATCH	4096
#define	PROGRAM	"syscall::lseek:entry/pid==$1/{@[arg1]=count();}"

static const struct {
	unsigned keys;
	const char *aggsize;
} sizes[] = {
	{ 1000, "4m" }, { 10000, "4m" }, { 100000, "16m" },
	{ 1000000, "64m" },
};

struct slot {
	uint64_t key, sum;	/* key + 1; 0: free */
};

/* What a consumer of the map keeps: keys and sums, in a half-empty table. */
struct table {
	struct slot *slots;
	uint64_t mask;
	int ncpus;
	uint64_t *keys, *values;	/* of a batch */
};

/* Use each key once on each of two CPUs; returns the number of calls. */
static uint64_t
fill(unsigned keys)
{
	int cpus = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
	unsigned i;
	int cpu;

	for (cpu = 0; cpu < cpus; cpu++) {
		bench_pin(cpu);
		for (i = 0; i < keys; i++)
			lseek(-1, i, SEEK_SET);
	}
	bench_unpin();
	return (uint64_t)cpus * keys;
}

static int
rounds(unsigned keys)
{
	return keys < MANY ? REPS : FEW;
}

static double
ours(unsigned keys, const char *aggsize)
{
	struct samples s = { .n = 0 };
	struct ours o;
	uint64_t want = 0;
	double start;
	int r;

	if (bench_start(&o, aggsize, PROGRAM) != 0)
		return -1;
	for (r = 0; r <= rounds(keys); r++) {
		want += fill(keys);
		start = bench_cpu();
		if (dtrace_aggregate_snap(o.dtp) != 0)
			return bench_complain(&o, "snap");
		if (r != 0)
			bench_add(&s, bench_cpu() - start);
	}
	if (bench_total(&o) != 0)
		return bench_complain(&o, "walk");
	bench_expect(&o, "snap", want, keys);
	bench_stop(&o);
	return bench_median(&s);
}

static void
merge(struct table *t, uint64_t key, const uint64_t *values)
{
	uint64_t i = (key * 0x9e3779b97f4a7c15ULL) >> 20;
	int cpu;

	while (t->slots[i & t->mask].key != key + 1 &&
	    t->slots[i & t->mask].key != 0)
		i++;
	t->slots[i & t->mask].key = key + 1;
	for (cpu = 0; cpu < t->ncpus; cpu++)
		t->slots[i & t->mask].sum += values[cpu];
}

/* The next key must be read before this one is deleted. */
static void
by_key(struct table *t, int fd)
{
	uint64_t key, next;
	int more = bpf_map_get_next_key(fd, NULL, &key);

	while (more == 0) {
		more = bpf_map_get_next_key(fd, &key, &next);
		if (bpf_map_lookup_elem(fd, &key, t->values) == 0)
			merge(t, key, t->values);
		bpf_map_delete_elem(fd, &key);
		key = next;
	}
}

static void
by_batch(struct table *t, int fd)
{
	uint32_t n, at, i;
	void *from = NULL;
	int err;

	do {
		n = BATCH;
		err = bpf_map_lookup_and_delete_batch(fd, from, &at, t->keys,
		    t->values, &n, NULL);
		for (i = 0; (err == 0 || err == -ENOENT) && i < n; i++)
			merge(t, t->keys[i], t->values + i * t->ncpus);
		from = &at;
	} while (err == 0);
	if (err != -ENOENT)
		fprintf(stderr, "bench: batch: %s\n", strerror(-err));
}

static int
table_init(struct table *t, unsigned keys)
{
	uint64_t n = 1;

	while (n < 2 * keys)
		n *= 2;
	t->mask = n - 1;
	t->ncpus = libbpf_num_possible_cpus();
	t->slots = calloc(n, sizeof(*t->slots));
	t->keys = calloc(BATCH, sizeof(uint64_t));
	t->values = calloc(BATCH, sizeof(uint64_t) * t->ncpus);
	return t->slots && t->keys && t->values ? 0 : -1;
}

static void
table_fini(struct table *t)
{
	free(t->slots);
	free(t->keys);
	free(t->values);
}

static void
table_expect(struct table *t, const char *what, uint64_t want)
{
	uint64_t i, sum = 0;

	for (i = 0; i <= t->mask; i++)
		sum += t->slots[i].sum;
	if (sum != want)
		fprintf(stderr, "bench: %s: WRONG: %lu of %lu\n", what,
		    (unsigned long)sum, (unsigned long)want);
}

static double
peer(unsigned keys, void (*read_all)(struct table *, int), const char *what)
{
	struct bpf_object *obj = bench_peer(keys + keys / 4);
	struct samples s = { .n = 0 };
	struct bpf_link *link;
	struct table t;
	uint64_t want = 0;
	double start;
	int r, fd;

	link = obj != NULL ? bench_link(obj, "int_key") : NULL;
	if (link == NULL || table_init(&t, keys) != 0)
		return -1;
	fd = bpf_object__find_map_fd_by_name(obj, "by_int");
	for (r = 0; r <= rounds(keys); r++) {
		want += fill(keys);
		start = bench_cpu();
		read_all(&t, fd);
		if (r != 0)
			bench_add(&s, bench_cpu() - start);
	}
	table_expect(&t, what, want);
	table_fini(&t);
	bpf_link__destroy(link);
	bpf_object__close(obj);
	return bench_median(&s);
}

int
main(void)
{
	unsigned i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		unsigned keys = sizes[i].keys;
		double ns = ours(keys, sizes[i].aggsize);
		char what[64];

		snprintf(what, sizeof(what), "snap of %u known keys", keys);
		bench_ms(what, ns, peer(keys, by_key, "key by key"),
		    1.0 / 15, "libbpf, key by key");
		bench_ms(what, ns, peer(keys, by_batch, "batch"),
		    1.0 / 3, "libbpf, batch");
	}
	return 0;
}
