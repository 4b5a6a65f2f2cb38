/* SPDX-License-Identifier: MIT */
/* test_refusal.c - the verifier's reason in its log, and the kernel's age. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <cmocka.h>

#include "kernel/kernel.h"

#define	END	"processed 3 insns (limit 1000000) max_states_per_insn 0\n"

static const struct {
	const char *log, *reason;
} logs[] = {
	{ "", "" },
	{ "BPF_STX uses reserved fields\n" END,
	    "BPF_STX uses reserved fields" },
	{ "0: (b7) r1 = 8\n1: (79) r0 = *(u64 *)(r1 +0)\n"
	    "R1 invalid mem access 'inv'\n" END,
	    "R1 invalid mem access 'inv'" },
	{ "R1 unbounded memory access\n\n" END, "R1 unbounded memory access" },
	{ "1: (55) if r0 != 0x0 goto pc-2 infinite loop detected at insn 1\n"
	    "cur state: R10=fp0\nold state: R10=fp0\n" END,
	    "1: (55) if r0 != 0x0 goto pc-2 infinite loop detected at insn 1" },
	{ "0: (95) exit\nR0 !read_ok\n\n"
	    "Verification failed: Register Type Safety: Unreadable register\n\n"
	    "Reason:\n  R0 has never been initialized on this path.\n\n"
	    "Suggestion:\n  Initialize R0 on every path.\n\n" END,
	    "R0 !read_ok" },
	/* a log that was cut */
	{ "R0 !read_ok", "R0 !read_ok" },
};

static void
a_log_has_one_reason(void **state)
{
	const char *reason;
	size_t i, len;

	(void) state;
	for (i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
		reason = dt_kernel_reason(logs[i].log, &len);
		assert_int_equal(len, strlen(logs[i].reason));
		assert_memory_equal(reason, logs[i].reason, len);
	}
}

static const char *release;

/* The library that is linked here calls this one. */
int
uname(struct utsname *u)
{
	snprintf(u->release, sizeof(u->release), "%s", release);
	return 0;
}

static void
an_old_kernel_is_named(void **state)
{
	static const char *const old[] = { "5.10.0-32-amd64", "4.19.0", "6.0.1",
	    "3.2" };
	static const char *const good[] = { "6.1.0-56-amd64", "6.18.44", "7.3",
	    "10.0", "unknown" };
	char age[DT_AGELEN];
	size_t i;

	(void) state;
	for (i = 0; i < sizeof(old) / sizeof(old[0]); i++) {
		release = old[i];
		assert_non_null(strstr(dt_kernel_age(age), release));
		assert_non_null(strstr(age, "needs Linux 6.1 or later"));
	}
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		release = good[i];
		assert_string_equal(dt_kernel_age(age), "");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_has_one_reason),
		cmocka_unit_test(an_old_kernel_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
