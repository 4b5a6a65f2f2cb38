/* SPDX-License-Identifier: MIT */
/*
 * Ever new keys, printed and cleared, while entries retire: every call is in
 * the result, and memory does not grow.  DT_SOAK_SECONDS is the time,
 * DT_SOAK_CALLS the number of keys in a round of 10 ms (0: 200, without
 * pauses).
 */
#include <malloc.h>
#include <sys/prctl.h>
#include "../80-api/api.h"
#include "soak.h"

#define NEW 200			/* keys of a round without a pause */
#define ROUND (10 * SOAK_MS)
#define REPORTS 6		/* in a short run, 60 in a long one */
#define WARM 50			/* rounds until memory has its full size */
#define SLACK 512		/* KiB */

struct churn {
	dtrace_hdl_t *dtp;
	int64_t sum, calls, keys, drops;
	long rounds, entries;
	long first, last, most;		/* KiB, after the warm-up */
};

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct churn *c = arg;

	printf("%s", drop->dtdda_msg);
	c->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int on_loss(const dtrace_lossdata_t *loss, void *arg)
{
	(void)arg;
	printf("%s", loss->dtlda_msg);
	return 0;
}

static int on_key(const dtrace_aggdata_t *agg, void *arg)
{
	struct churn *c = arg;
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	uint32_t n = desc->dtagd_rec[desc->dtagd_nrecs - 1].dtrd_size / 8;

	for (uint32_t i = 0; i < n; i++)
		c->sum += api_value(agg)[i];
	c->entries++;
	return DTRACE_AGGWALK_NEXT;
}

/* Anonymous memory in KiB, without the buffers, which are mapped files. */
static long anonymous(void)
{
	FILE *fp = fopen("/proc/self/status", "r");
	char line[128];
	long kib = -1;

	assert_non_null(fp);
	while (fgets(line, sizeof(line), fp))
		if (sscanf(line, "RssAnon: %ld", &kib) == 1)
			break;
	fclose(fp);
	assert_true(kib > 0);
	return kib;
}

static void prepare(struct churn *c, void **state)
{
	char pid[16], *argv[] = { (char *)"churn", pid, NULL };
	dtrace_prog_t *prog;

	memset(c, 0, sizeof(*c));
	snprintf(pid, sizeof(pid), "%d", getpid());
	c->dtp = api_open(state);
	api_ok(c->dtp, dtrace_setopt(c->dtp, "aggretire", "3"));
	api_ok(c->dtp, dtrace_setopt(c->dtp, "deadman", "0"));
	api_ok(c->dtp, dtrace_handle_drop(c->dtp, on_drop, c));
	prog = dtrace_program_strcompile(c->dtp,
		SOAK_PROBE "{ @[arg1] = count(); @s[lltostr(arg1)] = sum(1); "
		"@q[probefunc, arg1] = quantize(arg1); }",
		DTRACE_PROBESPEC_NAME, 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)));
	api_ok(c->dtp, dtrace_program_exec(c->dtp, prog, NULL));
	api_ok(c->dtp, dtrace_go(c->dtp));
}

static void take(struct churn *c)
{
	api_ok(c->dtp, dtrace_aggregate_snap(c->dtp));
	c->entries = 0;
	api_ok(c->dtp, dtrace_aggregate_walk_keysorted(c->dtp, on_key, c));
	dtrace_aggregate_clear(c->dtp);
}

/* Use n keys that never occur again, and one that always does. */
static void one_round(struct churn *c, long n)
{
	for (long i = 0; i < n; i++)
		syscall(SYS_lseek, -1L, ++c->keys, 0L);
	syscall(SYS_lseek, -1L, 0L, 0L);
	c->calls += n + 1;
	c->rounds++;
	assert_int_equal(dtrace_status(c->dtp), DTRACE_STATUS_OKAY);
	take(c);
}

static void report(struct churn *c, int64_t begin)
{
	c->last = anonymous();
	if (c->rounds >= WARM && c->first == 0)
		c->first = c->last;
	if (c->rounds >= WARM && c->last > c->most)
		c->most = c->last;
	printf("%6.1f s: %ld rounds, %lld calls, %ld entries, %ld KiB, "
	       "%zu allocated\n", (soak_now() - begin) / 1e9, c->rounds,
	       (long long)c->calls, c->entries, c->last,
	       mallinfo2().uordblks);
	fflush(stdout);
}

/* Run for the time, or longer on a machine too slow for two reports. */
static void run(struct churn *c)
{
	int64_t begin = soak_now(), next = begin, end = soak_end_of(1), step,
		due;
	long n = soak_env("DT_SOAK_CALLS", 0);

	step = (end - begin) / REPORTS;
	if (step > 10000 * SOAK_MS)
		step /= 10;
	for (due = begin + step; soak_now() < end || c->rounds < 4 * WARM ||
	     c->first == 0; ) {
		one_round(c, n != 0 ? n : NEW);
		if (soak_now() >= due) {
			due += step;
			report(c, begin);
		}
		if (n != 0)
			soak_tick(&next, ROUND);
	}
	report(c, begin);
}

static void flat(void **state)
{
	struct churn c;

	prepare(&c, state);
	run(&c);
	printf("first %ld KiB, last %ld KiB, most %ld KiB\n", c.first, c.last,
	       c.most);
	api_ok(c.dtp, dtrace_stop(c.dtp));
	take(&c);
	dtrace_losses(c.dtp, on_loss, NULL);
	assert_int_equal(c.sum + c.drops, 3 * c.calls);
	assert_in_range(c.most, 1, c.first + SLACK);
	dtrace_close(c.dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_KERNEL(flat) };

	/* the kernel may replace small pages by large ones at any time */
	prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
