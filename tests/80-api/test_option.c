/* SPDX-License-Identifier: MIT */
/*
 * dtrace_setopt and dtrace_getopt: each option with good and bad values.
 * emulated: shared
 */
#include "api.h"

#define UNSET DTRACEOPT_UNSET
#define BAD (-100)			/* the value is refused */
#define S 1000000000LL

struct setting {
	const char *opt, *text;
	int64_t value;			/* the result of getopt */
};

static void check(const struct setting *s)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_optval_t got = -77;

	if (s->value == BAD) {
		if (dtrace_setopt(dtp, s->opt, s->text) != -1)
			fail_msg("%s=%s accepted", s->opt, s->text);
		assert_true(dtrace_errno(dtp) == E_BADOPTVAL ||
			    dtrace_errno(dtp) == EOVERFLOW);
	} else {
		if (dtrace_setopt(dtp, s->opt, s->text) != 0)
			fail_msg("%s=%s: %s", s->opt, s->text ? s->text : "",
				 dtrace_errmsg(dtp, dtrace_errno(dtp)));
		api_ok(dtp, dtrace_getopt(dtp, s->opt, &got));
		if (got != s->value)
			fail_msg("%s=%s is %ld", s->opt, s->text ? s->text : "",
				 got);
	}
	dtrace_close(dtp);
}

static void check_all(const struct setting *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(&v[i]);
}

#define CHECK_ALL(v) check_all(v, sizeof(v) / sizeof((v)[0]))

/* Every option of a kind takes the same values. */
static void check_each(const char *const *opts, size_t nopts,
		       const struct setting *v, size_t n)
{
	for (size_t i = 0; i < nopts; i++) {
		for (size_t j = 0; j < n; j++) {
			struct setting s = v[j];

			s.opt = opts[i];
			check(&s);
		}
	}
}

#define CHECK_EACH(opts, v) check_each(opts, sizeof(opts) / \
	sizeof((opts)[0]), v, sizeof(v) / sizeof((v)[0]))

static void flags(void **state)
{
	static const char *const opts[] = {
		"aggsortkey", "aggsortkeypos", "aggsortpos", "aggsortrev",
		"agghist", "aggpack", "aggzoom", "flowindent", "quiet",
		"rawbytes", "stackindent", "destructive", "nspec",
		"stackframes", "ustackframes", "jstackframes", "cpu",
	};
	/* 0 is off */
	static const char *const switches[] = {
		"aggdelta", "aggpersec", "aggpercentiles", "strict",
		"temporal",
	};
	static const struct setting values[] = {
		{ NULL, NULL, 0 }, { NULL, "", UNSET }, { NULL, "0", 0 },
		{ NULL, "1", 1 }, { NULL, "yes", 1 }, { NULL, "TRUE", 1 },
		{ NULL, "enable", 1 }, { NULL, "enabled", 1 },
		{ NULL, "on", 1 }, { NULL, "Set", 1 }, { NULL, "no", UNSET },
		{ NULL, "false", UNSET }, { NULL, "disable", UNSET },
		{ NULL, "disabled", UNSET }, { NULL, "OFF", UNSET },
		{ NULL, "unset", UNSET }, { NULL, "1024", 1024 },
		{ NULL, "0x10", 16 }, { NULL, "1.024", BAD },
		{ NULL, "-1", BAD }, { NULL, "maybe", BAD },
		{ NULL, "5k", BAD }, { NULL, "5 ", BAD },
	};

	static const struct setting zeros[] = {
		{ NULL, NULL, 0 }, { NULL, "0", UNSET }, { NULL, "1", 1 },
		{ NULL, "on", 1 }, { NULL, "off", UNSET }, { NULL, "", UNSET },
		{ NULL, "-1", BAD },
	};

	(void)state;
	CHECK_EACH(opts, values);
	CHECK_EACH(switches, zeros);
}

/* Options that cannot be 0, and the message about a bad value. */
static void counts(void **state)
{
	static const struct setting values[] = {
		{ "aggtop", "1", 1 }, { "aggtop", "0x10", 16 },
		{ "aggtop", "off", UNSET }, { "aggtop", "", UNSET },
		{ "aggtop", "0", BAD }, { "aggtop", NULL, BAD },
		{ "aggtop", "on", BAD }, { "aggtop", "-1", BAD },
		{ "aggtop", "many", BAD },
	};
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	CHECK_ALL(values);
	api_fails(dtp, dtrace_setopt(dtp, "aggtop", "few"), E_BADOPTVAL);
	assert_string_equal(dtrace_errmsg(dtp, E_BADOPTVAL),
			    "Invalid value for specified option: aggtop takes "
			    "a number from 1 or off, not \"few\"");
	api_fails(dtp, dtrace_setopt(dtp, "strsize", "9999999g"), EOVERFLOW);
	assert_string_equal(dtrace_errmsg(dtp, EOVERFLOW), "strsize cannot be "
			    "9999999g: the number is too large");
	dtrace_close(dtp);
}

