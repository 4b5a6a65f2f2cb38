/* SPDX-License-Identifier: MIT */
/*
 * A callback leaves the library for good: by longjmp(), as interpreters raise
 * errors, or by ending its thread, which unwinds like an exception.  The next
 * call continues after the data passed to the callback, from any depth of the
 * stack; a call inside the callback itself is refused as usual.
 * emulated: shared
 */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include "api.h"

#define NRECORDS 12

struct left {
	dtrace_hdl_t *dtp;
	jmp_buf back;
	int at;				/* leave at this call, -1: never */
	int calls;
	int seen[NRECORDS + 1];		/* how often each was given */
	bool by_exit;			/* leave by ending the thread */
	unsigned int nested;		/* calls inside that were refused */
};

static const char records[] =
	"BEGIN { trace(1); } BEGIN { trace(2); } BEGIN { trace(3); }"
	"BEGIN { trace(4); } BEGIN { trace(5); } BEGIN { trace(6); }"
	"BEGIN { trace(7); } BEGIN { trace(8); } BEGIN { trace(9); }"
	"BEGIN { trace(10); } BEGIN { trace(11); } BEGIN { trace(12); }";

static void leave(struct left *l)
{
	if (l->calls++ != l->at)
		return;
	/* a nested call is refused until this one has been left */
	l->nested += dtrace_consume(l->dtp, stdout, NULL, api_skip_rec,
				    NULL) == -1 &&
		dtrace_errno(l->dtp) == EBUSY;
	if (l->by_exit)
		pthread_exit(NULL);
	longjmp(l->back, 1);
}

static int take(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		void *arg)
{
	struct left *l = arg;

	if (rec) {
		l->seen[*(int *)data->dtpda_data]++;
		leave(l);
	}
	return DTRACE_CONSUME_NEXT;
}

static int consume(struct left *l)
{
	return dtrace_consume(l->dtp, stdout, NULL, take, l);
}

/* Call below a part of the stack that stays unwritten. */
static int __attribute__((noinline)) consume_deeper(struct left *l, int depth)
{
	volatile char unused[512];
	int rc;

	(void)unused;
	rc = depth > 0 ? consume_deeper(l, depth - 1) : consume(l);
	__asm__ volatile("" : : "r" (unused) : "memory");
	return rc;
}

static int at_depth(struct left *l, int depth)
{
	return depth < 0 ? consume(l) : consume_deeper(l, depth);
}

/* All remaining data, each record once. */
static void rest(struct left *l, int depth)
{
	l->at = -1;
	api_ok(l->dtp, at_depth(l, depth));
	for (int i = 1; i <= NRECORDS; i++)
		assert_int_equal(l->seen[i], 1);
	assert_int_equal(l->nested, 1);
}

static void records_left_at(void **state, int at, const int depth[2])
{
	struct left l = { .at = at };

	l.dtp = api_go(state, records);
	if (setjmp(l.back) == 0) {
		(void)at_depth(&l, depth[0]);
		fail();
	}
	rest(&l, depth[1]);
	dtrace_close(l.dtp);
}

static void records_left(void **state)
{
	static const int depths[][2] = {
		{ -1, -1 }, { -1, 0 }, { -1, 5 }, { -1, 40 }, { 5, -1 },
		{ 40, 0 }, { 0, 1 }, { 3, 2 },
	};

	for (int i = 0; i < NRECORDS; i++)
		records_left_at(state, i, depths[i % 8]);
}

static void *consume_and_end(void *arg)
{
	(void)consume(arg);
	return arg;
}

static void thread_ends(void **state)
{
	for (int i = 0; i < NRECORDS; i += 5) {
		struct left l = { .at = i, .by_exit = true };
		pthread_t t;
		void *rv;

		l.dtp = api_go(state, records);
		assert_int_equal(pthread_create(&t, NULL, consume_and_end, &l),
				 0);
		assert_int_equal(pthread_join(t, &rv), 0);
		assert_null(rv);
		rest(&l, -1);
		dtrace_close(l.dtp);
	}
}

