/* SPDX-License-Identifier: MIT */
/*
 * dtrace_handle_drop, dtrace_handle_err.
 * emulated: shared
 */
#include "api.h"

struct got {
	dtrace_hdl_t *dtp;
	int calls, answer, kind, cpu, fault, action;
	uint64_t drops;
	char msg[256], probe[64];
};

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct got *got = arg;

	assert_ptr_equal(drop->dtdda_handle, got->dtp);
	got->calls++;
	got->kind = drop->dtdda_kind;
	got->cpu = drop->dtdda_cpu;
	got->drops += drop->dtdda_drops;
	snprintf(got->msg, sizeof(got->msg), "%s", drop->dtdda_msg);
	return got->answer;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	struct got *got = arg;

	assert_ptr_equal(err->dteda_handle, got->dtp);
	got->calls++;
	got->fault = err->dteda_fault;
	got->action = err->dteda_action;
	snprintf(got->msg, sizeof(got->msg), "%s", err->dteda_msg);
	snprintf(got->probe, sizeof(got->probe), "%s",
		 err->dteda_pdesc->dtpd_name);
	return got->answer;
}

/* A record larger than the buffer, and one that fits. */
static dtrace_hdl_t *go_with_drop(void **state, struct got *got)
{
	dtrace_hdl_t *dtp = api_open(state);

	got->dtp = dtp;
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "512"));
	api_ok(dtp, dtrace_setopt(dtp, "strsize", "1024"));
	if (got->answer != 99)
		api_ok(dtp, dtrace_handle_drop(dtp, on_drop, got));
	api_enable(dtp, "BEGIN { trace(\"a\"); trace(\"b\"); trace(\"c\"); "
		   "trace(\"d\"); } BEGIN { exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	return dtp;
}

static void principal_drop(void **state)
{
	struct got got = { .answer = DTRACE_HANDLE_OK };
	dtrace_hdl_t *dtp = go_with_drop(state, &got);
	char want[64];

	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_DONE);
	assert_int_equal(got.calls, 1);
	assert_int_equal(got.kind, DTRACEDROP_PRINCIPAL);
	assert_int_equal(got.drops, 1);
	snprintf(want, sizeof(want), "1 drop on CPU %d\n", got.cpu);
	assert_string_equal(got.msg, want);
	dtrace_close(dtp);
}

/* The message of the last failure has this text, on one line. */
static void message_has(dtrace_hdl_t *dtp, const char *text)
{
	const char *msg = dtrace_errmsg(dtp, dtrace_errno(dtp));

	assert_non_null(strstr(msg, text));
	assert_null(strchr(msg, '\n'));
}

static void drop_aborts(void **state)
{
	struct got got = { .answer = DTRACE_HANDLE_ABORT };
	dtrace_hdl_t *dtp = go_with_drop(state, &got);

	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(dtp), E_DROPABORT);
	message_has(dtp, "handler of dtrace_handle_drop(): 1 drop on CPU ");
	dtrace_close(dtp);

	got = (struct got){ .answer = 99 };
	dtp = go_with_drop(state, &got);
	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(dtp), E_DROPABORT);
	message_has(dtp, "dropped: 1 drop on CPU ");
	message_has(dtp, "(register a handler with dtrace_handle_drop() ");
	dtrace_close(dtp);
}

/* More keys than the buffer holds: those that fit still count. */
static char *many_keys(int n)
{
	char *text = malloc(n * 48 + 64);
	size_t len;

	assert_non_null(text);
	len = snprintf(text, 64, "BEGIN { ");
	for (int i = 0; i < n; i++)
		len += snprintf(text + len, 48, "@[%dLL, %dLL] = sum(1); ", i,
				i);
	snprintf(text + len, 64, "@[0LL, 0LL] = sum(1); }");
	return text;
}

static int add_value(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void aggregation_drop(void **state)
{
	const int nkeys = 60;
	dtrace_hdl_t *dtp = api_open(state);
	struct got got = { .dtp = dtp };
	char *text = many_keys(nkeys);
	int64_t sum = 0;
	char want[64];

	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "1k"));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &got));
	api_enable(dtp, text);
	free(text);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add_value, &sum));
	assert_int_equal(got.calls, 1);
	assert_int_equal(got.kind, DTRACEDROP_AGGREGATION);
	assert_true(got.drops > 0 && got.drops < (uint64_t)nkeys);
	assert_int_equal(sum + got.drops, nkeys + 1);
	snprintf(want, sizeof(want), "%lu aggregation drops on CPU %d\n",
		 got.drops, got.cpu);
	assert_string_equal(got.msg, want);
	dtrace_close(dtp);
}

/* A tag before the message, with option errtags. */
static void drop_tags(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct got got = { .dtp = dtp };
	static const char tag[] = "[DTRACEDROP_PRINCIPAL] ";

	api_ok(dtp, dtrace_setopt(dtp, "droptags", NULL));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64"));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &got));
	api_enable(dtp, "BEGIN { trace(\"a\"); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(got.calls, 1);
	assert_memory_equal(got.msg, tag, strlen(tag));
	dtrace_close(dtp);
}

static const char faulty[] =
	"int zero; BEGIN { trace(1); trace(1 / zero); trace(2); } "
	"BEGIN { trace(3); }";

static void error(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct got got = { .dtp = dtp };

	api_ok(dtp, dtrace_handle_err(dtp, on_err, &got));
	api_enable(dtp, faulty);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(got.calls, 1);
	assert_int_equal(got.fault, DTRACEFLT_DIVZERO);
	assert_int_equal(got.action, 2);
	assert_string_equal(got.probe, "BEGIN");
	assert_non_null(strstr(got.msg, "dtrace:::BEGIN): divide-by-zero in "
			       "action #2"));
	assert_int_equal(got.msg[strlen(got.msg) - 1], '\n');
	dtrace_close(dtp);
}

static void error_aborts(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct got got = { .dtp = dtp, .answer = DTRACE_HANDLE_ABORT };

	api_ok(dtp, dtrace_handle_err(dtp, on_err, &got));
	api_enable(dtp, faulty);
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL),
		  E_ERRABORT);
	message_has(dtp, "handler of dtrace_handle_err(): error on enabled ");
	dtrace_close(dtp);

	dtp = api_go(state, faulty);	/* no handler */
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL),
		  E_ERRABORT);
	message_has(dtp, "dtrace:::BEGIN): divide-by-zero in action #2 "
		    "(register a handler with dtrace_handle_err() ");
	dtrace_close(dtp);
}

static void registration(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct got got = { .dtp = dtp };

	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &got));
	api_fails(dtp, dtrace_handle_drop(dtp, on_drop, &got), EALREADY);
	api_ok(dtp, dtrace_handle_err(dtp, on_err, &got));
	api_fails(dtp, dtrace_handle_err(dtp, on_err, &got), EALREADY);
	/* setting it after the program and before go is early enough */
	dtrace_close(dtp);
	dtp = api_open(state);
	got = (struct got){ .dtp = dtp };
	api_enable(dtp, faulty);
	api_ok(dtp, dtrace_handle_err(dtp, on_err, &got));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(got.calls, 1);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(registration), ON_BOTH(principal_drop),
		ON_BOTH(drop_aborts), ON_BOTH(aggregation_drop),
		ON_BOTH(drop_tags), ON_BOTH(error), ON_BOTH(error_aborts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