static int first_idle(dtrace_hdl_t *dtp, const char *opt, const char *why,
		      void *arg)
{
	(void)dtp;
	assert_true(strlen(why) > 0);
	*(const char **)arg = opt;
	return 7;
}

/* Options that are set without effect are named, and only those. */
static void noeffect(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	const char *opt = NULL;

	(void)state;
	api_fails(dtp, dtrace_noeffect(dtp, NULL, NULL), EINVAL);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	assert_int_equal(dtrace_setopt(dtp, "late", "later"), -1);
	assert_int_equal(dtrace_noeffect(dtp, first_idle, &opt), 0);
	api_ok(dtp, dtrace_setopt(dtp, "late", "static"));
	assert_int_equal(dtrace_noeffect(dtp, first_idle, &opt), 7);
	assert_string_equal(opt, "late");
	dtrace_close(dtp);
}

static void sizes(void **state)
{
	static const char *const opts[] = {
		"aggsize", "bufsize", "specsize", "dynvarsize", "strsize",
		"jstackstrsize",
	};
	static const struct setting values[] = {
		{ NULL, NULL, 0 }, { NULL, "0", 0 }, { NULL, "100", 100 },
		{ NULL, "0x20", 32 }, { NULL, "2k", 2048 },
		{ NULL, "2K", 2048 }, { NULL, "3m", 3 << 20 },
		{ NULL, "3M", 3 << 20 }, { NULL, "1g", 1 << 30 },
		{ NULL, "true", BAD }, { NULL, "1.23", BAD },
		{ NULL, "-1", BAD }, { NULL, "", BAD }, { NULL, "2kb", BAD },
		{ NULL, "k", BAD }, { NULL, "9999999999999g", BAD },
	};
	static const struct setting more[] = {
		{ "bufsize", "1t", 1LL << 40 },
		{ "strsize", "4294967295", UINT32_MAX },
		{ "strsize", "4294967296", BAD },
	};

	(void)state;
	CHECK_EACH(opts, values);
	CHECK_ALL(more);
}

static void rates(void **state)
{
	static const char *const opts[] = {
		"aggrate", "switchrate", "statusrate", "cleanrate",
	};
	static const struct setting values[] = {
		{ NULL, NULL, 0 }, { NULL, "0", 0 }, { NULL, "10ns", 10 },
		{ NULL, "10nsec", 10 }, { NULL, "3us", 3000 },
		{ NULL, "3usec", 3000 }, { NULL, "10ms", 10000000 },
		{ NULL, "10msec", 10000000 }, { NULL, "1s", S },
		{ NULL, "1SEC", S }, { NULL, "2m", 120 * S },
		{ NULL, "2min", 120 * S }, { NULL, "1h", 3600 * S },
		{ NULL, "1hour", 3600 * S }, { NULL, "1d", 86400 * S },
		{ NULL, "1day", 86400 * S }, { NULL, "5000hz", 200000 },
		{ NULL, "0hz", 0 }, { NULL, "10", 100000000 },
		{ NULL, "1000", 1000000 }, { NULL, "fast", BAD },
		{ NULL, "1.5s", BAD }, { NULL, "-1s", BAD },
		{ NULL, "10 ms", BAD }, { NULL, "ms", BAD },
	};

	(void)state;
	CHECK_EACH(opts, values);
}

static void words(void **state)
{
	static const struct setting values[] = {
		{ "bufpolicy", "ring", DTRACEOPT_BUFPOLICY_RING },
		{ "bufpolicy", "fill", DTRACEOPT_BUFPOLICY_FILL },
		{ "bufpolicy", "switch", DTRACEOPT_BUFPOLICY_SWITCH },
		{ "bufpolicy", NULL, BAD }, { "bufpolicy", "Ring", BAD },
		{ "bufpolicy", "", BAD }, { "bufpolicy", "1", BAD },
		{ "bufresize", "auto", DTRACEOPT_BUFRESIZE_AUTO },
		{ "bufresize", "manual", DTRACEOPT_BUFRESIZE_MANUAL },
		{ "bufresize", NULL, BAD }, { "bufresize", "never", BAD },
	};

	(void)state;
	CHECK_ALL(values);
}

