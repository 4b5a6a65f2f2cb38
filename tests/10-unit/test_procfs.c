/* SPDX-License-Identifier: MIT */
/* test_procfs.c - the parsers of files in /proc, also of truncated ones. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/procfs.h"

/* Names contain text that looks like fields. */
static void
stat_names(void **state)
{
	static const char *const texts[] = {
		"7 (a) R 1 7 7 0 -1 4194560 12",
		"7 (a) S (b) R 1 7 7 0 -1 4194560 12",
		"7 ()) )) R 1 7 7 0 -1 4194560 12",
	};

	(void) state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(*dt_procfs_stat(texts[i], DT_STAT_STATE), 'R');
		assert_int_equal(atoi(dt_procfs_stat(texts[i],
		    DT_STAT_FLAGS)), 4194560);
		assert_null(dt_procfs_stat(texts[i], DT_STAT_CPU));
	}
}

static void
stat_short(void **state)
{
	(void) state;
	assert_null(dt_procfs_stat("", DT_STAT_STATE));
	assert_null(dt_procfs_stat("7 (a b", DT_STAT_STATE));
	assert_null(dt_procfs_stat("7 (a)", DT_STAT_STATE));
	assert_null(dt_procfs_stat("7 (a) R 1 7 7", DT_STAT_FLAGS));
}

/* Keys are at the starts of lines; the first line has the name. */
static void
status_keys(void **state)
{
	static const char text[] = "Name:\tPid:\t9\nState:\tS (sleeping)\n"
	    "TracerPid:\t12\nSigIgn:\t00000000000100ff\n"
	    "CapPrm:\tffffffffffffffff\nPid:\t";

	(void) state;
	assert_int_equal(dt_procfs_number(text, "\nTracerPid:\t"), 12);
	assert_int_equal(dt_procfs_number(text, "\nPid:\t"), 0);
	assert_int_equal(dt_procfs_number(text, "\nUid:\t"), 0);
	assert_int_equal(dt_procfs_set(text, "\nSigIgn:\t"), 0x100ff);
	assert_true(dt_procfs_set(text, "\nCapPrm:\t") == UINT64_MAX);
	assert_int_equal(dt_procfs_set(text, "\nCapEff:\t"), 0);
	assert_false(dt_procfs_ended(text));
	assert_true(dt_procfs_ended("Name:\ta\nState:\tZ (zombie)\n"));
	assert_true(dt_procfs_ended("Name:\ta\nState:\tX (dead)\n"));
	assert_false(dt_procfs_ended("Name:\ta\nState:\t"));
	assert_false(dt_procfs_ended(""));
}

/* Real files, of a sleeping child and of one that has ended. */
static void
of_a_child(void **state)
{
	char text[4096], comm[32];
	siginfo_t info;
	pid_t pid = fork();

	(void) state;
	if (pid == 0) {
		(void) prctl(PR_SET_NAME, ") R 0\n");
		(void) raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, NULL, WUNTRACED), pid);
	assert_true(dt_procfs_read(pid, "stat", text, sizeof(text)) > 0);
	assert_int_equal(*dt_procfs_stat(text, DT_STAT_STATE), 'T');
	assert_true(dt_procfs_comm(pid, comm, sizeof(comm)));
	assert_string_equal(comm, ") R 0\n");
	assert_true(dt_procfs_read(pid, "status", text, sizeof(text)) > 0);
	assert_int_equal(dt_procfs_number(text, "\nPPid:\t"), getpid());
	assert_false(dt_procfs_ended(text));
	assert_int_equal(kill(pid, SIGCONT), 0);
	assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT),
	    0);
	assert_true(dt_procfs_read(pid, "status", text, sizeof(text)) > 0);
	assert_true(dt_procfs_ended(text));
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(dt_procfs_comm(pid, comm, sizeof(comm)));
	assert_string_equal(comm, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stat_names),
		cmocka_unit_test(stat_short),
		cmocka_unit_test(status_keys),
		cmocka_unit_test(of_a_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
