/* SPDX-License-Identifier: MIT */
/*
 * Speculations: committed records arrive once, together and ordered by time,
 * and discarded ones never, for any CPUs that record and any times that the
 * consumer reads; losses are counted; no id is lost.
 *
 * Threads control the program by lseek(-1, number, operation).
 * DT_TEST_ROUNDS: how often (2000, 200 on emulated CPUs, or fewer where that
 * takes too long).
 * emulated: shared
 */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "api.h"

enum operation { BEGIN_ONE, RECORD, COMMIT, DISCARD, CHECK };

#define THREADS 4
#define RECORDS 8			/* of one speculation and thread */
#define MAX_ROUNDS 100000
#define ENOUGH (20LL * NANOSEC)		/* a busy CPU switches slowly */
#define OWN "syscall::lseek:entry /pid == $1 && arg2 == "

struct run {
	dtrace_hdl_t *dtp;
	long rounds;
	hrtime_t until;			/* no further round after this */
	long consumer_sleep;		/* microseconds between two calls */
	long unread;			/* rounds before the first call */
	long done;			/* of all threads (atomic) */
	int threads, per_round;		/* records of a round */
	int running;			/* threads (atomic) */
	pthread_barrier_t step;
	unsigned char *seen;		/* by number */
	long current, in_current;	/* round being delivered */
	long delivered;
	uint64_t drops[DTRACEDROP_DBLERROR + 1];
	uint64_t time, counted[8];
};

struct worker {
	struct run *run;
	int number;
	pthread_t thread;
};

static void tell(long number, enum operation op)
{
	lseek(-1, number, (int)op);
}

static long rounds(void)
{
	const char *text = getenv("DT_TEST_ROUNDS");
	long n = text ? atol(text) : getenv("DT_TEST_EMULATED") ? 200 : 2000;

	return n < MAX_ROUNDS ? n : MAX_ROUNDS;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct run *r = arg;

	r->drops[drop->dtdda_kind] += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

/* A number is round * per_round + position in the round. */
static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct run *r = arg;
	int64_t n, round;

	if (!rec || rec->dtrd_action != DTRACEACT_DIFEXPR ||
	    rec->dtrd_size != sizeof(n))
		return DTRACE_CONSUME_NEXT;
	memcpy(&n, data->dtpda_data, sizeof(n));
	round = n / r->per_round;
	assert_in_range(round, 0, r->rounds * r->threads - 1);
	assert_int_equal(r->seen[n], 0);
	assert_int_equal(round % 2, 0);
	r->seen[n] = 1;
	r->delivered++;
	if (round != r->current && r->drops[DTRACEDROP_PRINCIPAL] == 0)
		assert_true(r->in_current == 0 ||
			    r->in_current == r->per_round);
	r->in_current = round == r->current ? r->in_current + 1 : 1;
	r->current = round;
	return DTRACE_CONSUME_NEXT;
}

static void consume(struct run *r)
{
	api_ok(r->dtp, dtrace_consume(r->dtp, stdout, NULL, on_rec, r));
	assert_int_not_equal(dtrace_status(r->dtp), -1);
}

static int count(const dtrace_aggdata_t *agg, void *arg)
{
	struct run *r = arg;

	r->counted[*(const int64_t *)api_key(agg)] = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	(void)sched_setaffinity(0, sizeof(set), &set);
}

/* Compile and enable the program. */
static void begin(struct run *r, void **state, const char *opts[][2],
		  const char *text)
{
	char pid[16], *argv[] = { (char *)"spec", pid, NULL };
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	r->dtp = api_open(state);
	for (; (*opts)[0]; opts++)
		api_ok(r->dtp, dtrace_setopt(r->dtp, (*opts)[0], (*opts)[1]));
	api_ok(r->dtp, dtrace_handle_drop(r->dtp, on_drop, r));
	prog = dtrace_program_strcompile(r->dtp, text, DTRACE_PROBESPEC_NAME,
					 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(r->dtp, dtrace_errno(r->dtp)));
	api_ok(r->dtp, dtrace_program_exec(r->dtp, prog, NULL));
}