/* Values that the compile-time options accept and refuse. */
static const struct {
	const char *opt, *good, *bad;
} compiled[] = {
	{ "aggpercpu", NULL, "1" }, { "argref", NULL, "1" },
	{ "cpp", NULL, "yes" }, { "cpphdrs", NULL, "1" },
	{ "debug", NULL, "1" }, { "defaultargs", NULL, "1" },
	{ "droptags", NULL, "1" }, { "empty", NULL, "1" },
	{ "errcolumns", NULL, "1" }, { "errtags", NULL, "1" },
	{ "kdefs", NULL, "1" },
	{ "nolibs", NULL, "1" }, { "pspec", NULL, "1" },
	{ "udefs", NULL, "1" }, { "verbose", NULL, "1" },
	{ "zdefs", NULL, "1" },
	{ "amin", "Evolving/Evolving/Common", "Fine/Fine/Fine" },
	{ "encoding", "ascii", "latin1" },
	{ "encoding", "utf8", NULL }, { "evaltime", "exec", "never" },
	{ "evaltime", "exec", NULL }, { "evaltime", "exec", "Exec" },
	{ "late", "dynamic", "later" }, { "late", "static", NULL },
	{ "stdc", "a", "z" }, { "stdc", "t", NULL },
	{ "tree", "1", "oak" }, { "tree", "0", "-1" },
	{ "version", "1.5", "one" }, { "version", "1.0.1", "1" },
	{ "engine", "vm", "steam" }, { "dump", "ast", "wood" },
	{ "define", "X=1", NULL }, { "undef", "X", NULL },
	{ "incdir", "/nowhere", NULL },
	{ "libdir", "/nowhere", NULL },
	{ "syslibdir", "/nowhere", NULL },
	{ "cpppath", "/bin/false", NULL },
	{ "setenv", "X=1", NULL }, { "setenv", "X=", "X" },
	{ "setenv", "X==", "=1" }, { "unsetenv", "X", NULL },
	{ "unsetenv", "X", "X=1" }, { "unsetenv", "X", "" },
};

/* Compile-time options can be set, and not be read. */
static void compile_time(void **state)
{
	dtrace_optval_t val;

	(void)state;
	for (size_t i = 0; i < sizeof(compiled) / sizeof(compiled[0]); i++) {
		const char *opt = compiled[i].opt, *good = compiled[i].good,
			   *bad = compiled[i].bad;
		dtrace_hdl_t *dtp = api_handle();

		if (dtrace_setopt(dtp, opt, good) != 0)
			fail_msg("%s: %s", opt,
				 dtrace_errmsg(dtp, dtrace_errno(dtp)));
		if ((bad || good) && dtrace_setopt(dtp, opt, bad) != -1)
			fail_msg("%s=%s accepted", opt, bad ? bad : "(none)");
		api_fails(dtp, dtrace_getopt(dtp, opt, &val), E_BADOPTNAME);
		dtrace_close(dtp);
	}
}

/* Options of other systems: the message says so, and why. */
static void not_offered(void **state)
{
	static const char *const opts[] = {
		"core", "ctypes", "dtypes", "grabanon",
	};
	static const char *const times[] = { "preinit", "postinit", "main" };
	dtrace_hdl_t *dtp = api_handle();
	const char *msg;

	(void)state;
	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++) {
		api_fails(dtp, dtrace_setopt(dtp, opts[i], "1"),
			  E_BADOPTNAME);
		msg = dtrace_errmsg(dtp, E_BADOPTNAME);
		assert_memory_equal(msg, opts[i], strlen(opts[i]));
		assert_non_null(strstr(msg, " is not offered: "));
		api_fails(dtp, dtrace_setopt(dtp, opts[i], NULL),
			  E_BADOPTNAME);
	}
	for (size_t i = 0; i < 3; i++) {
		api_fails(dtp, dtrace_setopt(dtp, "evaltime", times[i]),
			  E_BADOPTVAL);
		assert_non_null(strstr(dtrace_errmsg(dtp, E_BADOPTVAL),
				       "exec"));
	}
	dtrace_close(dtp);
}

