/* SPDX-License-Identifier: MIT */
/* test_optval.c - finds options by name, and parses their values. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "base/optval.h"

#define	NELEM(a)	(sizeof(a) / sizeof((a)[0]))

struct expect {
	const char *option, *text;
	int rc;
	int64_t value;
};

static void
check(const struct expect *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct dt_opt *opt = dt_opt_find(e[i].option);
		int64_t value = -77;
		int rc;

		assert_non_null(opt);
		rc = dt_opt_parse(opt, e[i].text, &value);
		if (rc != e[i].rc || (rc == 0 && value != e[i].value))
			fail_msg("%s=%s: %d, %lld", e[i].option,
			    e[i].text ? e[i].text : "NULL", rc,
			    (long long)value);
		if (rc != 0)
			assert_int_equal(value, -77);
	}
}

static void
flags(void **state)
{
	static const struct expect e[] = {
		{ "quiet", NULL, 0, 0 },
		{ "quiet", "", 0, DTRACEOPT_UNSET },
		{ "quiet", "0", 0, 0 },
		{ "quiet", "1024", 0, 1024 },
		{ "quiet", "0x10", 0, 16 },
		{ "quiet", "010", 0, 8 },
		{ "quiet", "true", 0, 1 },
		{ "quiet", "YES", 0, 1 },
		{ "quiet", "Enabled", 0, 1 },
		{ "quiet", "enable", 0, 1 },
		{ "quiet", "on", 0, 1 },
		{ "quiet", "set", 0, 1 },
		{ "quiet", "false", 0, DTRACEOPT_UNSET },
		{ "quiet", "no", 0, DTRACEOPT_UNSET },
		{ "quiet", "disable", 0, DTRACEOPT_UNSET },
		{ "quiet", "disabled", 0, DTRACEOPT_UNSET },
		{ "quiet", "off", 0, DTRACEOPT_UNSET },
		{ "quiet", "UNSET", 0, DTRACEOPT_UNSET },
		{ "quiet", "1.024", -EINVAL, 0 },
		{ "quiet", "-1", -EINVAL, 0 },
		{ "quiet", "+1", -EINVAL, 0 },
		{ "quiet", " 1", -EINVAL, 0 },
		{ "quiet", "1 ", -EINVAL, 0 },
		{ "quiet", "maybe", -EINVAL, 0 },
		{ "quiet", "9223372036854775807", 0, INT64_MAX },
		{ "quiet", "9223372036854775808", -EINVAL, 0 },
		{ "quiet", "99999999999999999999999", -EINVAL, 0 },
		{ "cpu", "3", 0, 3 },
		{ "aggretire", NULL, 0, 10 },
		{ "aggretire", "on", 0, 10 },
		{ "aggretire", "1", 0, 1 },
		{ "aggretire", "0", 0, 0 },
		{ "aggretire", "off", 0, DTRACEOPT_UNSET },
	};

	(void) state;
	check(e, NELEM(e));
}

/* Options for which the number 0 means off. */
static void
zeros(void **state)
{
	static const struct expect e[] = {
		{ "temporal", NULL, 0, 0 },
		{ "temporal", "0", 0, DTRACEOPT_UNSET },
		{ "temporal", "1", 0, 1 },
		{ "temporal", "4", 0, 4 },
		{ "temporal", "on", 0, 1 },
		{ "temporal", "off", 0, DTRACEOPT_UNSET },
		{ "strict", "0", 0, DTRACEOPT_UNSET },
	};

	(void) state;
	check(e, NELEM(e));
}

