/* SPDX-License-Identifier: MIT */
/*
 * Probe descriptions and attributes: from text and ids, and to text.
 * emulated: shared
 */
#include "api.h"

enum { E_BADSPEC = 1019, E_BADSPCV = 1020, E_BADID = 1021 };

static void texts(void **state)
{
	static const struct {
		dtrace_probespec_t spec;
		const char *from, *to;
	} rows[] = {
		{ DTRACE_PROBESPEC_NAME, "BEGIN", ":::BEGIN" },
		{ DTRACE_PROBESPEC_NAME, "a:b:c:d", "a:b:c:d" },
		{ DTRACE_PROBESPEC_NAME, "c:", "::c:" },
		{ DTRACE_PROBESPEC_NAME, "", ":::" },
		{ DTRACE_PROBESPEC_NAME, "a::c*:", "a::c*:" },
		{ DTRACE_PROBESPEC_FUNC, "b:c", ":b:c:" },
		{ DTRACE_PROBESPEC_MOD, "b", ":b::" },
		{ DTRACE_PROBESPEC_PROVIDER, "a", "a:::" },
		{ DTRACE_PROBESPEC_NAME, "pid$1:$2", "::pid7:x y" },
	};
	char *argv[] = { (char *)"me", (char *)"7", (char *)"x y" };
	char text[DTRACE_DESC2STR_MAX];
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t pd;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		api_ok(dtp, dtrace_xstr2desc(dtp, rows[i].spec, rows[i].from,
					     3, argv, &pd));
		assert_ptr_equal(dtrace_desc2str(&pd, text, sizeof(text)),
				 text);
		assert_string_equal(text, rows[i].to);
	}
	dtrace_close(dtp);
}

static void wrong_texts(void **state)
{
	char name[DTRACE_PROVNAMELEN + 1];
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t pd;

	(void)state;
	memset(name, 'x', sizeof(name));
	name[DTRACE_PROVNAMELEN] = '\0';
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_PROVIDER, name,
				       &pd), ENAMETOOLONG);
	name[DTRACE_PROVNAMELEN - 1] = '\0';
	api_ok(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_PROVIDER, name,
				    &pd));
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NAME, "a:b:c:d:e",
				       &pd), E_BADSPEC);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_MOD, "a:b:c",
				       &pd), E_BADSPEC);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NAME, "pid$1",
				       &pd), E_BADSPCV);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NAME,
				       "pid$target:", &pd), E_BADSPCV);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NAME, NULL, &pd),
		  EINVAL);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NONE, "x", &pd),
		  EINVAL);
	dtrace_close(dtp);
}

static void target(void **state)
{
	char *argv[] = { (char *)"true", NULL }, want[64];
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t pd;

	(void)state;
	assert_non_null(dtrace_proc_grab(dtp, getpid(), 0));
	assert_non_null(dtrace_proc_create(dtp, "true", argv));
	snprintf(want, sizeof(want), "pid%d", (int)getpid());
	api_ok(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_PROVIDER,
				    "pid$target", &pd));
	assert_string_equal(pd.dtpd_provider, want);
	api_fails(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_PROVIDER,
				       "pid$targets", &pd), E_BADSPCV);
	dtrace_close(dtp);
}

static void ids(void **state)
{
	char text[DTRACE_DESC2STR_MAX];
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t pd;

	(void)state;
	api_ok(dtp, dtrace_id2desc(dtp, 1, &pd));
	assert_string_equal(pd.dtpd_provider, "dtrace");
	assert_string_equal(pd.dtpd_name, "BEGIN");
	assert_string_equal(dtrace_desc2str(&pd, text, sizeof(text)), "1");
	/* a probe that no description has named yet: entry of call 0 */
	api_ok(dtp, dtrace_id2desc(dtp, 16, &pd));
	assert_string_equal(pd.dtpd_provider, "syscall");
	api_fails(dtp, dtrace_id2desc(dtp, 0, &pd), E_BADID);
	api_fails(dtp, dtrace_id2desc(dtp, UINT32_MAX, &pd), E_BADID);
	dtrace_close(dtp);
}

