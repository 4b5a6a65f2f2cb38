/* SPDX-License-Identifier: MIT */
/*
 * dtrace_open, dtrace_close, dtrace_errno, dtrace_errmsg, _dtrace_version.
 * emulated: shared
 */
#include "api.h"

static void refuse(int version, int flags, int want)
{
	int err = 0;

	assert_null(dtrace_open(version, flags, &err));
	assert_int_equal(err, want);
	assert_null(dtrace_open(version, flags, NULL));
	assert_int_equal(dtrace_errno(NULL), want);
}

static void versions(void **state)
{
	(void)state;
	refuse(0, 0, EINVAL);
	refuse(-1, 0, EINVAL);
	refuse(DTRACE_VERSION + 1, 0, E_VERSION);
	refuse(DTRACE_VERSION - 1, 0, E_OVERSION);
}

static void flags(void **state)
{
	dtrace_hdl_t *dtp;

	(void)state;
	refuse(DTRACE_VERSION, 0x10, EINVAL);
	refuse(DTRACE_VERSION, DTRACE_O_LP64 | DTRACE_O_ILP32, EINVAL);
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);
	assert_non_null(dtp);
	dtrace_close(dtp);
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_LP64, NULL);
	assert_non_null(dtp);
	dtrace_close(dtp);
}

static void close_null(void **state)
{
	(void)state;
	dtrace_close(NULL);
}

static void several(void **state)
{
	dtrace_hdl_t *v[6];

	(void)state;
	for (int i = 0; i < 6; i++)
		v[i] = api_handle();
	for (int i = 0; i < 6; i++)
		dtrace_close(v[i]);
}

static void messages(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_string_equal(dtrace_errmsg(NULL, ENOENT), strerror(ENOENT));
	assert_string_equal(dtrace_errmsg(dtp, EINVAL), strerror(EINVAL));
	for (int e = 1000; e <= 1075; e++) {
		assert_non_null(dtrace_errmsg(dtp, e));
		assert_true(strlen(dtrace_errmsg(dtp, e)) > 10);
	}
	assert_non_null(dtrace_errmsg(dtp, -1));
	assert_non_null(dtrace_errmsg(NULL, 123456));
	dtrace_close(dtp);
}

/* Success does not clear the last error. */
static void errno_stays(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	api_fails(dtp, dtrace_setopt(dtp, "nosuch", "1"), E_BADOPTNAME);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	assert_int_equal(dtrace_errno(dtp), E_BADOPTNAME);
	dtrace_close(dtp);
}

/* Three words, the second D, the third 1.5 or later. */
static void version_words(void **state)
{
	char who[32], letter[32], rest[32];
	int major, minor;

	(void)state;
	assert_int_equal(sscanf(_dtrace_version, "%31s %31s %d.%d%31s", who,
				letter, &major, &minor, rest) >= 4, 1);
	assert_string_equal(letter, "D");
	assert_int_equal(major, 1);
	assert_true(minor >= 5);
}

/* Every line of the explanation by go(), on request. */
static void explains(void **state)
{
	int saved = dup(STDERR_FILENO);
	char text[4096] = "";
	dtrace_hdl_t *dtp;
	FILE *fp = tmpfile();

	assert_non_null(fp);
	_dtrace_debug = 1;
	dtp = api_open(state);
	_dtrace_debug = 0;
	dup2(fileno(fp), STDERR_FILENO);
	api_enable(dtp, "BEGIN { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_close(dtp);
	dtrace_close(api_go(state, "BEGIN { trace(1); }"));
	dup2(saved, STDERR_FILENO);
	close(saved);
	assert_true(pread(fileno(fp), text, sizeof(text) - 1, 0) > 0);
	assert_non_null(strstr(text, "libdtrace: compiled 1 clauses"));
	assert_non_null(strstr(text, strcmp(*state, "vm") == 0 ?
			       "libdtrace: engine vm: option engine is vm" :
			       "libdtrace: engine kernel\n"));
	if (strcmp(*state, "kernel") == 0)
		assert_non_null(strstr(text, "libdtrace: program dt_"));
	assert_non_null(strstr(text, " 1048576 bytes of aggregations"));
	assert_null(strstr(text, " 0 bytes of aggregations"));
	fclose(fp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions),
		cmocka_unit_test(flags),
		cmocka_unit_test(close_null),
		cmocka_unit_test(several),
		cmocka_unit_test(messages),
		cmocka_unit_test(errno_stays),
		cmocka_unit_test(version_words),
		ON_BOTH(explains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
