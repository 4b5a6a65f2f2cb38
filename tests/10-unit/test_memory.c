/* SPDX-License-Identifier: MIT */
/* test_memory.c - the memory limit of a process, from files made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static char root[] = "test_memory.XXXXXX";

/* Create a file below root, and the folders above it. */
static void
put(const char *name, const char *text)
{
	char path[512];
	FILE *fp;

	snprintf(path, sizeof(path), "%s%s", root, name);
	for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')) != NULL;
	    p++) {
		*p = '\0';
		mkdir(path, 0755);
		*p = '/';
	}
	fp = fopen(path, "we");
	assert_non_null(fp);
	fputs(text, fp);
	fclose(fp);
}

static void
test_machine(void **state)
{
	(void)state;
	assert_true(dt_memory_available(root) == INT64_MAX);
	put("/proc/meminfo", "MemTotal: 900 kB\nMemAvailable: 800 kB\n");
	assert_int_equal(dt_memory_available(root), 800 * 1024);
}

static void
test_cgroup2(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "1:name=systemd:/x\n0::/a/b\n");
	put("/sys/fs/cgroup/a/b/memory.max", "max\n");
	assert_int_equal(dt_memory_available(root), 800 * 1024);
	put("/sys/fs/cgroup/a/memory.max", "409600\n");
	assert_int_equal(dt_memory_available(root), 409600);
	put("/sys/fs/cgroup/a/b/memory.max", "204800\n");
	assert_int_equal(dt_memory_available(root), 204800);
	/* In a container the root of the namespace may have a limit. */
	put("/proc/self/cgroup", "0::/\n");
	put("/sys/fs/cgroup/memory.max", "102400\n");
	assert_int_equal(dt_memory_available(root), 102400);
}

static void
test_cgroup1(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "5:cpu:/a\n4:memory:/c/d\n");
	put("/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "51200\n");
	put("/sys/fs/cgroup/memory/c/d/memory.limit_in_bytes",
	    "9223372036854771712\n");
	assert_int_equal(dt_memory_available(root), 51200);
}

static int
make_root(void **state)
{
	(void)state;
	return mkdtemp(root) != NULL ? 0 : -1;
}

static int
remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st;
	(void)flag;
	(void)at;
	return remove(path);
}

static int
remove_root(void **state)
{
	(void)state;
	return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_cgroup2),
		cmocka_unit_test(test_cgroup1),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
