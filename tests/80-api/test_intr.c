/* SPDX-License-Identifier: MIT */
/*
 * The interrupts of each device and CPU that are counted between go and stop
 * are at most those that /proc/interrupts counts between a reading before go
 * and one after stop, and at least those that a BPF program of the test counts
 * between readings after go and before stop.  /proc/interrupts is no lower
 * bound: a kernel may run no BPF program in some processes, nor for interrupts
 * that arrive during one.  Names are those in /sys/kernel/irq.
 */
#include <bpf/bpf.h>
#include <linux/bpf.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "api.h"

#define NIRQS 1024
#define NCPUS 256

struct counts {
	uint64_t n[NIRQS][NCPUS];
	bool counted[NIRQS];	/* by the kernel, for its only handler */
};

struct seen {
	struct counts counts;
	uint64_t ns[NCPUS];
	uint64_t lost;
};

/* A program that counts the handlers that have returned. */
struct witness {
	int map, prog, link;
	uint64_t (*n)[NCPUS];
};

static const char program[] =
	"sdt:::interrupt-start { began[cpu, (int)arg0] = timestamp; }\n"
	"sdt:::interrupt-complete /began[cpu, (int)arg0]/ {\n"
	"	@[(int)arg0] = avg(timestamp - began[cpu, (int)arg0]);\n"
	"	began[cpu, (int)arg0] = 0;\n"
	"}\n";

/* n[irq][cpu]++: no other handler returns on this CPU meanwhile. */
static int load_witness(int map)
{
#define INSN(c, d, s, o, i) { .code = (c), .dst_reg = (d), .src_reg = (s), \
	.off = (o), .imm = (i) }
	const struct bpf_insn insns[] = {
		INSN(BPF_LDX | BPF_DW | BPF_MEM, 6, 1, 0, 0),
		INSN(BPF_ALU64 | BPF_AND | BPF_K, 6, 0, 0, NIRQS - 1),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0,
		     BPF_FUNC_get_smp_processor_id),
		INSN(BPF_ALU64 | BPF_AND | BPF_K, 0, 0, 0, NCPUS - 1),
		INSN(BPF_ALU64 | BPF_MUL | BPF_K, 6, 0, 0, NCPUS),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 6, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_LSH | BPF_K, 6, 0, 0, 3),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_VALUE, 0,
		     map),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 1, 6, 0, 0),
		INSN(BPF_LDX | BPF_DW | BPF_MEM, 2, 1, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, 1),
		INSN(BPF_STX | BPF_DW | BPF_MEM, 1, 2, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};

	return bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "witness", "GPL",
			     insns, sizeof(insns) / sizeof(insns[0]), NULL);
}

static struct witness start_witness(void)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);
	size_t size = sizeof(uint64_t) * NIRQS * NCPUS;
	struct witness w;

	w.map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "witness", sizeof(int),
			       size, 1, &opts);
	assert_true(w.map >= 0);
	w.n = mmap(NULL, size, PROT_READ, MAP_SHARED, w.map, 0);
	assert_true(w.n != MAP_FAILED);
	w.prog = load_witness(w.map);
	assert_true(w.prog >= 0);
	w.link = bpf_raw_tracepoint_open("irq_handler_exit", w.prog);
	assert_true(w.link >= 0);
	return w;
}

/*
 * Run once on each CPU: handlers that began there before have then returned.  A
 * host may stop a CPU anywhere for any time.
 */
static void visit_cpus(void)
{
	cpu_set_t all, one;

	sched_getaffinity(0, sizeof(all), &all);
	for (int cpu = 0; cpu < NCPUS; cpu++) {
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		(void)sched_setaffinity(0, sizeof(one), &one);
	}
	sched_setaffinity(0, sizeof(all), &all);
}

/* Begin to count what the program sees. */
static void begin_count(const struct witness *w, struct counts *c)
{
	visit_cpus();
	memcpy(c->n, w->n, sizeof(c->n));
}

static void end_count(struct witness *w, struct counts *c)
{
	for (int irq = 0; irq < NIRQS; irq++)
		for (int cpu = 0; cpu < NCPUS; cpu++)
			c->n[irq][cpu] = __atomic_load_n(&w->n[irq][cpu],
				__ATOMIC_RELAXED) - c->n[irq][cpu];
	munmap(w->n, sizeof(c->n));
	close(w->link);
	close(w->prog);
	close(w->map);
}

/* Read the CPU of each column. */
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
	c->counted[irq] = strchr(end, ',') == NULL;
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
 * Cause an interrupt of the disk, or of the device that shares files, by
 * writing and by new names.
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

static int add_loss(const dtrace_lossdata_t *loss, void *arg)
{
	print_message("%s", loss->dtlda_msg);
	((struct seen *)arg)->lost += loss->dtlda_count;
	return 0;
}

/* read[0] before go, read[1] after stop */
static void compare(const struct counts *read, const struct counts *least,
		    const struct seen *seen)
{
	uint64_t total = 0, all = 0, surely = 0;

	for (int irq = 0; irq < NIRQS; irq++)
		for (int cpu = 0; cpu < NCPUS; cpu++) {
			uint64_t min = least->n[irq][cpu];
			uint64_t max = read[1].n[irq][cpu] -
				read[0].n[irq][cpu];
			uint64_t n = seen->counts.n[irq][cpu];

			if (!read[0].counted[irq])
				continue;
			all += max;
			total += n;
			surely += min;
			if (n + seen->lost < min || n > max)
				fail_msg("interrupt %d on CPU %d: %lu, not "
					 "%lu to %lu", irq, cpu, n, min, max);
		}
	print_message("%lu of %lu interrupts, %lu surely\n", total, all,
		      surely);
	if (surely == 0)
		skip();		/* no device here interrupts */
}

static void as_counted_by_the_kernel(void **state)
{
	struct counts *read = calloc(3, sizeof(*read));
	struct seen *seen = calloc(1, sizeof(*seen));
	dtrace_hdl_t *dtp = api_open(state);
	struct witness witness;
	uint64_t start;

	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	api_enable(dtp, program);
	read_counts(&read[0]);
	visit_cpus();
	start = now();
	api_ok(dtp, dtrace_go(dtp));
	witness = start_witness();
	begin_count(&witness, &read[2]);
	use_disk();
	end_count(&witness, &read[2]);
	api_ok(dtp, dtrace_stop(dtp));
	start = now() - start;
	read_counts(&read[1]);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_keyvarsorted(dtp, add, seen));
	api_ok(dtp, dtrace_losses(dtp, add_loss, seen));
	compare(read, &read[2], seen);
	for (int i = 0; i < NCPUS; i++)
		assert_in_range(seen->ns[i], 0, start);
	dtrace_close(dtp);
	free(seen);
	free(read);
}

/* The device is one of those with this number. */
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