/* --- walks --------------------------------------------------------------- */

static const char entries[] =
	"BEGIN { @a[1] = sum(1); @a[2] = sum(2); @a[3] = sum(3);"
	"@b[1] = sum(10); @b[3] = sum(30); }";

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int64_t sum(dtrace_hdl_t *dtp)
{
	int64_t n = 0;

	api_ok(dtp, dtrace_aggregate_walk_sorted(dtp, add, &n));
	return n;
}

static int entry(const dtrace_aggdata_t *agg, void *arg)
{
	struct left *l = arg;

	/* this change is lost when the walk is left */
	((dtrace_aggdata_t *)(uintptr_t)agg)->dtada_normal = 7;
	if (l->calls == l->at) {
		l->nested += dtrace_aggregate_snap(l->dtp) == -1 &&
			dtrace_errno(l->dtp) == EBUSY;
		dtrace_aggregate_clear(l->dtp);
	}
	leave(l);
	return DTRACE_AGGWALK_NEXT;
}

static int joined(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	(void)n;
	return entry(aggs[0], arg);
}

static int text(const dtrace_bufdata_t *buf, void *arg)
{
	(void)buf;
	leave(arg);
	return DTRACE_HANDLE_OK;
}

static int walk(struct left *l, int how)
{
	dtrace_aggvarid_t vars[] = { 1, 2 };

	switch (how) {
	case 0:
		return dtrace_aggregate_walk(l->dtp, entry, l);
	case 1:
		return dtrace_aggregate_walk_sorted(l->dtp, entry, l);
	case 2:
		return dtrace_aggregate_walk_joined(l->dtp, vars, 2, joined, l);
	}
	return dtrace_aggregate_print(l->dtp, NULL, NULL);
}

static int remove_all(const dtrace_aggdata_t *agg, void *arg)
{
	assert_int_equal(agg->dtada_normal, 1);
	++*(int *)arg;
	return DTRACE_AGGWALK_REMOVE;
}

/*
 * A call that was left blocks nothing: snapshots, records, clearing, removal.
 */
static void all_works(struct left *l)
{
	int n = 0;

	api_ok(l->dtp, dtrace_aggregate_snap(l->dtp));
	api_ok(l->dtp, dtrace_consume(l->dtp, stdout, NULL, api_skip_rec,
				      NULL));
	assert_int_equal(sum(l->dtp), 46);
	api_ok(l->dtp, dtrace_aggregate_walk(l->dtp, remove_all, &n));
	assert_int_equal(n, 5);
	dtrace_aggregate_clear(l->dtp);
	assert_int_equal(sum(l->dtp), 0);
}

static void walk_left_at(void **state, int how, int at)
{
	struct left l = { .at = at };
	volatile int again = 0;

	l.dtp = api_open(state);
	api_ok(l.dtp, dtrace_setopt(l.dtp, "aggtop", "1"));
	api_ok(l.dtp, dtrace_handle_buffered(l.dtp, text, &l));
	api_enable(l.dtp, entries);
	api_ok(l.dtp, dtrace_go(l.dtp));
	api_ok(l.dtp, dtrace_aggregate_snap(l.dtp));
	/* Leave several, one after another */
	if (setjmp(l.back) != 0)
		again++;
	l.calls = 0;
	if (again < 3) {
		int rc = walk(&l, how);

		fail_msg("walk %d ended with %d after %d calls", how, rc,
			 l.calls);
	}
	l.at = -1;
	assert_int_equal(l.nested, how == 3 ? 3 : 6);
	all_works(&l);
	dtrace_close(l.dtp);
}

static void walks_left(void **state)
{
	for (int at = 0; at < 3; at++)
		for (int how = 0; how < 4; how++)
			walk_left_at(state, how, at);
}

static int leave_entry(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	leave(arg);
	return DTRACE_AGGWALK_NEXT;
}