static void
sizes(void **state)
{
	static const struct expect e[] = {
		{ "bufsize", NULL, 0, 0 },
		{ "bufsize", "512", 0, 512 },
		{ "bufsize", "4m", 0, 4 << 20 },
		{ "bufsize", "4M", 0, 4 << 20 },
		{ "bufsize", "0x10k", 0, 16 << 10 },
		{ "bufsize", "1g", 0, 1 << 30 },
		{ "bufsize", "2T", 0, 2LL << 40 },
		{ "bufsize", "8388607t", 0, 8388607LL << 40 },
		{ "bufsize", "8388608t", -EOVERFLOW, 0 },
		{ "bufsize", "", -EINVAL, 0 },
		{ "bufsize", "m", -EINVAL, 0 },
		{ "bufsize", "4mb", -EINVAL, 0 },
		{ "bufsize", "4 m", -EINVAL, 0 },
		{ "bufsize", "4p", -EINVAL, 0 },
		{ "bufsize", "1.23", -EINVAL, 0 },
		{ "bufsize", "true", -EINVAL, 0 },
		{ "bufsize", "-4m", -EINVAL, 0 },
		{ "strsize", "4294967295", 0, UINT32_MAX },
		{ "strsize", "4g", -EOVERFLOW, 0 },
	};

	(void) state;
	check(e, NELEM(e));
}

static void
rates(void **state)
{
	static const struct expect e[] = {
		{ "aggrate", NULL, 0, 0 },
		{ "aggrate", "0", 0, 0 },
		{ "aggrate", "0hz", 0, 0 },
		{ "aggrate", "1", 0, NANOSEC },
		{ "aggrate", "101", 0, 9900990 },
		{ "aggrate", "5000hz", 0, 200000 },
		{ "aggrate", "5000HZ", 0, 200000 },
		{ "aggrate", "3000000000", 0, 1 },
		{ "aggrate", "7ns", 0, 7 },
		{ "aggrate", "7nsec", 0, 7 },
		{ "aggrate", "7us", 0, 7000 },
		{ "aggrate", "7usec", 0, 7000 },
		{ "aggrate", "10ms", 0, 10000000 },
		{ "aggrate", "10MSEC", 0, 10000000 },
		{ "aggrate", "1s", 0, NANOSEC },
		{ "aggrate", "1sec", 0, NANOSEC },
		{ "aggrate", "2m", 0, 120 * NANOSEC },
		{ "aggrate", "2min", 0, 120 * NANOSEC },
		{ "aggrate", "1h", 0, 3600 * NANOSEC },
		{ "aggrate", "1hour", 0, 3600 * NANOSEC },
		{ "aggrate", "1d", 0, 86400 * NANOSEC },
		{ "aggrate", "1day", 0, 86400 * NANOSEC },
		{ "aggrate", "200000d", -EINVAL, 0 },
		{ "aggrate", "1x", -EINVAL, 0 },
		{ "aggrate", "1 s", -EINVAL, 0 },
		{ "aggrate", "", -EINVAL, 0 },
		{ "aggrate", "s", -EINVAL, 0 },
		{ "aggrate", "0.5s", -EINVAL, 0 },
		{ "aggrate", "-1s", -EINVAL, 0 },
	};

	(void) state;
	check(e, NELEM(e));
}

static void
words(void **state)
{
	static const struct expect e[] = {
		{ "bufpolicy", "ring", 0, DTRACEOPT_BUFPOLICY_RING },
		{ "bufpolicy", "fill", 0, DTRACEOPT_BUFPOLICY_FILL },
		{ "bufpolicy", "switch", 0, DTRACEOPT_BUFPOLICY_SWITCH },
		{ "bufpolicy", "Ring", -EINVAL, 0 },
		{ "bufpolicy", "rin", -EINVAL, 0 },
		{ "bufpolicy", "ringg", -EINVAL, 0 },
		{ "bufpolicy", "auto", -EINVAL, 0 },
		{ "bufpolicy", "", -EINVAL, 0 },
		{ "bufpolicy", NULL, -EINVAL, 0 },
		{ "bufresize", "auto", 0, DTRACEOPT_BUFRESIZE_AUTO },
		{ "bufresize", "manual", 0, DTRACEOPT_BUFRESIZE_MANUAL },
		{ "engine", "vm", 0, DT_ENGINE_VM },
		{ "engine", "kernel", 0, DT_ENGINE_KERNEL },
		{ "engine", "auto", 0, DT_ENGINE_AUTO },
		{ "dump", "lex", 0, DT_DUMP_LEX },
		{ "dump", "lex,bpf", 0, DT_DUMP_LEX | DT_DUMP_BPF },
		{ "dump", "ast,ir,lex,bpf", 0, 15 },
		{ "dump", "lex,", -EINVAL, 0 },
		{ "dump", ",lex", -EINVAL, 0 },
		{ "dump", "lex,cpp", -EINVAL, 0 },
		{ "dump", "", -EINVAL, 0 },
		{ "dump", NULL, -EINVAL, 0 },
		{ "zone", "global", 0, 0 },
		{ "zone", "other", -EINVAL, 0 },
	};

	(void) state;
	check(e, NELEM(e));
}

