/* SPDX-License-Identifier: MIT */
/*
 * Callbacks that abort a call, or return an invalid value: the call fails, and
 * later calls get each record that was not passed on exactly once.
 * emulated: shared
 */
#include "api.h"

enum place { NOWHERE, PROBE, RECORD, AFTER, TEXT, FAULT, DROP, OPTION };

/* The callbacks seen, a letter each, and the answer of one of them. */
struct log {
	char seen[64];
	enum place place;
	int at;				/* the call that aborts, from 1 */
	int answer;
	int calls;			/* calls of that place */
};

static void see(struct log *l, char what)
{
	size_t n = strlen(l->seen);

	assert_in_range(n, 0, sizeof(l->seen) - 2);
	l->seen[n] = what;
}

static int reply(struct log *l, enum place place, int usual)
{
	return l->place == place && ++l->calls == l->at ? l->answer : usual;
}

static int on_probe(const dtrace_probedata_t *data, void *arg)
{
	(void)data;
	return reply(arg, PROBE, DTRACE_CONSUME_THIS);
}

/* A record counts when its last datum is passed on; its first is its letter. */
static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct log *l = arg;

	if (!rec)
		return reply(l, AFTER, DTRACE_CONSUME_NEXT);
	if (rec->dtrd_action == DTRACEACT_EXIT)
		return DTRACE_CONSUME_NEXT;
	if (rec == data->dtpda_edesc->dtepd_rec)
		see(l, *(char *)data->dtpda_data);
	return reply(l, RECORD, l->place == TEXT ? DTRACE_CONSUME_THIS :
		     DTRACE_CONSUME_NEXT);
}

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	(void)buf;
	return reply(arg, TEXT, DTRACE_HANDLE_OK);
}

static int on_fault(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	see(arg, 'F');
	return reply(arg, FAULT, DTRACE_HANDLE_OK);
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	for (uint64_t i = 0; i < drop->dtdda_drops; i++)
		see(arg, 'D');
	return reply(arg, DROP, DTRACE_HANDLE_OK);
}

static int on_option(const dtrace_setoptdata_t *opt, void *arg)
{
	assert_string_equal(opt->dtsda_option, "quiet");
	see(arg, 'O');
	return reply(arg, OPTION, DTRACE_HANDLE_OK);
}

/* Letters of records, a fault, an option, a record that is too large. */
static const char program[] =
	"int zero; "
	"BEGIN { trace('a'); trace(1); } "
	"BEGIN { trace('b'); trace(2); } "
	"BEGIN { trace(1 / zero); } "
	"BEGIN { trace('c'); setopt(\"quiet\"); trace(3); } "
	"BEGIN { trace(\"too large for \"); trace(\"the buffer\"); } "
	"BEGIN { trace('d'); trace(4); } "
	"END { trace('e'); trace(5); }";

static dtrace_hdl_t *start(void **state, struct log *l, const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "1536"));
	api_ok(dtp, dtrace_setopt(dtp, "strsize", "1k"));
	api_ok(dtp, dtrace_handle_err(dtp, on_fault, l));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, l));
	api_ok(dtp, dtrace_handle_setopt(dtp, on_option, l));
	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, l));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	return dtp;
}

/* One call that fails (err) or succeeds (0), then the rest of the run. */
static void check(void **state, struct log l, int err, const char *first,
		  const char *all)
{
	dtrace_hdl_t *dtp = start(state, &l, program);
	int rc = dtrace_consume(dtp, NULL, on_probe, on_rec, &l);

	if (err)
		api_fails(dtp, rc, err);
	else
		api_ok(dtp, rc);
	if (strcmp(l.seen, first) != 0)
		fail_msg("place %d at %d: %s, not %s", l.place, l.at, l.seen,
			 first);
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(dtrace_work(dtp, NULL, on_probe, on_rec, &l),
			 DTRACE_WORKSTATUS_DONE);
	if (strcmp(l.seen, all) != 0)
		fail_msg("place %d at %d: in the end %s, not %s", l.place,
			 l.at, l.seen, all);
	dtrace_close(dtp);
}

