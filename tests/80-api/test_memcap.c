/* SPDX-License-Identifier: MIT */
/*
 * The memory of all buffers, as the kernel reports it, does not exceed option
 * memcap, even if a record is larger than the usual buffers of deeper levels.
 * emulated: shared
 */
#include "maps.h"

#define LONG_VALUE "BEGIN { @ = llquantize(7, 10, 0, 15, 1000); }"
#define LONG_RECORD "BEGIN { trace(1); } END /pid == 0/ " \
	"{ tracemem(curthread, 65000); }"
#define SCRATCH "BEGIN { trace(1); } " \
	"END /pid == 0/ { alloca(1000000); alloca(ppid); }"
#define LONG_KEYS "BEGIN { @[execname, execname, execname, execname, " \
	"execname, execname, execname, execname, execname, execname, " \
	"\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", probefunc] = count(); }"

static void add_buffer(const struct bpf_map_info *info, void *arg)
{
	if (info->type == BPF_MAP_TYPE_ARRAY &&
	    (strncmp(info->name, "dt_agg", 6) == 0 ||
	     strncmp(info->name, "dt_prin", 7) == 0 ||
	     strcmp(info->name, "dt_scratch") == 0))
		*(int64_t *)arg += (int64_t)info->value_size *
				   info->max_entries;
}

static int count_entry(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	(*(int *)arg)++;
	return DTRACE_AGGWALK_NEXT;
}

/* The memory is at most cap, but not far below. */
static void within(void **state, const char *text, int64_t cap)
{
	dtrace_hdl_t *dtp = api_open(state);
	char value[32];
	int64_t bytes = 0;
	int n = 0;

	snprintf(value, sizeof(value), "%lld", (long long)cap);
	api_ok(dtp, dtrace_setopt(dtp, "memcap", value));
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "4m"));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "4m"));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	maps_do(add_buffer, &bytes);
	print_message("%lld of %lld\n", (long long)bytes, (long long)cap);
	if (bytes > cap)
		fail_msg("%lld bytes of %lld", (long long)bytes,
			 (long long)cap);
	assert_true(bytes > 0);
	if (strchr(text, '@')) {
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_aggregate_walk(dtp, count_entry, &n));
		assert_int_equal(n, 1);
	}
	dtrace_close(dtp);
}

static int64_t cpus(void)
{
	return sysconf(_SC_NPROCESSORS_CONF);
}

static void long_value(void **state)
{
	within(state, LONG_VALUE, cpus() * (12 << 20));
	within(state, LONG_VALUE, cpus() * (3 << 20));
}

static void long_record(void **state)
{
	within(state, LONG_RECORD, cpus() * (8 << 20));
	within(state, LONG_RECORD, cpus() * (1 << 20));
}

static void long_keys(void **state)
{
	within(state, LONG_KEYS, cpus() * (96 << 10));
}

static void scratch(void **state)
{
	within(state, SCRATCH, cpus() * (16 << 20));
	within(state, SCRATCH, cpus() * (12 << 20));
	within(state, SCRATCH, cpus() * (6 << 20));
}

static void add_scratch(const struct bpf_map_info *info, void *arg)
{
	if (strcmp(info->name, "dt_scratch") == 0)
		*(int64_t *)arg += info->value_size;
}

static int64_t scratch_of(void **state, const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);
	int64_t bytes = 0;

	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	maps_do(add_scratch, &bytes);
	dtrace_close(dtp);
	return bytes;
}

/* A run allocates no more scratch memory than its programs can use. */
static void little_scratch(void **state)
{
	assert_int_equal(scratch_of(state, "BEGIN { trace(1); }"), 0);
	assert_in_range(scratch_of(state, "BEGIN { alloca(100); } "
				   "BEGIN { alloca(100); }"),
			cpus() * 4 * 200, (1 + cpus()) * 4 * 240);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(long_value), ON_KERNEL(long_record),
		ON_KERNEL(long_keys), ON_KERNEL(scratch),
		ON_KERNEL(little_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
