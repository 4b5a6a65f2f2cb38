/* SPDX-License-Identifier: MIT */
/*
 * Every record is delivered once or counted, and none is damaged: eight threads
 * on two CPUs issue lseek() calls whose arguments are a sequence number and a
 * checksum, and clauses record these in records of different sizes.  The
 * records that arrive must fit the policy of the buffers.  DT_TEST_CALLS: calls
 * per thread (20000); 1250000 makes ten million records.
 * emulated: shared
 */
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include "api.h"

#define THREADS 8
#define CPUS 2
#define TEXT 48				/* option strsize */

/* arg1: thread in the high half, number from 0 in the low one. */
struct issuer {
	pthread_t thread;
	struct torture *t;
	int cpu;
	uint32_t number;
};

struct torture {
	dtrace_hdl_t *dtp;
	struct issuer issuer[THREADS];
	pthread_barrier_t start;
	uint32_t calls;
	int started;			/* threads exist */
	int running, stopped;		/* threads; ask them to end (atomic) */
	const char *policy;
	const char *cpu;		/* option, or NULL */
	int temporal;
	/* what was delivered */
	uint32_t next[THREADS];		/* the expected number */
	uint32_t first[THREADS];	/* the first number, or UINT32_MAX */
	uint64_t issued, records, gaps, drops, bytes[CPUS];
	uint64_t time[CPUS], all_time;	/* of the previous record */
};

/* The current test; if it fails, finish() ends its threads. */
static struct torture now;

static uint64_t checksum(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15u;
	return x ^ x >> 29;
}

static const char program[] =
	"syscall::lseek:entry /pid == $1 && arg0 == -7 && arg1 % 4 == 0/ "
	"{ trace(timestamp); trace(arg1); trace(arg2); } "
	"syscall::lseek:entry /pid == $1 && arg0 == -7 && arg1 % 4 == 1/ "
	"{ trace(timestamp); trace(arg1); trace(arg2); trace((char)arg1); } "
	"syscall::lseek:entry /pid == $1 && arg0 == -7 && arg1 % 4 == 2/ "
	"{ trace(timestamp); trace(arg1); trace(arg2); "
	"trace(lltostr(arg1)); } "
	"syscall::lseek:entry /pid == $1 && arg0 == -7 && arg1 % 4 == 3/ "
	"{ trace(timestamp); trace(arg1); trace(arg2); "
	"trace((short)arg2); trace(lltostr(arg2)); trace(arg1 ^ arg2); "
	"trace((char)arg2); }";