/* Start the program, then the threads; consume until they have ended. */
static void run(struct run *r, void **state, const char *opts[][2],
		const char *text, void *(*work)(void *))
{
	struct worker w[THREADS];

	begin(r, state, opts, text);
	r->seen = calloc(r->rounds * r->threads, r->per_round);
	assert_non_null(r->seen);
	r->current = -1;
	r->until = getenv("DT_TEST_ROUNDS") ? INT64_MAX :
		gethrtime() + ENOUGH;
	r->running = r->threads;
	api_ok(r->dtp, dtrace_go(r->dtp));
	pthread_barrier_init(&r->step, NULL, r->threads);
	for (int i = 0; i < r->threads; i++) {
		w[i] = (struct worker){ .run = r, .number = i };
		assert_int_equal(pthread_create(&w[i].thread, NULL, work,
						&w[i]), 0);
	}
	api_until(__atomic_load_n(&r->done, __ATOMIC_ACQUIRE) >= r->unread);
	while (__atomic_load_n(&r->running, __ATOMIC_ACQUIRE)) {
		consume(r);
		usleep(r->consumer_sleep);
	}
	for (int i = 0; i < r->threads; i++)
		pthread_join(w[i].thread, NULL);
	tell(0, CHECK);
	api_ok(r->dtp, dtrace_stop(r->dtp));
	consume(r);
	api_ok(r->dtp, dtrace_aggregate_snap(r->dtp));
	api_ok(r->dtp, dtrace_aggregate_walk(r->dtp, count, r));
	dtrace_close(r->dtp);
	pthread_barrier_destroy(&r->step);
	free(r->seen);
}

/*
 * All threads record for one speculation, each on its own CPU if possible.  A
 * different one decides each time, as soon as all have recorded.
 */
static void *together(void *arg)
{
	struct worker *w = arg;
	struct run *r = w->run;

	pin(w->number % (int)sysconf(_SC_NPROCESSORS_ONLN));
	for (long i = 0; i < r->rounds; i++) {
		if (w->number == 0)
			tell(i, BEGIN_ONE);
		pthread_barrier_wait(&r->step);
		for (int k = 0; k < RECORDS; k++)
			tell((i * r->threads + w->number) * RECORDS + k,
			     RECORD);
		pthread_barrier_wait(&r->step);
		if (i / 2 % r->threads == w->number)
			tell(i, i % 2 == 0 ? COMMIT : DISCARD);
		if (w->number == 0 && gethrtime() > r->until)
			r->rounds = i + 1;
		pthread_barrier_wait(&r->step);
	}
	__atomic_sub_fetch(&r->running, 1, __ATOMIC_RELEASE);
	return NULL;
}

static const char shared_text[] =
	OWN "0/ { spec = speculation(); }"
	OWN "1/ { speculate(spec); trace((int64_t)arg1); }"
	OWN "2/ { commit(spec); }"
	OWN "3/ { discard(spec); }"
	OWN "4/ { @[0] = sum(speculation()); }";

static void many_cpus(void **state, long sleep, const char *temporal)
{
	const char *opts[][2] = {
		{ "bufsize", "4m" }, { temporal, NULL }, { NULL, NULL },
	};
	struct run r = { .rounds = rounds(), .consumer_sleep = sleep,
			 .threads = 2, .per_round = 2 * RECORDS };

	run(&r, state, opts, shared_text, together);
	for (size_t i = 0; i < sizeof(r.drops) / sizeof(r.drops[0]); i++)
		assert_int_equal(r.drops[i], 0);
	assert_int_equal(r.delivered, (r.rounds + 1) / 2 * r.per_round);
	assert_int_equal(r.counted[0], 1);
}

static void many_cpus_fast(void **state)
{
	many_cpus(state, 0, NULL);
}

static void many_cpus_slow(void **state)
{
	many_cpus(state, 20000, NULL);
}

static void many_cpus_by_time(void **state)
{
	many_cpus(state, 300, "temporal");
}

