/* SPDX-License-Identifier: MIT */
/*
 * Every function of dtrace.h fails without a handle, with and without its other
 * arguments; so does every function that gets an incomplete entry or
 * description. tests/null.awk generates the calls from the header.
 * emulated: shared
 */
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include "api.h"

/* The pointer arguments of calls: zeroes, as large as any structure. */
static char room[4096] __attribute__((aligned(16)));

static int callback(void)
{
	abort();
}

/* The result of a call without a handle; ANY is not checked. */
enum fails { ANY, MINUS_ONE, NULL_POINTER, ZERO };

/* The second of these calls a function without a result. */
#define IS_VOID(call) __builtin_types_compatible_p(__typeof__(call), void)
#define RESULT(call) \
	((long)__builtin_choose_expr(IS_VOID(call), ((call), 0), (call)))

#define CALL(name, fails, none, some) \
	static long name##_none(void) { return RESULT(name none); } \
	static long name##_some(void) { return RESULT(name some); }
#include "nullcalls.h"
#undef CALL

static const struct call {
	const char *name;
	enum fails fails;
	long (*f[2])(void);
} calls[] = {
#define CALL(name, fails, none, some) \
	{ #name, fails, { name##_none, name##_some } },
#include "nullcalls.h"
#undef CALL
};

/* Functions that may be called without a handle. */
static bool is_exempt(const struct call *c, long rv)
{
	if (strcmp(c->name, "dtrace_errno") == 0)
		return rv == ERANGE;
	if (strcmp(c->name, "dtrace_oformat") == 0)
		return rv == 0;
	return strcmp(c->name, "dtrace_errmsg") == 0 ||
		strcmp(c->name, "dtrace_faultstr") == 0 ||
		strcmp(c->name, "dtrace_subrstr") == 0;
}

/* errno was ERANGE before the call, whose result is rv. */
static bool fails_as_it_should(const struct call *c, long rv)
{
	int err = dtrace_errno(NULL);

	switch (is_exempt(c, rv) ? ANY : c->fails) {
	case MINUS_ONE:
		return (int)rv == -1 && err == EINVAL;
	case NULL_POINTER:
	case ZERO:
		return rv == 0 && err == EINVAL;
	case ANY:
		break;
	}
	return true;
}

/* In a process of its own: 0, 1 for a wrong result, or the signal of its end */
static int try(const struct call *c, int which)
{
	pid_t pid = fork();
	int status;

	assert_int_not_equal(pid, -1);
	if (pid == 0) {
		for (int sig = 1; sig < NSIG; sig++)
			(void)signal(sig, SIG_DFL);
		alarm(10);	/* a call that waits is an error */
		errno = ERANGE;
		_exit(!fails_as_it_should(c, c->f[which]()));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void no_handle(void **state)
{
	int bad = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		for (int j = 0; j < 2; j++) {
			int rc = try(&calls[i], j);

			if (rc != 0)
				print_error("%s(NULL, %s): %s\n",
					    calls[i].name, j ? "..." : "0",
					    rc == 1 ? "does not fail" :
					    strsignal(rc));
			bad += rc != 0;
		}
	assert_int_equal(bad, 0);
}

static void empty_entry(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_aggdesc_t desc = { 0 };
	dtrace_aggdata_t agg = { 0 };
	dtrace_percentile_t out;

	assert_int_equal(dtrace_aggregate_percentile(NULL, 50, &out), -1);
	assert_int_equal(dtrace_aggregate_percentile(&agg, 50, &out), -1);
	agg.dtada_handle = dtp;
	api_fails(dtp, dtrace_aggregate_percentile(&agg, 50, &out), EINVAL);
	agg.dtada_desc = &desc;
	api_fails(dtp, dtrace_aggregate_percentile(&agg, 50, &out), EINVAL);
	agg.dtada_data = room;
	api_fails(dtp, dtrace_aggregate_percentile(&agg, 50, &out), EINVAL);
	dtrace_close(dtp);
}

static int look(const dtrace_aggdata_t *agg, void *arg)
{
	dtrace_percentile_t out;

	++*(int *)arg;
	assert_int_equal(dtrace_aggregate_percentile(agg, 50, NULL), -1);
	assert_int_equal(dtrace_aggregate_percentile(agg, 50, &out), 0);
	return DTRACE_AGGWALK_NEXT;
}

static int count_joined(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	(void)aggs;
	*(int *)arg += n;
	return 0;
}

static void many_variables(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_aggvarid_t vars[1024];
	int n = 0;

	for (int i = 0; i < 1024; i++)
		vars[i] = 1;
	api_enable(dtp, "BEGIN { @ = quantize(4); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, look, &n));
	assert_int_equal(n, 1);
	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, vars, 1024, count_joined,
						 &n));
	assert_int_equal(n, 1 + 1025);
	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, vars, 1025,
						    count_joined, &n), E2BIG);
	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, vars, INT_MAX,
						    count_joined, &n), E2BIG);
	dtrace_close(dtp);
}

static int count_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd,
		       void *arg)
{
	(void)dtp;
	(void)pd;
	++*(int *)arg;
	return 0;
}

/* A description whose names fill their arrays, before a page of nothing. */
static void unterminated_names(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[DTRACE_DESC2STR_MAX];
	dtrace_probeinfo_t info;
	dtrace_probedesc_t *pd;
	int n = 0;

	pd = malloc(sizeof(*pd));
	assert_non_null(pd);
	memset(pd, 'a', sizeof(*pd));
	pd->dtpd_id = 0;
	assert_ptr_equal(dtrace_desc2str(pd, text, sizeof(text)), text);
	assert_int_equal(strlen(text), DTRACE_FULLNAMELEN - 5);
	assert_null(dtrace_desc2str(pd, NULL, 8));
	api_fails(dtp, dtrace_probe_iter(dtp, pd, count_probe, &n), EINVAL);
	api_fails(dtp, dtrace_probe_info(dtp, pd, &info), EINVAL);
	assert_int_equal(n, 0);
	free(pd);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_handle),
		ON_VM(empty_entry),
		ON_BOTH(many_variables),
		ON_VM(unterminated_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