static void *issue(void *arg)
{
	struct issuer *i = arg;
	struct torture *t = i->t;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(i->cpu, &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
	pthread_barrier_wait(&t->start);
	for (; i->number < t->calls; i->number++) {
		uint64_t seq = (uint64_t)(i - t->issuer) << 32 | i->number;

		if (__atomic_load_n(&t->stopped, __ATOMIC_RELAXED))
			break;
		syscall(SYS_lseek, -7L, seq, checksum(seq));
	}
	__atomic_sub_fetch(&t->running, 1, __ATOMIC_RELEASE);
	return NULL;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct torture *t = arg;

	assert_int_equal(drop->dtdda_kind, DTRACEDROP_PRINCIPAL);
	t->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

/* Datum i of the record; pd->dtpda_data points to the current datum only. */
static const void *datum(const dtrace_probedata_t *pd, int i)
{
	return pd->dtpda_data + pd->dtpda_edesc->dtepd_rec[i].dtrd_offset;
}

static uint64_t number(const dtrace_probedata_t *pd, int i)
{
	return *(const uint64_t *)datum(pd, i);
}

/* Check all bytes of a string: its text, then zeroes. */
static void check_text(const dtrace_probedata_t *pd, int i, uint64_t value)
{
	char want[TEXT] = "";

	assert_int_equal(pd->dtpda_edesc->dtepd_rec[i].dtrd_size, TEXT);
	snprintf(want, sizeof(want), "%lld", (long long)value);
	assert_memory_equal(datum(pd, i), want, TEXT);
}

static void check_data(const dtrace_probedata_t *pd, uint64_t a, uint64_t b)
{
	static const int ndata[] = { 3, 4, 4, 7 };

	assert_int_equal(pd->dtpda_edesc->dtepd_nrecs, ndata[a % 4]);
	assert_true(b == checksum(a));
	switch (a % 4) {
	case 1:
		assert_int_equal(*(const char *)datum(pd, 3), (char)a);
		break;
	case 2:
		check_text(pd, 3, a);
		break;
	case 3:
		assert_int_equal(*(const short *)datum(pd, 3), (short)b);
		check_text(pd, 4, b);
		assert_true(number(pd, 5) == (a ^ b));
		assert_int_equal(*(const char *)datum(pd, 6), (char)b);
		break;
	default:
		break;
	}
}

static void check_time(struct torture *t, int cpu, uint64_t time)
{
	assert_in_range(cpu, 0, CPUS - 1);
	if (time < t->time[cpu])
		fail_msg("CPU %d goes back by %lu ns", cpu,
			 t->time[cpu] - time);
	t->time[cpu] = time;
	if (t->temporal && time < t->all_time)
		fail_msg("time goes back by %lu ns", t->all_time - time);
	t->all_time = time;
}

static int on_probe(const dtrace_probedata_t *pd, void *arg)
{
	struct torture *t = arg;
	uint64_t seq = number(pd, 1);
	uint32_t thread = seq >> 32, n = seq;

	check_data(pd, seq, number(pd, 2));
	check_time(t, pd->dtpda_cpu, number(pd, 0));
	assert_in_range(thread, 0, THREADS - 1);
	assert_int_equal(pd->dtpda_cpu, t->issuer[thread].cpu);
	if (t->first[thread] == UINT32_MAX)
		t->first[thread] = n;
	else if (n < t->next[thread])
		fail_msg("thread %u: %u after %u", thread, n,
			 t->next[thread] - 1);
	else
		t->gaps += n - t->next[thread];
	t->next[thread] = n + 1;
	t->bytes[pd->dtpda_cpu] += pd->dtpda_edesc->dtepd_size;
	t->records++;
	return DTRACE_CONSUME_NEXT;
}

static void prepare(struct torture *t, void **state, const char *bufsize)
{
	char pid[16], *argv[] = { (char *)"records", pid, NULL };
	const char *calls = getenv("DT_TEST_CALLS");
	dtrace_prog_t *prog;

	t->calls = calls ? (uint32_t)atol(calls) : 20000;
	snprintf(pid, sizeof(pid), "%d", getpid());
	t->dtp = api_open(state);
	api_ok(t->dtp, dtrace_setopt(t->dtp, "bufpolicy", t->policy));
	api_ok(t->dtp, dtrace_setopt(t->dtp, "bufsize", bufsize));
	api_ok(t->dtp, dtrace_setopt(t->dtp, "strsize", "48"));
	if (t->cpu)
		api_ok(t->dtp, dtrace_setopt(t->dtp, "cpu", t->cpu));
	if (t->temporal)
		api_ok(t->dtp, dtrace_setopt(t->dtp, "temporal", "yes"));
	api_ok(t->dtp, dtrace_setopt(t->dtp, "switchrate", "1ms"));
	api_ok(t->dtp, dtrace_handle_drop(t->dtp, on_drop, t));
	prog = dtrace_program_strcompile(t->dtp, program,
					 DTRACE_PROBESPEC_NAME, 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(t->dtp, dtrace_errno(t->dtp)));
	api_ok(t->dtp, dtrace_program_exec(t->dtp, prog, NULL));
	api_ok(t->dtp, dtrace_go(t->dtp));
	memset(t->first, 0xff, sizeof(t->first));
}

static void start_threads(struct torture *t)
{
	t->running = THREADS;
	pthread_barrier_init(&t->start, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++) {
		t->issuer[i].t = t;
		t->issuer[i].cpu = i % CPUS;
		assert_int_equal(pthread_create(&t->issuer[i].thread, NULL,
						issue, &t->issuer[i]), 0);
	}
	t->started = 1;
	pthread_barrier_wait(&t->start);
}

static void stop_threads(struct torture *t)
{
	__atomic_store_n(&t->stopped, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t->issuer[i].thread, NULL);
		t->issued += t->issuer[i].number;
	}
	pthread_barrier_destroy(&t->start);
	t->started = 0;
}

/* Stop the threads, whose calls would count in the next test. */
static int finish(void **state)
{
	(void)state;
	if (now.started)
		stop_threads(&now);
	return 0;
}

static int work(struct torture *t)
{
	return dtrace_work(t->dtp, stdout, on_probe, NULL, t);
}

static void run(struct torture *t)
{
	int state = DTRACE_WORKSTATUS_OKAY;

	start_threads(t);
	while (state == DTRACE_WORKSTATUS_OKAY &&
	       __atomic_load_n(&t->running, __ATOMIC_ACQUIRE)) {
		usleep(1000);
		state = work(t);
		assert_int_not_equal(state, DTRACE_WORKSTATUS_ERROR);
	}
	stop_threads(t);
	api_ok(t->dtp, dtrace_stop(t->dtp));
	assert_int_equal(work(t), DTRACE_WORKSTATUS_DONE);
	print_message("%s: %lu records of %lu, %lu drops, %lu bytes\n",
		      t->policy, t->records, t->issued, t->drops,
		      t->bytes[0] + t->bytes[1]);
}

static int enough_cpus(void)
{
	cpu_set_t set;

	sched_getaffinity(0, sizeof(set), &set);
	return CPU_ISSET(0, &set) && CPU_ISSET(1, &set);
}

static void torture(struct torture *t, void **state, const char *bufsize)
{
	if (!enough_cpus())
		skip();
	prepare(t, state, bufsize);
	run(t);
}

static void switched_of(void **state, const char *bufsize, int temporal)
{
	now = (struct torture){ .policy = "switch", .temporal = temporal };

	torture(&now, state, bufsize);
	assert_true(now.records > 0);
	assert_int_equal(now.records + now.drops, now.issued);
	dtrace_close(now.dtp);
}

static void switched(void **state)
{
	switched_of(state, "4m", 0);
}

static void switched_by_time(void **state)
{
	switched_of(state, "4m", 1);
}

/* Threads on the other CPU leave no records. */
static void switched_one_cpu(void **state)
{
	now = (struct torture){ .policy = "switch", .cpu = "1" };

	torture(&now, state, "4m");
	assert_int_equal(now.bytes[0], 0);
	assert_int_equal(now.records + now.drops, now.issued / CPUS);
	dtrace_close(now.dtp);
}

/* A buffer too small for the data of a millisecond: most are lost. */
static void switched_small(void **state)
{
	switched_of(state, "4k", 0);
}

/* One record in four is larger than the buffer, the others may fit. */
static void switched_tiny(void **state)
{
	switched_of(state, "100", 0);
}

/*
 * The last records of each thread without a gap, and, unless all of them are
 * there, as many as a buffer holds but for its end and one record.
 */
static void ring_of(void **state, const char *bufsize, uint64_t size,
		    int temporal)
{
	now = (struct torture){ .policy = "ring", .temporal = temporal };

	torture(&now, state, bufsize);
	assert_true(now.gaps <= now.drops);
	for (int i = 0; i < THREADS; i++)
		if (now.first[i] != UINT32_MAX)
			assert_true(now.next[i] + now.drops >= now.calls);
	for (int cpu = 0; cpu < CPUS && now.records < now.issued; cpu++)
		assert_true(now.bytes[cpu] + 2 * 168 > size);
	/* A second read finds nothing */
	now.records = 0;
	assert_int_equal(work(&now), DTRACE_WORKSTATUS_DONE);
	assert_int_equal(now.records, 0);
	dtrace_close(now.dtp);
}

static void ring(void **state)
{
	ring_of(state, "256k", 256 << 10, 0);
}

static void ring_by_time(void **state)
{
	ring_of(state, "64k", 64 << 10, 1);
}

static void ring_odd(void **state)
{
	ring_of(state, "5001", 5000, 0);
}

/* Nothing is overwritten, so all records are there. */
static void ring_large(void **state)
{
	now = (struct torture){ .policy = "ring" };

	if (getenv("DT_TEST_CALLS"))
		skip();
	torture(&now, state, "16m");
	assert_int_equal(now.records + now.drops, now.issued);
	dtrace_close(now.dtp);
}

/* The first records of each thread without a gap, until a buffer was full. */
static void fill_of(void **state, const char *bufsize, uint64_t size,
		    int temporal)
{
	now = (struct torture){ .policy = "fill", .temporal = temporal };
	uint64_t most;

	torture(&now, state, bufsize);
	assert_true(now.gaps <= now.drops);
	for (int i = 0; i < THREADS; i++)
		if (now.first[i] != UINT32_MAX)
			assert_true(now.first[i] <= now.drops);
	most = now.bytes[0] > now.bytes[1] ? now.bytes[0] : now.bytes[1];
	assert_true(most + 168 > size);
	dtrace_close(now.dtp);
}

static void fill(void **state)
{
	fill_of(state, "256k", 256 << 10, 0);
}

static void fill_by_time(void **state)
{
	fill_of(state, "2k", 2 << 10, 1);
}

#define TORTURE(f) { #f, f, NULL, finish, (void *)"kernel" }

int main(void)
{
	const struct CMUnitTest tests[] = {
		TORTURE(switched), TORTURE(switched_by_time),
		TORTURE(switched_one_cpu), TORTURE(switched_small),
		TORTURE(switched_tiny),
		TORTURE(ring), TORTURE(ring_by_time), TORTURE(ring_odd),
		TORTURE(ring_large), TORTURE(fill),
		TORTURE(fill_by_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