static int outer(const dtrace_aggdata_t *agg, void *arg)
{
	struct left *l = arg;
	volatile int64_t value = *api_value(agg);

	l->calls = l->at = 0;
	if (setjmp(l->back) == 0) {
		(void)dtrace_aggregate_walk(l->dtp, leave_entry, l);
		fail();
	}
	/* This walk is still active */
	api_fails(l->dtp, dtrace_aggregate_snap(l->dtp), EBUSY);
	return value == 2 ? DTRACE_AGGWALK_REMOVE : DTRACE_AGGWALK_CLEAR;
}

/* A walk continues if its callback catches the exit from an inner walk. */
static void inner_left(void **state)
{
	struct left l = { .at = 0 };
	int n = 0;

	l.dtp = api_snap(state, entries);
	api_ok(l.dtp, dtrace_aggregate_walk_keysorted(l.dtp, outer, &l));
	assert_int_equal(sum(l.dtp), 0);
	api_ok(l.dtp, dtrace_aggregate_walk(l.dtp, remove_all, &n));
	assert_int_equal(n, 4);
	dtrace_close(l.dtp);
}

/* --- other callbacks ----------------------------------------------------- */

static int drop(const dtrace_dropdata_t *data, void *arg)
{
	struct left *l = arg;

	l->seen[0] += (int)data->dtdda_drops;
	if (l->calls++ == l->at)
		longjmp(l->back, 1);
	return DTRACE_HANDLE_OK;
}

/* The buffers are full before go returns. */
#define KEYS(n) "@a[" n "0] = count(); @a[" n "1] = count(); @a[" n "2] = " \
	"count(); @a[" n "3] = count(); @a[" n "4] = count(); "
#define MANY_KEYS "BEGIN { " KEYS("1") KEYS("2") KEYS("3") KEYS("4") \
	KEYS("5") KEYS("6") KEYS("7") KEYS("8") KEYS("9") KEYS("10") \
	KEYS("11") KEYS("12") KEYS("13") KEYS("14") KEYS("15") "}"
#define RECORD "BEGIN { trace(probename); } "

static const struct {
	const char *program;
	bool stops, snaps;		/* stop first; drops are met by snap */
} lossy[] = {
	{ MANY_KEYS, true, true }, { MANY_KEYS, false, true },
	{ RECORD RECORD RECORD RECORD, true, false },
	{ RECORD RECORD RECORD RECORD, false, false },
};

static void meet_drops(struct left *l, size_t i)
{
	if (lossy[i].stops)
		api_ok(l->dtp, dtrace_stop(l->dtp));
	if (lossy[i].snaps)
		api_ok(l->dtp, dtrace_aggregate_snap(l->dtp));
	else
		api_ok(l->dtp, dtrace_consume(l->dtp, stdout, NULL,
					      api_skip_rec, NULL));
	fail();
}

/* Drops that were passed to a handler that left are not reported again. */
static void drops_left_with(void **state, size_t i)
{
	struct left l = { .at = 0 };
	int total;

	l.dtp = api_open(state);
	api_ok(l.dtp, dtrace_setopt(l.dtp, "aggsize", "1k"));
	api_ok(l.dtp, dtrace_setopt(l.dtp, "bufsize", "2k"));
	api_ok(l.dtp, dtrace_setopt(l.dtp, "strsize", "700"));
	api_ok(l.dtp, dtrace_handle_drop(l.dtp, drop, &l));
	api_enable(l.dtp, lossy[i].program);
	api_ok(l.dtp, dtrace_go(l.dtp));
	if (setjmp(l.back) == 0)
		meet_drops(&l, i);
	total = l.seen[0];
	assert_true(total > 0);
	api_ok(l.dtp, dtrace_stop(l.dtp));
	api_ok(l.dtp, dtrace_aggregate_snap(l.dtp));
	api_ok(l.dtp, dtrace_consume(l.dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(l.seen[0], total);
	dtrace_close(l.dtp);
}

static void drops_left(void **state)
{
	for (size_t i = 0; i < sizeof(lossy) / sizeof(lossy[0]); i++)
		drops_left_with(state, i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(records_left),
		ON_BOTH(thread_ends),
		ON_VM(walks_left),
		ON_VM(inner_left),
		ON_BOTH(drops_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
