/* SPDX-License-Identifier: MIT */
/*
 * The interrupts counted between go and stop are those of /proc/interrupts,
 * for each device and CPU: at least what came between two readings while
 * tracing, at most what came between one before and one after. Their names are
 * those of /sys/kernel/irq.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "api.h"

#define NIRQS 1024
#define NCPUS 256

struct counts {
	uint64_t n[NIRQS][NCPUS];
	int shared[NIRQS];	/* one interrupt is several handlers' */
};

struct seen {
	struct counts counts;
	uint64_t ns[NCPUS];
};

static const char program[] =
	"sdt:::interrupt-start { began[cpu, (int)arg0] = timestamp; }\n"
	"sdt:::interrupt-complete /began[cpu, (int)arg0]/ {\n"
	"	@[(int)arg0] = avg(timestamp - began[cpu, (int)arg0]);\n"
	"	began[cpu, (int)arg0] = 0;\n"
	"}\n";

/* Which CPU each column is. */
static int read_head(char *line, int *cpus)
{
	char *save, *word = strtok_r(line, " \n", &save);
	int n = 0;

	for (; word && n < NCPUS; word = strtok_r(NULL, " \n", &save))
		cpus[n++] = atoi(word + strlen("CPU"));
	return n;
}

static void read_line(struct counts *c, char *line, const int *cpus, int n)
{
	char *end;
	long irq = strtol(line, &end, 10);

	if (end == line || *end != ':' || irq < 0 || irq >= NIRQS)
		return;
	for (int i = 0; i < n; i++)
		c->n[irq][cpus[i]] = strtoull(end + 1, &end, 10);
	c->shared[irq] = strchr(end, ',') != NULL;
}

static void read_counts(struct counts *c)
{
	FILE *fp = fopen("/proc/interrupts", "r");
	char *line = NULL;
	int cpus[NCPUS], n;
	size_t size = 0;

	assert_non_null(fp);
	memset(c, 0, sizeof(*c));
	assert_true(getline(&line, &size, fp) > 0);
	n = read_head(line, cpus);
	assert_true(n > 0);
	while (getline(&line, &size, fp) > 0)
		read_line(c, line, cpus, n);
	free(line);
	fclose(fp);
}

/*
 * Make a disk interrupt, or the machine that files are shared with: by what is
 * written, and by names that nobody has asked for yet.
 */
static void use_disk(void)
{
	char name[] = "test_intr.XXXXXX", buf[4096] = { 0 };
	char none[sizeof(name) + 16];
	int fd = mkstemp(name);

	assert_true(fd >= 0);
	unlink(name);
	for (int i = 0; i < 50; i++) {
		assert_int_equal(pwrite(fd, buf, sizeof(buf), 4096 * i),
				 sizeof(buf));
		fsync(fd);
		snprintf(none, sizeof(none), "%s.%d", name, i);
		assert_int_equal(access(none, F_OK), -1);
	}
	close(fd);
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *seen = arg;
	int32_t irq;

	memcpy(&irq, api_key(agg), sizeof(irq));
	assert_in_range(irq, 0, NIRQS - 1);
	for (long i = 0; i < sysconf(_SC_CPUID_MAX) && i < NCPUS; i++) {
		const uint64_t *v = (const uint64_t *)agg->dtada_percpu[i];

		seen->counts.n[irq][i] = v[0];
		seen->ns[i] += v[1];
	}
	return DTRACE_AGGWALK_NEXT;
}

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NANOSEC + (uint64_t)ts.tv_nsec;
}

/* read[0] go read[1] work read[2] stop read[3] */
static void compare(const struct counts *read, const struct seen *seen)
{
	uint64_t total = 0, all = 0;

	for (int irq = 0; irq < NIRQS; irq++)
		for (int cpu = 0; cpu < NCPUS; cpu++) {
			uint64_t inner = read[2].n[irq][cpu] -
				read[1].n[irq][cpu];
			uint64_t outer = read[3].n[irq][cpu] -
				read[0].n[irq][cpu];
			uint64_t n = seen->counts.n[irq][cpu];

			if (read[0].shared[irq])
				continue;
			all += outer;
			total += n;
			if (n < inner || n > outer)
				fail_msg("interrupt %d on CPU %d: %lu, not "
					 "%lu to %lu", irq, cpu, n, inner,
					 outer);
		}
	print_message("%lu of %lu interrupts\n", total, all);
	if (all == 0)
		skip();		/* no device here interrupts */
	assert_true(total > 0);
}

static void as_counted_by_the_kernel(void **state)
{
	struct counts *read = calloc(4, sizeof(*read));
	struct seen *seen = calloc(1, sizeof(*seen));
	dtrace_hdl_t *dtp = api_open(state);
	uint64_t start;

	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	api_enable(dtp, program);
	read_counts(&read[0]);
	start = now();
	api_ok(dtp, dtrace_go(dtp));
	read_counts(&read[1]);
	use_disk();
	read_counts(&read[2]);
	api_ok(dtp, dtrace_stop(dtp));
	start = now() - start;
	read_counts(&read[3]);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_keyvarsorted(dtp, add, seen));
	compare(read, seen);
	for (int i = 0; i < NCPUS; i++)
		assert_in_range(seen->ns[i], 0, start);
	dtrace_close(dtp);
	free(seen);
	free(read);
}

/* The device is one of those that have the number. */
static int check_name(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	const char *name = agg->dtada_data + rec[2].dtrd_offset;
	char path[64], text[256] = "";
	int32_t irq, ret;
	FILE *fp;

	memcpy(&irq, api_key(agg), sizeof(irq));
	memcpy(&ret, agg->dtada_data + rec[3].dtrd_offset, sizeof(ret));
	assert_in_range(ret, 0, 2);
	snprintf(path, sizeof(path), "/sys/kernel/irq/%d/actions", irq);
	fp = fopen(path, "r");
	assert_non_null(fp);
	assert_non_null(fgets(text, sizeof(text), fp));
	fclose(fp);
	assert_true(name[0] != '\0');
	if (!strstr(text, name))
		fail_msg("interrupt %d is %s, not %s", irq, text, name);
	(*(int *)arg)++;
	return DTRACE_AGGWALK_NEXT;
}

static void named_as_by_the_kernel(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "sdt:::interrupt-complete\n"
		"/args[1]->name != NULL/ { @[args[0], "
		"stringof(args[1]->name), args[2]] = count(); }");
	int n = 0;

	use_disk();
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_keyvarsorted(dtp, check_name, &n));
	print_message("%d devices\n", n);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(as_counted_by_the_kernel),
		ON_KERNEL(named_as_by_the_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