/* Each thread has its own speculations, if it gets an id. */
static void *alone(void *arg)
{
	struct worker *w = arg;
	struct run *r = w->run;

	for (long i = 0; i < r->rounds; i++) {
		long round = r->threads == 1 ? i : i * r->threads +
			     w->number / 2 * 2 + (i + w->number) % 2;

		tell(round, BEGIN_ONE);
		for (int k = 0; k < r->per_round; k++)
			tell(round * r->per_round + k, RECORD);
		tell(round, round % 2 == 0 ? COMMIT : DISCARD);
		__atomic_add_fetch(&r->done, 1, __ATOMIC_RELEASE);
	}
	__atomic_sub_fetch(&r->running, 1, __ATOMIC_RELEASE);
	return NULL;
}

/* 1: committed; 2: speculation() returned 0; 3: all; 5: left over. */
static const char own_text[] =
	OWN "0/ { self->spec = speculation(); @[3] = sum(1); }"
	OWN "0 && self->spec == 0/ { @[2] = sum(1); }"
	OWN "1 && self->spec/ { speculate(self->spec); "
	"trace((int64_t)arg1); }"
	OWN "2 && self->spec/ { @[1] = sum(1); }"
	OWN "2/ { commit(self->spec); self->spec = 0; }"
	OWN "3/ { discard(self->spec); self->spec = 0; }"
	OWN "4/ { @[5] = sum(speculation() != 0); @[5] = "
	"sum(speculation() != 0); }";

static void many_threads(void **state, const char *nspec, long sleep,
			 uint64_t left)
{
	const char *opts[][2] = {
		{ "bufsize", "8m" }, { "nspec", nspec }, { NULL, NULL },
	};
	struct run r = { .rounds = rounds(), .consumer_sleep = sleep,
			 .threads = THREADS, .per_round = RECORDS };

	run(&r, state, opts, own_text, alone);
	assert_int_equal(r.drops[DTRACEDROP_PRINCIPAL], 0);
	assert_int_equal(r.drops[DTRACEDROP_SPEC], 0);
	assert_int_equal(r.counted[3], r.rounds * THREADS);
	assert_int_equal(r.drops[DTRACEDROP_SPECUNAVAIL],
			 r.counted[2] + 2 - left);
	assert_int_equal(r.delivered, r.counted[1] * RECORDS);
	assert_int_equal(r.counted[5], left);
	if (strcmp(nspec, "100") == 0)
		assert_int_equal(r.delivered,
				 r.rounds * THREADS / 2 * RECORDS);
}

static void one_id(void **state)
{
	many_threads(state, "1", 0, 1);
}

static void two_ids(void **state)
{
	many_threads(state, "2", 1000, 2);
}

static void many_ids(void **state)
{
	many_threads(state, "100", 0, 2);
}

static void many_ids_slow(void **state)
{
	many_threads(state, "100", 20000, 2);
}

/*
 * No buffer is large enough, first without a reader, then with an occasional
 * one: losses are counted.
 */
static void without_room(void **state)
{
	long unread = 200 * sysconf(_SC_NPROCESSORS_CONF);
	const char *opts[][2] = {
		{ "bufsize", "4k" }, { "nspec", "100" }, { NULL, NULL },
	};
	struct run r = { .rounds = rounds(), .consumer_sleep = 5000,
			 .threads = THREADS, .per_round = RECORDS };

	r.unread = unread < r.rounds * THREADS ? unread : r.rounds * THREADS;
	r.drops[DTRACEDROP_PRINCIPAL] = 1;	/* some may be committed */
	run(&r, state, opts, own_text, alone);
	assert_true(r.drops[DTRACEDROP_PRINCIPAL] > 1);
	assert_true(r.delivered < (long)r.counted[1] * RECORDS);
	assert_true((r.counted[1] * RECORDS - r.delivered) / RECORDS <=
		    r.drops[DTRACEDROP_PRINCIPAL] - 1);
	assert_int_equal(r.drops[DTRACEDROP_SPEC], 0);
	assert_int_equal(r.counted[5], 2);
}

/* The first specsize bytes on a CPU are kept: here 3 records of 32. */
static void *pinned(void *arg)
{
	pin(0);
	return alone(arg);
}

