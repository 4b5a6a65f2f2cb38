/* SPDX-License-Identifier: MIT */
/*
 * Many possible CPUs, of which few are online: a run with buffers for each
 * opens, counts all, snaps fast, and takes no more memory than its cap.  The
 * machine determines the number: check-vm has one with 256.
 */
#include "../80-api/api.h"
#include "soak.h"

#define GIB (1LL << 30)
#define BESIDES (64LL << 20)	/* bytes of programs and small maps */

struct counts {
	int64_t sum, drops;
};

static int possible_cpus(void)
{
	FILE *fp = fopen("/sys/devices/system/cpu/possible", "r");
	int first = 0, last = 0;

	soak_need(fp && fscanf(fp, "%d-%d", &first, &last) >= 1, "possible");
	fclose(fp);
	return last >= first ? last + 1 : 1;
}

/* Available memory in bytes. */
static int64_t available(void)
{
	FILE *fp = fopen("/proc/meminfo", "r");
	long long kib = -1;
	char line[128];

	soak_need(fp != NULL, "meminfo");
	while (kib < 0 && fgets(line, sizeof(line), fp))
		sscanf(line, "MemAvailable: %lld", &kib);
	fclose(fp);
	return kib * 1024;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct counts *c = arg;

	c->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct counts *c = arg;

	c->sum += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void prepare(dtrace_hdl_t *dtp, struct counts *c, const char *size)
{
	char pid[16], *argv[] = { (char *)"possible", pid, NULL };
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "0"));
	if (size) {
		api_ok(dtp, dtrace_setopt(dtp, "aggsize", size));
		api_ok(dtp, dtrace_setopt(dtp, "bufsize", size));
	}
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, c));
	prog = dtrace_program_strcompile(dtp, SOAK_PROBE "{ @ = count(); "
		"@k[arg1] = count(); trace(arg1); }", DTRACE_PROBESPEC_NAME,
		0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
}

/* The effective value is the requested one, or lower because of the cap. */
static int64_t effective(dtrace_hdl_t *dtp, const char *opt)
{
	dtrace_optval_t v = 0;

	api_ok(dtp, dtrace_getopt(dtp, opt, &v));
	assert_true(v > 0);
	return v;
}

static int64_t cap_of(int64_t memory)
{
	return memory / 8 < GIB ? memory / 8 : GIB;
}

/*
 * All buffers are within the cap at the time they were made, so within the
 * larger one of those before and after: other processes take and free memory.
 */
static void check_sizes(dtrace_hdl_t *dtp, int64_t before, int64_t after)
{
	int64_t all = 2 * possible_cpus() * (effective(dtp, "aggsize") +
					     effective(dtp, "bufsize"));
	int64_t cap = cap_of(before > after + all ? before : after + all);

	if (soak_in_guest())
		assert_true(before - after < cap + BESIDES);
	assert_true(all <= cap + cap / 8);
}

static void with_size(void **state, const char *size)
{
	struct counts c = { 0 };
	int64_t before, after, begin, calls = 0;
	dtrace_hdl_t *dtp;

	if (!api_usable(*state))
		skip();
	before = available();
	dtp = api_handle();
	prepare(dtp, &c, size);
	api_ok(dtp, dtrace_go(dtp));
	after = available();
	for (long i = 0; i < 100; i++, calls++)
		syscall(SYS_lseek, -1L, i, 0L);
	begin = soak_now();
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	printf("%d possible CPUs, aggsize %s: %lld bytes in effect, %lld MiB "
	       "taken, cap %lld, snap %.3f ms\n", possible_cpus(),
	       size ? size : "unset", (long long)effective(dtp, "aggsize"),
	       (long long)(before - after) >> 20, (long long)cap_of(before),
	       (soak_now() - begin) / 1e6);
	check_sizes(dtp, before, after);
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &c));
	assert_int_equal(c.sum + c.drops, 2 * calls);
	assert_int_equal(c.drops, 0);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
}

static void by_default(void **state)
{
	with_size(state, NULL);
}

static void small(void **state)
{
	with_size(state, "64k");
}

static void large(void **state)
{
	with_size(state, "32m");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(by_default), ON_KERNEL(small), ON_KERNEL(large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