static void attributes(void **state)
{
	dtrace_attribute_t a;
	char text[DTRACE_ATTR2STR_MAX];

	(void)state;
	for (int i = 0; i <= DTRACE_STABILITY_MAX; i++) {
		a = (dtrace_attribute_t){ (dtrace_stability_t)i,
			DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA };
		assert_non_null(dtrace_attr2str(a, text, sizeof(text)));
		a = (dtrace_attribute_t){ 0, 0, 0 };
		assert_int_equal(dtrace_str2attr(text, &a), 0);
		assert_int_equal(a.dtat_name, i);
		assert_int_equal(a.dtat_data, DTRACE_STABILITY_PRIVATE);
		assert_int_equal(a.dtat_class, DTRACE_CLASS_ISA);
	}
	assert_string_equal(dtrace_stability_name(6), "Stable");
	assert_string_equal(dtrace_class_name(1), "CPU");
	assert_null(dtrace_stability_name(DTRACE_STABILITY_MAX + 1));
	assert_null(dtrace_class_name(DTRACE_CLASS_MAX + 1));
	a.dtat_name = DTRACE_STABILITY_MAX + 1;
	assert_null(dtrace_attr2str(a, text, sizeof(text)));
	assert_int_equal(dtrace_str2attr("Stable/Stable", &a), -1);
	assert_int_equal(dtrace_str2attr("Stable/Firm/Common", &a), -1);
	assert_int_equal(dtrace_str2attr(NULL, &a), -1);
}

static void faults(void **state)
{
	(void)state;
	assert_string_equal(dtrace_faultstr(NULL, DTRACEFLT_DIVZERO),
			    "divide-by-zero");
	assert_string_equal(dtrace_faultstr(NULL, DTRACEFLT_LIBRARY),
			    "library-level fault");
	assert_string_equal(dtrace_faultstr(NULL, 99), "unknown fault");
	assert_string_equal(dtrace_faultstr(NULL, -1), "unknown fault");
}

static void subroutines(void **state)
{
	(void)state;
	assert_string_equal(dtrace_subrstr(NULL, 0), "rand");
	assert_string_equal(dtrace_subrstr(NULL, 22), "ddi_pathname");
	assert_string_equal(dtrace_subrstr(NULL, 41), "inet_ntop");
	assert_string_equal(dtrace_subrstr(NULL, 53), "strtoll");
	assert_string_equal(dtrace_subrstr(NULL, 54), "unknown");
	assert_string_equal(dtrace_subrstr(NULL, -1), "unknown");
}

/* Error numbers that consumers compare, by name and by number. */
static void error_numbers(void **state)
{
	(void)state;
	assert_int_equal(EDT_VERSION, E_VERSION);
	assert_int_equal(EDT_COMPILER, E_COMPILER);
	assert_int_equal(EDT_NOPROBE, E_NOPROBE);
	assert_int_equal(EDT_BADOPTNAME, E_BADOPTNAME);
	assert_int_equal(EDT_BADOPTVAL, E_BADOPTVAL);
	assert_int_equal(EDT_ACTIVE, E_ACTIVE);
	assert_int_equal(EDT_DIRABORT, E_DIRABORT);
	assert_int_equal(EDT_ACCESS, E_ACCESS);
	assert_int_equal(EDT_OVERSION, E_OVERSION);
	assert_int_equal(EDT_CANTLOAD, 1075);
}

/* The parameters of llquantize(), by the names of either system. */
static void llquantize_names(void **state)
{
	uint64_t v = (uint64_t)10 << 48 | (uint64_t)2 << 32 | 5 << 16 | 20;

	(void)state;
	assert_int_equal(DTRACE_LLQUANTIZE_FACTOR(v), 10);
	assert_int_equal(DTRACE_LLQUANTIZE_LMAG(v), 2);
	assert_int_equal(DTRACE_LLQUANTIZE_HMAG(v), 5);
	assert_int_equal(DTRACE_LLQUANTIZE_STEPS(v), 20);
	assert_int_equal(DTRACE_LLQUANTIZE_LMAG(v), DTRACE_LLQUANTIZE_LOW(v));
	assert_int_equal(DTRACE_LLQUANTIZE_HMAG(v), DTRACE_LLQUANTIZE_HIGH(v));
	assert_int_equal(DTRACE_LLQUANTIZE_STEPS(v),
			 DTRACE_LLQUANTIZE_NSTEP(v));
	assert_true(DTRACE_LLQUANTIZE_LMAGMASK >> DTRACE_LLQUANTIZE_LMAGSHIFT ==
		    UINT16_MAX);
	assert_true(DTRACE_LLQUANTIZE_HMAGMASK >> DTRACE_LLQUANTIZE_HMAGSHIFT ==
		    UINT16_MAX);
	assert_true(DTRACE_LLQUANTIZE_STEPSMASK >>
		    DTRACE_LLQUANTIZE_STEPSSHIFT == UINT16_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts), cmocka_unit_test(wrong_texts),
		cmocka_unit_test(target), cmocka_unit_test(ids),
		cmocka_unit_test(attributes), cmocka_unit_test(faults),
		cmocka_unit_test(subroutines),
		cmocka_unit_test(error_numbers),
		cmocka_unit_test(llquantize_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
