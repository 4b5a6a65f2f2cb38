/* SPDX-License-Identifier: MIT */
/* test_fmt.c - the parser of printf() formats. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include "base/fmt.h"

static int
setup(void **state)
{
	*state = dt_arena_create();
	return *state == NULL;
}

static int
teardown(void **state)
{
	dt_arena_destroy(*state);
	return 0;
}

static struct dt_fmt *
parse(void **state, const char *s)
{
	struct dt_fmt *f = NULL;
	const char *why = "";
	size_t at;

	if (dt_fmt_parse(*state, s, &f, &why, &at) != 0)
		fail_msg("%s: %s", s, why);
	return f;
}

static void
check_seg(const struct dt_fmtseg *seg, const char *text, const char *conv)
{
	assert_int_equal(seg->len, strlen(text));
	assert_memory_equal(seg->text, text, seg->len);
	assert_string_equal(seg->conv, conv);
}

static void
test_text(void **state)
{
	struct dt_fmt *f = parse(state, "100%% sure\n");

	assert_int_equal(f->nsegs, 1);
	check_seg(&f->segs[0], "100% sure\n", "");
	assert_int_equal(parse(state, "")->nsegs, 0);
}

static void
test_seed(void **state)
{
	struct dt_fmt *f = parse(state,
	    "%-20s min: %12@d max:%12@d avg:%@12d\n");

	assert_int_equal(f->nsegs, 5);
	assert_int_equal(f->naggs, 3);
	check_seg(&f->segs[0], "", "s");
	assert_int_equal(f->segs[0].flags, DT_FMT_MINUS);
	assert_int_equal(f->segs[0].width, 20);
	assert_int_equal(f->segs[0].prec, -1);
	for (int i = 1; i < 4; i++) {
		assert_string_equal(f->segs[i].conv, "d");
		assert_int_equal(f->segs[i].flags, DT_FMT_AGG);
		assert_int_equal(f->segs[i].width, 12);
	}
	check_seg(&f->segs[1], " min: ", "d");
	check_seg(&f->segs[4], "\n", "");
}

static void
test_all_parts(void **state)
{
	struct dt_fmt *f = parse(state, "%+-# 0'8.3lld%?p%*.*x%.s");

	check_seg(&f->segs[0], "", "lld");
	assert_int_equal(f->segs[0].flags, DT_FMT_PLUS | DT_FMT_MINUS |
	    DT_FMT_ALT | DT_FMT_SPACE | DT_FMT_ZERO | DT_FMT_GROUP);
	assert_int_equal(f->segs[0].width, 8);
	assert_int_equal(f->segs[0].prec, 3);
	assert_int_equal(f->segs[1].width, 16);
	assert_int_equal(f->segs[2].flags, DT_FMT_DYNWIDTH | DT_FMT_DYNPREC);
	assert_int_equal(f->segs[2].width, -1);
	assert_int_equal(f->segs[3].prec, 0);
}

static void
test_bad(void **state)
{
	static const struct { const char *s; size_t at; } bad[] = {
		{ "%", 0 }, { "ab%", 2 }, { "%ll", 0 }, { "%z", 0 },
		{ "%1$d", 0 }, { "%hs", 0 }, { "%@", 0 }, { "%lld%q", 4 },
		{ "%99999999999d", 0 }, { "%LLd", 0 }, { "%d%5", 2 },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct dt_fmt *f;
		const char *why = NULL;
		size_t at = 99;

		assert_int_equal(dt_fmt_parse(*state, bad[i].s, &f, &why,
		    &at), -EINVAL);
		assert_non_null(why);
		assert_int_equal(at, bad[i].at);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_text, setup, teardown),
		cmocka_unit_test_setup_teardown(test_seed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_all_parts, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(test_bad, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
