/* SPDX-License-Identifier: MIT */
/*
 * 100,000 different keys in one interval, with a string of 64 bytes in each:
 * none is lost with aggsize=16m.  `make bench` measures the time.
 * emulated: shared
 */
#include <fcntl.h>
#include "api.h"

#define NKEYS 100000
#define TEXT "0123456789012345678901234567890123456789012345678901234567890123"

struct seen {
	int entries;
	int64_t sum, keys;
};

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	*(uint64_t *)arg += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int check(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	struct seen *seen = arg;

	seen->entries++;
	seen->sum += *api_value(agg);
	seen->keys += *(int64_t *)(agg->dtada_data + rec[1].dtrd_offset);
	if (strcmp(agg->dtada_data + rec[2].dtrd_offset, TEXT) != 0)
		return DTRACE_AGGWALK_ABORT;
	return DTRACE_AGGWALK_NEXT;
}

static void issue(int fd)
{
	for (int i = 0; i < NKEYS; i++)
		lseek(fd, i, SEEK_SET);
}

static void distinct(void **state)
{
	char pid[16], *argv[] = { (char *)"keys", pid, NULL };
	dtrace_hdl_t *dtp = api_open(state);
	int fd = open("/dev/null", O_RDONLY);
	struct seen seen = { 0 };
	uint64_t drops = 0;
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "16m"));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &drops));
	prog = dtrace_program_strcompile(dtp, "syscall::lseek:entry "
			"/pid == $1/ { @[arg1, \"" TEXT "\"] = count(); }",
			DTRACE_PROBESPEC_NAME, 0, 2, argv);
	assert_non_null(prog);
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	api_ok(dtp, dtrace_go(dtp));
	for (int round = 0; round < 2; round++) {
		issue(fd);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
	}
	api_ok(dtp, dtrace_aggregate_walk_valsorted(dtp, check, &seen));
	assert_int_equal(drops, 0);
	assert_int_equal(seen.entries, NKEYS);
	assert_int_equal(seen.sum, 2 * NKEYS);
	assert_int_equal(seen.keys, (int64_t)NKEYS * (NKEYS - 1) / 2);
	close(fd);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_KERNEL(distinct) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