static void beyond_specsize(void **state)
{
	const char *opts[][2] = {
		{ "bufsize", "8m" }, { "specsize", "100" }, { NULL, NULL },
	};
	struct run r = { .rounds = rounds(), .threads = 1,
			 .per_round = RECORDS };

	r.drops[DTRACEDROP_PRINCIPAL] = 1;	/* some are committed */
	run(&r, state, opts, own_text, pinned);
	assert_int_equal(r.drops[DTRACEDROP_PRINCIPAL], 1);
	assert_int_equal(r.counted[1], r.rounds / 2);
	assert_int_equal(r.delivered, r.rounds / 2 * 3);
	assert_int_equal(r.drops[DTRACEDROP_SPEC], r.rounds * (RECORDS - 3));
}

/* --- what callbacks see ------------------------------------------------ */

struct shown {
	int n;
	uint32_t epid[16];
	uint64_t time[16];
	char text[256];
};

static int on_probe(const dtrace_probedata_t *data, void *arg)
{
	struct shown *s = arg;
	uint32_t head[3];

	assert_in_range(s->n, 0, 15);
	memcpy(head, data->dtpda_data, sizeof(head));
	s->time[s->n] = (uint64_t)head[1] << 32 | head[2];
	s->epid[s->n++] = data->dtpda_edesc->dtepd_epid;
	return DTRACE_CONSUME_THIS;
}

static int print_all(const dtrace_probedata_t *data,
		     const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)arg;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

static int on_text(const dtrace_bufdata_t *data, void *arg)
{
	struct shown *s = arg;

	strncat(s->text, data->dtbda_buffered,
		sizeof(s->text) - strlen(s->text) - 1);
	return DTRACE_HANDLE_OK;
}

/*
 * A clause that only speculates is passed on, one that only decides is not;
 * committed records have the time of the commit.
 */
static void callbacks(void **state)
{
	struct shown s = { 0 };
	dtrace_hdl_t *dtp = api_open(state);

	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &s));
	api_enable(dtp, "BEGIN { spec = speculation(); } "
		   "BEGIN { speculate(spec); } "
		   "BEGIN { speculate(spec); printf(\"<%d>\", 5); } "
		   "BEGIN { printf(\"between\"); }"
		   "BEGIN { commit(spec); }"
		   "BEGIN { spec = speculation(); discard(spec); }"
		   "END { printf(\"after\"); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, NULL, on_probe, print_all, &s));
	dtrace_close(dtp);
	assert_string_equal(s.text, "between<5>after");
	assert_int_equal(s.n, 4);
	assert_true(s.epid[1] < s.epid[2] && s.epid[2] < s.epid[0] &&
		    s.epid[0] < s.epid[3]);
	assert_true(s.time[1] == s.time[2] && s.time[1] >= s.time[0] &&
		    s.time[1] < s.time[3]);
}

static int stop_at_second(const dtrace_probedata_t *data, void *arg)
{
	int *n = arg;

	(void)data;
	return ++*n == 2 ? DTRACE_CONSUME_ABORT : DTRACE_CONSUME_THIS;
}

/* A callback ends the call in the middle of a speculation. */
static void goes_on(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { spec = speculation(); } "
		"BEGIN { speculate(spec); } BEGIN { speculate(spec); } "
		"BEGIN { speculate(spec); } BEGIN { commit(spec); } "
		"BEGIN { trace(1); }");
	int n = 0;

	api_fails(dtp, dtrace_consume(dtp, stdout, stop_at_second, NULL, &n),
		  E_DIRABORT);
	assert_int_equal(n, 2);
	api_ok(dtp, dtrace_consume(dtp, stdout, stop_at_second, NULL, &n));
	assert_int_equal(n, 4);
	api_ok(dtp, dtrace_consume(dtp, stdout, stop_at_second, NULL, &n));
	assert_int_equal(n, 4);
	dtrace_close(dtp);
}

