/* SPDX-License-Identifier: MIT */
/*
 * dtrace_losses: losses by kind, CPU and reason, and their sums.
 * emulated: shared
 */
#include <inttypes.h>
#include "api.h"

struct sums {
	int calls, at, answer;
	uint64_t v[DTRACEDROP_DBLERROR + 1][DTRACELOSS_FAULT + 1];
	char msg[256];
	dtrace_hdl_t *dtp;
};

static int on_loss(const dtrace_lossdata_t *loss, void *arg)
{
	struct sums *s = arg;

	assert_ptr_equal(loss->dtlda_handle, s->dtp);
	assert_true(loss->dtlda_count > 0);
	s->v[loss->dtlda_kind][loss->dtlda_why] += loss->dtlda_count;
	snprintf(s->msg, sizeof(s->msg), "%s", loss->dtlda_msg);
	return ++s->calls == s->at ? s->answer : 0;
}

static struct sums losses(dtrace_hdl_t *dtp)
{
	struct sums s = { .dtp = dtp };

	api_ok(dtp, dtrace_losses(dtp, on_loss, &s));
	return s;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	*(uint64_t *)arg += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	(void)arg;
	return DTRACE_HANDLE_OK;
}

#define KEYS(n) "@[" n "0, 1LL] = count(); @[" n "1, 1LL] = count(); " \
	"@[" n "2, 1LL] = count(); @[" n "3, 1LL] = count(); "
#define NKEYS 48

/* Two records that are too large, too many keys, a fault in ERROR. */
static const char lossy[] =
	"int zero; "
	"BEGIN { trace(\"a\"); trace(\"b\"); trace(\"c\"); trace(\"d\"); } "
	"BEGIN { trace(\"a\"); trace(\"b\"); trace(\"c\"); trace(\"d\"); } "
	"BEGIN { " KEYS("1") KEYS("2") KEYS("3") KEYS("4") KEYS("5")
	KEYS("6") KEYS("7") KEYS("8") KEYS("9") KEYS("10") KEYS("11")
	KEYS("12") "} "
	"BEGIN { trace(1 / zero); } ERROR { trace(2 / zero); }";

static dtrace_hdl_t *start(void **state, uint64_t *told)
{
	static const char *const opts[][2] = {
		{ "bufsize", "512" }, { "aggsize", "1k" },
		{ "strsize", "1024" },
	};
	dtrace_hdl_t *dtp = api_open(state);

	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		api_ok(dtp, dtrace_setopt(dtp, opts[i][0], opts[i][1]));
	if (told)
		api_ok(dtp, dtrace_handle_drop(dtp, on_drop, told));
	api_ok(dtp, dtrace_handle_err(dtp, on_err, NULL));
	api_enable(dtp, lossy);
	return dtp;
}

static void kinds(void **state)
{
	uint64_t told = 0;
	dtrace_hdl_t *dtp = start(state, &told);
	struct sums s = { .dtp = dtp };
	uint64_t keys;

	api_fails(dtp, dtrace_losses(dtp, on_loss, &s), EINVAL);
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_losses(dtp, NULL, &s), EINVAL);
	assert_int_equal(losses(dtp).calls, 0);	/* nothing has been read yet */

	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	s = losses(dtp);
	assert_int_equal(s.calls, 1);
	assert_int_equal(s.v[DTRACEDROP_DBLERROR][DTRACELOSS_FAULT], 1);
	assert_string_equal(s.msg, "1 error in ERROR probe enabling: "
			    "a clause of the ERROR probe failed\n");

	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	s = losses(dtp);
	assert_int_equal(s.calls, 2);
	assert_int_equal(s.v[DTRACEDROP_PRINCIPAL][DTRACELOSS_FULL], 2);

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	s = losses(dtp);
	keys = s.v[DTRACEDROP_AGGREGATION][DTRACELOSS_FULL];
	assert_int_equal(s.calls, 3);
	assert_true(keys > 0 && keys < NKEYS);
	assert_int_equal(told, 1 + 2 + keys);

	/* losses stay, and none is counted twice */
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_DONE);
	s = losses(dtp);
	assert_int_equal(s.calls, 3);
	assert_int_equal(told, 1 + 2 + keys);
	dtrace_close(dtp);
}

