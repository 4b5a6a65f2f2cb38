/* SPDX-License-Identifier: MIT */
/*
 * Open, compile, go, stop and close many times: descriptors and memory do not
 * grow.  With DT_TEST_FULL a thousand times, also on the kernel; on emulated
 * CPUs (DT_TEST_EMULATED) only a few times.
 * emulated: shared
 */
#include <dirent.h>
#include <malloc.h>
#include "api.h"

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/*
 * The number of mappings of this process, to find lost maps.
 * AddressSanitizer's allocator keeps freed memory, so its mappings grow.
 */
static int mappings(void)
{
#ifdef __SANITIZE_ADDRESS__
	return 0;
#else
	FILE *fp = fopen("/proc/self/maps", "r");
	int c, n = 0;

	assert_non_null(fp);
	while ((c = getc(fp)) != EOF)
		n += c == '\n';
	fclose(fp);
	return n;
#endif
}

static void whole_life(const char *engine)
{
	static const char program[] =
		"BEGIN { @[\"k\", probename] = count(); @q = quantize(5); "
		"self->x = 1; y = 2; trace(\"text\"); exit(0); }";
	dtrace_hdl_t *dtp = api_handle();

	api_ok(dtp, dtrace_setopt(dtp, "engine", engine));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	api_enable(dtp, program);
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL),
			 DTRACE_WORKSTATUS_DONE);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
}

/* Refused programs are freed, too. */
static void refused(void)
{
	dtrace_hdl_t *dtp = api_handle();

	assert_null(dtrace_program_strcompile(dtp, "BEGIN { @[1, \"s\"] = "
			"sum(x + nosuch); }", DTRACE_PROBESPEC_NAME, 0, 0,
			NULL));
	dtrace_close(dtp);
}

static void no_growth(void **state)
{
	const char *engine = *state;
	int rounds = getenv("DT_TEST_FULL") ? 1000 :
		getenv("DT_TEST_EMULATED") ? 8 :
		strcmp(engine, "vm") == 0 ? 250 : 40;
	size_t memory;
	int fds, maps;

	if (!api_usable(engine) ||
	    (strcmp(engine, "vm") == 0 && getenv("DT_TEST_EMULATED")))
		skip();
	for (int i = 0; i < 5; i++) {	/* allocates what is kept */
		whole_life(engine);
		refused();
	}
	fds = descriptors();
	maps = mappings();
	memory = mallinfo2().uordblks;
	for (int i = 0; i < rounds; i++) {
		whole_life(engine);
		refused();
	}
	assert_int_equal(descriptors(), fds);
	assert_in_range(mappings(), 0, maps + 2);
	assert_in_range(mallinfo2().uordblks, 0, memory + 512);
}

/* A small program does not pay for probes and types that it does not name. */
static void small(void **state)
{
	size_t before = mallinfo2().uordblks;
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	api_compile(dtp, "BEGIN { exit(0); }");
	printf("BEGIN takes %zu bytes\n", mallinfo2().uordblks - before);
	assert_in_range(mallinfo2().uordblks - before, 0, 150000);
	dtrace_close(dtp);
}

/* malloc's cache for each thread counts as used memory: disable it. */
static void restart_exactly(char **argv)
{
	if (getenv("GLIBC_TUNABLES"))
		return;
	setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
	execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(small),
		ON_BOTH(no_growth) };

	(void)argc;
	restart_exactly(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