static void
compile_time(void **state)
{
	static const struct expect e[] = {
		{ "aggpercpu", NULL, 0, 0 },
		{ "aggpercpu", "1", -EINVAL, 0 },
		{ "zdefs", NULL, 0, 0 },
		{ "zdefs", "true", -EINVAL, 0 },
		{ "kdefs", "", -EINVAL, 0 },
		{ "define", "A=1", 0, 0 },
		{ "define", NULL, -EINVAL, 0 },
		{ "tree", "8", 0, 8 },
		{ "tree", "yes", -EINVAL, 0 },
		{ "tree", NULL, -EINVAL, 0 },
		{ "amin", "Evolving/stable/COMMON", 0, DT_OPTVAL3(5, 6, 5) },
		{ "amin", "Internal/Private/Unknown", 0, DT_OPTVAL3(0, 1, 0) },
		{ "amin", "Evolving/Evolving", -EINVAL, 0 },
		{ "amin", "Stable/Stable/ISA/ISA", -EINVAL, 0 },
		{ "amin", "Stable/Stable/", -EINVAL, 0 },
		{ "amin", "Stab/Stable/ISA", -EINVAL, 0 },
		{ "amin", NULL, -EINVAL, 0 },
		{ "version", "1.5", 0, DT_OPTVAL3(1, 5, 0) },
		{ "version", "1.13.2", 0, DT_OPTVAL3(1, 13, 2) },
		{ "version", "1", -EINVAL, 0 },
		{ "version", "1.", -EINVAL, 0 },
		{ "version", ".1", -EINVAL, 0 },
		{ "version", "1.2.3.4", -EINVAL, 0 },
		{ "version", "1.2b", -EINVAL, 0 },
		{ "version", "1.256", -EINVAL, 0 },
		{ "version", NULL, -EINVAL, 0 },
	};

	(void) state;
	check(e, NELEM(e));
}

/* Each public index has one row, names are unique, and defaults are valid. */
static void
table(void **state)
{
	int seen[DT_OPT_NRUN] = { 0 };
	const struct dt_opt *opt;

	(void) state;
	for (size_t i = 0; (opt = dt_opt_row(i)) != NULL; i++) {
		assert_ptr_equal(dt_opt_find(opt->name), opt);
		if (opt->class == DT_OPTCLASS_COMPILE)
			continue;
		assert_in_range(opt->id, 0, DT_OPT_NRUN - 1);
		seen[opt->id]++;
	}
	/* Refused options of other systems have no row. */
	for (int id = 0; id < DT_OPT_NRUN; id++)
		assert_int_equal(seen[id], id != DTRACEOPT_GRABANON);
	assert_null(dt_opt_find("nosuch"));
	assert_null(dt_opt_find(""));
	assert_null(dt_opt_find("Quiet"));
	assert_int_equal(dt_opt_find("strsize")->dflt, 256);
	assert_int_equal(dt_opt_find("stackframes")->dflt, 20);
	assert_int_equal(dt_opt_find("cpu")->dflt, DTRACE_CPUALL);
}

static void
parts(void **state)
{
	int64_t v = DT_OPTVAL3(5, 6, 255);

	(void) state;
	assert_int_equal(DT_OPTVAL_PART(v, 0), 5);
	assert_int_equal(DT_OPTVAL_PART(v, 1), 6);
	assert_int_equal(DT_OPTVAL_PART(v, 2), 255);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags),
		cmocka_unit_test(zeros),
		cmocka_unit_test(sizes),
		cmocka_unit_test(rates),
		cmocka_unit_test(words),
		cmocka_unit_test(compile_time),
		cmocka_unit_test(table),
		cmocka_unit_test(parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