/* The message has the CPU and advice. */
static int on_words(const dtrace_lossdata_t *loss, void *arg)
{
	char want[128];

	(void)arg;
	if (loss->dtlda_kind != DTRACEDROP_PRINCIPAL)
		return 0;
	assert_true(loss->dtlda_cpu >= 0);
	snprintf(want, sizeof(want), "2 drops on CPU %d: no room for a record",
		 loss->dtlda_cpu);
	assert_memory_equal(loss->dtlda_msg, want, strlen(want));
	assert_non_null(strstr(loss->dtlda_msg, "bufsize"));
	return 7;
}

static void words(void **state)
{
	uint64_t told = 0;
	dtrace_hdl_t *dtp = start(state, &told);

	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_OKAY);
	assert_int_equal(dtrace_losses(dtp, on_words, NULL), 7);
	dtrace_close(dtp);
}

static void stops(void **state)
{
	uint64_t told = 0;
	dtrace_hdl_t *dtp = start(state, &told);
	struct sums s = { .dtp = dtp, .at = 2, .answer = -5 };

	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_OKAY);
	assert_int_equal(dtrace_losses(dtp, on_loss, &s), -5);
	assert_int_equal(s.calls, 2);
	assert_int_equal(losses(dtp).calls, 3);
	dtrace_close(dtp);
}

/* A loss without a handler is counted, too. */
static void untold(void **state)
{
	dtrace_hdl_t *dtp = start(state, NULL);

	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL),
		  E_DROPABORT);
	assert_int_equal(losses(dtp).v[DTRACEDROP_PRINCIPAL][DTRACELOSS_FULL],
			 2);
	dtrace_close(dtp);
}

/* The handler can query losses, and sees the one reported to it. */
static int on_drop_look(const dtrace_dropdata_t *drop, void *arg)
{
	struct sums s = losses(drop->dtdda_handle);

	assert_int_equal(s.v[drop->dtdda_kind][DTRACELOSS_FULL],
			 drop->dtdda_drops);
	++*(int *)arg;
	return DTRACE_HANDLE_OK;
}

static void inside(void **state)
{
	dtrace_hdl_t *dtp = start(state, NULL);
	int looks = 0;

	api_ok(dtp, dtrace_handle_drop(dtp, on_drop_look, &looks));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(looks, 1);
	dtrace_close(dtp);
}

/* Losses of no CPU: no speculation free, no room for a variable. */
static void of_no_cpu(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	uint64_t told = 0;
	struct sums s;

	api_ok(dtp, dtrace_setopt(dtp, "dynvarsize", "256"));
	api_ok(dtp, dtrace_setopt(dtp, "nspec", "1"));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &told));
	api_enable(dtp, "BEGIN { a = speculation(); b = speculation(); "
		   "c = speculation(); } "
		   "BEGIN { x[1] = 1; x[2] = 1; x[3] = 1; x[4] = 1; x[5] = 1; "
		   "x[6] = 1; x[7] = 1; x[8] = 1; x[9] = 1; }");
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	s = losses(dtp);
	assert_int_equal(s.calls, 2);
	assert_int_equal(s.v[DTRACEDROP_SPECUNAVAIL][DTRACELOSS_BUSY], 2);
	assert_true(s.v[DTRACEDROP_DYNAMIC][DTRACELOSS_FULL] > 0);
	assert_int_equal(told, 2 + s.v[DTRACEDROP_DYNAMIC][DTRACELOSS_FULL]);
	assert_string_equal(s.msg, "2 failed speculations (no speculative "
			    "buffer available): no speculation was free: "
			    "raise nspec\n");
	dtrace_close(dtp);
}

static void nothing(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, "BEGIN { @[1] = count(); }");

	assert_int_equal(losses(dtp).calls, 0);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(kinds), ON_BOTH(words), ON_BOTH(stops),
		ON_BOTH(untold), ON_BOTH(inside), ON_BOTH(of_no_cpu),
		ON_BOTH(nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