static void bad_calls(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_optval_t val;

	(void)state;
	api_fails(dtp, dtrace_setopt(dtp, NULL, "1"), EINVAL);
	api_fails(dtp, dtrace_setopt(dtp, "nosuch", "1"), E_BADOPTNAME);
	api_fails(dtp, dtrace_setopt(dtp, "Quiet", "1"), E_BADOPTNAME);
	api_fails(dtp, dtrace_getopt(dtp, NULL, &val), EINVAL);
	api_fails(dtp, dtrace_getopt(dtp, "quiet", NULL), EINVAL);
	api_fails(dtp, dtrace_getopt(dtp, "nosuch", &val), E_BADOPTNAME);
	dtrace_close(dtp);
}

static void unset_before_go(void **state)
{
	static const char *const opts[] = { "bufsize", "aggsize", "quiet",
					    "flowindent", "aggsortkey" };
	dtrace_hdl_t *dtp = api_handle();
	dtrace_optval_t val;

	(void)state;
	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++) {
		api_ok(dtp, dtrace_getopt(dtp, opts[i], &val));
		assert_int_equal(val, UNSET);
	}
	dtrace_close(dtp);
}

/* While tracing only the dynamic options can be set. */
static void while_tracing(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { @ = count(); }");
	dtrace_optval_t val;

	api_fails(dtp, dtrace_setopt(dtp, "bufsize", "1m"), E_ACTIVE);
	api_fails(dtp, dtrace_setopt(dtp, "strsize", "64"), E_ACTIVE);
	api_fails(dtp, dtrace_setopt(dtp, "statusrate", "1s"), E_ACTIVE);
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "3ms"));
	api_ok(dtp, dtrace_getopt(dtp, "aggrate", &val));
	assert_int_equal(val, 3000000);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_setopt(dtp, "aggsortkey", "1"));
	dtrace_close(dtp);
}

/* After go the values are those in effect. */
static void after_go(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_optval_t val;

	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "1001"));
	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_getopt(dtp, "strsize", &val));
	assert_int_equal(val, 256);
	api_ok(dtp, dtrace_getopt(dtp, "stackframes", &val));
	assert_int_equal(val, 20);
	api_ok(dtp, dtrace_getopt(dtp, "bufpolicy", &val));
	assert_int_equal(val, DTRACEOPT_BUFPOLICY_SWITCH);
	api_ok(dtp, dtrace_getopt(dtp, "bufsize", &val));
	assert_true(val > 0 && val % 8 == 0);
	api_ok(dtp, dtrace_getopt(dtp, "aggsize", &val));
	assert_int_equal(val, 0);	/* nothing aggregates */
	api_ok(dtp, dtrace_getopt(dtp, "scratchsize", &val));
	assert_int_equal(val, 0);	/* nothing uses any */
	dtrace_close(dtp);
}

static int64_t scratch_size(void **state, const char *set, const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_optval_t val;

	if (set != NULL)
		api_ok(dtp, dtrace_setopt(dtp, "scratchsize", set));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_getopt(dtp, "scratchsize", &val));
	dtrace_close(dtp);
	return val;
}

/* The sum of constant sizes, or else the maximum. */
static void scratchsize(void **state)
{
	static const char known[] = "BEGIN { alloca(1000); } "
		"BEGIN { copyin(0, 2000); }";
	static const char any[] = "BEGIN { alloca(pid); }";

	assert_in_range(scratch_size(state, NULL, known), 3000, 3100);
	assert_int_equal(scratch_size(state, "2k", known), 2048);
	assert_int_equal(scratch_size(state, "1m", any), 1 << 20);
	assert_in_range(scratch_size(state, NULL, any), 100001, 1 << 20);
}

/* Some options cannot be set by a program. */
static void in_program(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_null(dtrace_program_strcompile(dtp,
			"#pragma D option define=X\nBEGIN { exit(0); }",
			DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	assert_int_equal(dtrace_errno(dtp), E_COMPILER);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags),
		cmocka_unit_test(counts),
		cmocka_unit_test(noeffect),
		cmocka_unit_test(sizes),
		cmocka_unit_test(rates),
		cmocka_unit_test(words),
		cmocka_unit_test(compile_time),
		cmocka_unit_test(not_offered),
		cmocka_unit_test(bad_calls),
		cmocka_unit_test(unset_before_go),
		cmocka_unit_test(in_program),
		ON_BOTH(while_tracing),
		ON_BOTH(after_go),
		ON_BOTH(scratchsize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