/* The failed firing is not repeated; its drop is reported later. */
static void consume_fails(void **state, int answer, int err)
{
	static const struct {
		enum place place;
		int at;
		const char *first, *all;
	} v[] = {
		{ PROBE, 1, "", "bFcOdDe" }, { PROBE, 2, "a", "aFcOdDe" },
		{ PROBE, 4, "abFcOD", "abFcODe" },
		{ RECORD, 1, "a", "abFcOdDe" }, { RECORD, 2, "a", "abFcOdDe" },
		{ RECORD, 5, "abFc", "abFcdDe" },
		{ RECORD, 6, "abFcO", "abFcOdDe" },
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		check(state, (struct log){ .place = v[i].place,
		      .at = v[i].at, .answer = answer }, err, v[i].first,
		      v[i].all);
}

static void consume_aborts(void **state)
{
	consume_fails(state, DTRACE_CONSUME_ABORT, E_DIRABORT);
}

static void consume_nonsense(void **state)
{
	consume_fails(state, 99, E_BADRVAL);
	consume_fails(state, -1, E_BADRVAL);
}

/* The answer to the call after the last datum is ignored. */
static void after_record(void **state)
{
	const struct log l = { .place = AFTER, .at = 1,
			       .answer = DTRACE_CONSUME_ABORT };

	check(state, l, 0, "abFcOdD", "abFcOdDe");
}

/* A handler ends the call with only one of its answers. */
static void handlers(void **state)
{
	static const struct {
		enum place place;
		int at, err;
		const char *first, *all;
	} v[] = {
		{ TEXT, 1, E_DIRABORT, "a", "abFcOdDe" },
		{ TEXT, 4, E_DIRABORT, "ab", "abFcOdDe" },
		{ FAULT, 1, E_ERRABORT, "abF", "abFcOdDe" },
		{ OPTION, 1, E_DIRABORT, "abFcO", "abFcOdDe" },
		{ DROP, 1, E_DROPABORT, "abFcOdD", "abFcOdDe" },
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct log l = { .place = v[i].place, .at = v[i].at };

		l.answer = DTRACE_HANDLE_ABORT;
		check(state, l, v[i].err, v[i].first, v[i].all);
		l.answer = 99;
		check(state, l, 0, "abFcOdD", "abFcOdDe");
	}
}

/* Every firing is aborted once: none is repeated or missing. */
static void abort_each(void **state)
{
	struct log l = { .place = PROBE, .answer = DTRACE_CONSUME_ABORT };
	dtrace_hdl_t *dtp = start(state, &l, program);
	int aborts = 0;

	api_ok(dtp, dtrace_stop(dtp));
	for (;;) {
		l.at = l.calls + 1;
		if (dtrace_consume(dtp, NULL, on_probe, on_rec, &l) == 0)
			break;
		assert_int_equal(dtrace_errno(dtp), E_DIRABORT);
		assert_in_range(++aborts, 1, 5);
	}
	assert_int_equal(aborts, 5);	/* a b c d e */
	assert_string_equal(l.seen, "FD");
	dtrace_close(dtp);
}

/* Losses of no CPU: the status fails once, then succeeds. */
static void status_aborts(void **state)
{
	struct log l = { .place = DROP, .at = 1,
			 .answer = DTRACE_HANDLE_ABORT };
	dtrace_hdl_t *dtp = start(state, &l, "int zero; BEGIN { trace('a'); } "
		"BEGIN { trace(1 / zero); } ERROR { trace(2 / zero); }");

	api_fails(dtp, dtrace_status(dtp), E_DROPABORT);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	assert_string_equal(l.seen, "D");
	assert_int_equal(dtrace_work(dtp, NULL, on_probe, on_rec, &l),
			 DTRACE_WORKSTATUS_OKAY);
	assert_string_equal(l.seen, "DaF");
	dtrace_close(dtp);
}

/* The same in stop: tracing ends even so. */
static void stop_aborts(void **state)
{
	struct log l = { .place = DROP, .at = 1,
			 .answer = DTRACE_HANDLE_ABORT };
	dtrace_hdl_t *dtp = start(state, &l, "int zero; END { trace('a'); } "
		"END { trace(1 / zero); } ERROR { trace(2 / zero); }");

	api_fails(dtp, dtrace_stop(dtp), E_DROPABORT);
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	assert_int_equal(dtrace_work(dtp, NULL, on_probe, on_rec, &l),
			 DTRACE_WORKSTATUS_DONE);
	assert_string_equal(l.seen, "DaF");
	dtrace_close(dtp);
}

/* --- walks ------------------------------------------------------------- */

struct walk {
	int calls, at, answer;
	int64_t sum;
};

static int on_entry(const dtrace_aggdata_t *agg, void *arg)
{
	struct walk *w = arg;

	w->sum += *api_value(agg);
	errno = EUCLEAN;
	return ++w->calls == w->at ? w->answer : DTRACE_AGGWALK_NEXT;
}

static int on_bundle(const dtrace_aggdata_t **agg, const int n, void *arg)
{
	struct walk *w = arg;

	assert_int_equal(n, 2);
	w->sum += *api_value(agg[1]);
	return ++w->calls == w->at ? w->answer : DTRACE_AGGWALK_NEXT;
}

static const char counts[] =
	"BEGIN { @a[1] = sum(1); @a[2] = sum(2); @a[3] = sum(4); }";

/* A walk stops when its callback says so, and can be repeated. */
static void walks(void **state)
{
	static const struct {
		int answer, err;
	} v[] = {
		{ DTRACE_AGGWALK_ABORT, E_DIRABORT },
		{ DTRACE_AGGWALK_ERROR, EUCLEAN },
		{ 6, E_BADRVAL }, { 99, E_BADRVAL }, { -2, E_BADRVAL },
	};
	dtrace_hdl_t *dtp = api_snap(state, counts);

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct walk w = { .at = 2, .answer = v[i].answer };

		api_fails(dtp, dtrace_aggregate_walk_keysorted(dtp, on_entry,
			  &w), v[i].err);
		assert_int_equal(w.calls, 2);
		assert_int_equal(w.sum, 3);
	}
	for (int i = 0; i < 2; i++) {
		struct walk w = { 0 };

		api_ok(dtp, dtrace_aggregate_walk(dtp, on_entry, &w));
		assert_int_equal(w.sum, 7);
	}
	dtrace_close(dtp);
}