/* Read at the end, in one piece. */
static void policies(void **state)
{
	static const char *const policy[] = { "fill", "ring" };

	for (int i = 0; i < 2; i++) {
		struct shown s = { 0 };
		dtrace_hdl_t *dtp = api_open(state);

		api_ok(dtp, dtrace_setopt(dtp, "bufpolicy", policy[i]));
		api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
		api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &s));
		api_enable(dtp, "BEGIN { x = speculation(); } "
			   "BEGIN { speculate(x); trace(1); } "
			   "BEGIN { trace(2); } "
			   "BEGIN { speculate(x); trace(3); } "
			   "END { speculate(x); commit(x); } "
			   "END { x = speculation(); speculate(x); trace(4); }"
			   "END { discard(x); } END { trace(5); }");
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_stop(dtp));
		api_ok(dtp, dtrace_consume(dtp, NULL, on_probe, print_all,
					   &s));
		assert_string_equal(s.text, "2135");
		dtrace_close(dtp);
	}
}

static void program_info(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_proginfo_t info;

	dtrace_program_info(dtp, api_compile(dtp,
		"BEGIN { speculate(1); trace(1); } BEGIN { speculate(2); } "
		"BEGIN { commit(1); discard(2); }"), &info);
	assert_int_equal(info.dpi_speculations, 2);
	assert_int_equal(info.dpi_recgens, 3);
	dtrace_close(dtp);
}

static void refused(void **state, const char *opt, const char *value, int err)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_ok(dtp, dtrace_setopt(dtp, "bufresize", "manual"));
	api_ok(dtp, dtrace_setopt(dtp, opt, value));
	api_enable(dtp, "BEGIN { speculate(speculation()); }");
	api_fails(dtp, dtrace_go(dtp), err);
	assert_true(dtrace_errmsg(dtp, err)[0] != '\0');
	dtrace_close(dtp);
}

static void check_opt(dtrace_hdl_t *dtp, const char *opt, int64_t value)
{
	dtrace_optval_t v;

	api_ok(dtp, dtrace_getopt(dtp, opt, &v));
	assert_int_equal(v, value);
}

static void options(void **state)
{
	dtrace_optval_t size;
	dtrace_hdl_t *dtp;

	refused(state, "nspec", "4097", E_BADOPTVAL);
	refused(state, "specsize", "7", E_BUFTOOSMALL);
	refused(state, "specsize", "1t", ENOMEM);
	dtp = api_go(state, "BEGIN { trace(1); }");
	check_opt(dtp, "specsize", 0);
	dtrace_close(dtp);
	dtp = api_open(state);
	api_ok(dtp, dtrace_setopt(dtp, "nspec", "4096"));
	api_ok(dtp, dtrace_setopt(dtp, "specsize", "4m"));
	api_enable(dtp, "BEGIN { speculate(speculation()); }");
	api_ok(dtp, dtrace_go(dtp));
	check_opt(dtp, "nspec", 4096);
	api_ok(dtp, dtrace_getopt(dtp, "specsize", &size));
	assert_in_range(size, 4096, (4 << 20) - 1);
	dtrace_close(dtp);
}

/* No ids at all: every speculation() fails, and is counted. */
static void no_ids(void **state)
{
	struct run r = { .per_round = 1 };

	r.dtp = api_open(state);
	api_ok(r.dtp, dtrace_setopt(r.dtp, "nspec", "0"));
	api_ok(r.dtp, dtrace_handle_drop(r.dtp, on_drop, &r));
	api_enable(r.dtp, "BEGIN { speculate(speculation()); } "
		   "BEGIN { commit(speculation()); }");
	api_ok(r.dtp, dtrace_go(r.dtp));
	api_ok(r.dtp, dtrace_stop(r.dtp));
	assert_int_equal(r.drops[DTRACEDROP_SPECUNAVAIL], 2);
	dtrace_close(r.dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(callbacks), ON_BOTH(goes_on), ON_BOTH(policies),
		ON_BOTH(program_info), ON_BOTH(options), ON_BOTH(no_ids),
		ON_KERNEL(many_cpus_fast), ON_KERNEL(many_cpus_slow),
		ON_KERNEL(many_cpus_by_time), ON_KERNEL(one_id),
		ON_KERNEL(two_ids), ON_KERNEL(many_ids),
		ON_KERNEL(many_ids_slow), ON_KERNEL(without_room),
		ON_KERNEL(beyond_specsize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