/* Only -1 stops a joined walk. */
static void joined(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, counts);
	struct walk w = { .at = 2, .answer = -1 };
	dtrace_aggvarid_t var = 1;

	assert_int_equal(dtrace_aggregate_walk_joined(dtp, &var, 1, on_bundle,
			 &w), -1);
	assert_int_equal(w.calls, 2);
	w = (struct walk){ .at = 2, .answer = 99 };
	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, &var, 1, on_bundle, &w));
	assert_int_equal(w.sum, 7);
	dtrace_close(dtp);
}

/* A consumer's own walker that gives up, and text without a reader. */
static int give_up(dtrace_hdl_t *dtp, dtrace_aggregate_f *func, void *arg)
{
	(void)dtp;
	(void)func;
	(void)arg;
	return -1;
}

static void prints(void **state)
{
	struct log l = { .place = TEXT, .at = 4,
			 .answer = DTRACE_HANDLE_ABORT };
	dtrace_hdl_t *dtp = start(state, &l, counts);

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	assert_int_equal(dtrace_aggregate_print(dtp, NULL, give_up), -1);
	assert_int_equal(l.calls, 0);
	api_fails(dtp, dtrace_aggregate_print(dtp, NULL, NULL), E_DIRABORT);
	assert_int_equal(l.calls, 4);
	l.calls = l.at = 0;
	api_ok(dtp, dtrace_aggregate_print(dtp, NULL, NULL));
	assert_int_equal(l.calls, 3 * 3);	/* key, value, end of line */
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(consume_aborts), ON_BOTH(consume_nonsense),
		ON_BOTH(after_record), ON_BOTH(handlers), ON_BOTH(abort_each),
		ON_BOTH(status_aborts), ON_BOTH(stop_aborts), ON_BOTH(walks),
		ON_BOTH(joined), ON_BOTH(prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
