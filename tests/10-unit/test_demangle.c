/* SPDX-License-Identifier: MIT */
/* test_demangle.c - names of C++ and Rust, and those made to exhaust us. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/demangle.h"

#define	LONGEST	(64 << 10)	/* of a demangled name, at most */

static const struct {
	const char *name, *full, *plain;
} names[] = {
	{ "_Z4lessi", "less(int)", "less" },
	{ "_ZN2ns1fIiEET_S1_", "ns::f<int>(int)", "ns::f<int>" },
	{ "_ZNKSt6vectorIiSaIiEE4sizeEv",
	    "std::vector<int, std::allocator<int> >::size() const",
	    "std::vector<int, std::allocator<int> >::size" },
	{ "_ZN7mycrate4work17h0123456789abcdefE", "mycrate::work",
	    "mycrate::work" },
	{ "_RNvNtC7mycrate3sub4work", "mycrate::sub::work",
	    "mycrate::sub::work" },
	{ "_Z3foov.constprop.0", "foo() [clone .constprop.0]",
	    "foo.constprop.0" },
	{ "main", NULL, NULL }, { "", NULL, NULL }, { "_Z", NULL, NULL },
	{ "_R", NULL, NULL }, { "_Zebra", NULL, NULL },
};

static void
check(const char *name, enum dt_demangle how, const char *want)
{
	struct dt_buf b = { 0 };

	dt_buf_str(&b, ">");
	assert_int_equal(dt_demangle(name, how, &b), want != NULL);
	assert_int_equal(dt_buf_text(&b)[0], '>');
	assert_string_equal(dt_buf_text(&b) + 1, want != NULL ? want : "");
	dt_buf_free(&b);
}

static void
known(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		check(names[i].name, DT_DEMANGLE_FULL, names[i].full);
		check(names[i].name, DT_DEMANGLE_SHORT, names[i].plain);
	}
}

static void
patterns(void **state)
{
	const char *f = "_ZN2ns4sortISt6vectorIlSaIlEEEEvT_i";

	(void) state;
	assert_true(dt_demangle_matches(NULL, f));
	assert_true(dt_demangle_matches("", f));
	assert_true(dt_demangle_matches(f, f));
	assert_true(dt_demangle_matches("ns??sort*", f));
	assert_true(dt_demangle_matches("*sort?std??vector*", f));
	assert_true(dt_demangle_matches("*?int?", f));
	assert_false(dt_demangle_matches("*int*", f));
	assert_false(dt_demangle_matches("sort", f));
	assert_true(dt_demangle_matches("less", "_Z4lessi"));
	assert_false(dt_demangle_matches("les", "_Z4lessi"));
	assert_false(dt_demangle_matches("less", "more"));
}

/* Each name is bounded in time and in memory, and is left as it was. */
static void
bounded(const char *name)
{
	struct dt_buf b = { 0 };

	if (!dt_demangle(name, DT_DEMANGLE_FULL, &b))
		assert_string_equal(dt_buf_text(&b), "");
	assert_in_range(b.len, 0, LONGEST);
	dt_buf_free(&b);
}

static void
repeated(const char *first, char c, size_t n, const char *last)
{
	struct dt_buf b = { 0 };

	dt_buf_str(&b, first);
	assert_non_null(dt_buf_grow(&b, n));
	memset(b.p + strlen(first), c, n);
	dt_buf_str(&b, last);
	bounded(b.p);
	dt_buf_free(&b);
}

static void
megabyte(void **state)
{
	const size_t n = 1 << 20;

	(void) state;
	for (size_t size = 1000; size <= n; size *= 2) {
		repeated("_Z1f", 'P', size, "i");
		repeated("_Z", '9', size, "f");
		repeated("_ZN", '1', size, "E");
		repeated("_RNvC1a1f", 'R', size, "i");
		repeated("_RINvC1a1f", 'T', size, "E");
	}
}

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* f(A<int, int>, A<that, that>, ...): each parameter is twice as long. */
static void
double_cxx(struct dt_buf *b, int n)
{
	dt_buf_str(b, "_Z1f1AIiiE");
	for (int i = 0; i < n; i++)
		dt_buf_printf(b, "S_IS%c_S%c_E",
		    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i],
		    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i]);
}

/* f::<(i32, i32), (that, that), ...>; "B2_" refers to position 3 after "_R". */
static void
double_rust(struct dt_buf *b, int n)
{
	size_t last = strlen("INvC1a1f");

	dt_buf_str(b, "_RINvC1a1fTllE");
	for (int i = 0; i < n; i++) {
		size_t at = b->len - 2, k = last - 1;
		char ref[8] = { 'B', digits[k], '_' };

		if (k >= 62)
			memcpy(ref, (char[]){ 'B', digits[k / 62],
			    digits[k % 62], '_' }, 4);
		dt_buf_printf(b, "T%s%sE", ref, ref);
		last = at;
	}
	dt_buf_str(b, "E");
}

static void
doubled(void **state)
{
	static void (*const make[])(struct dt_buf *, int) = { double_cxx,
	    double_rust };
	struct dt_buf name = { 0 }, text = { 0 };

	(void) state;
	for (size_t i = 0; i < sizeof(make) / sizeof(make[0]); i++)
		for (int n = 8; n <= 32; n += 24) {
			dt_buf_reset(&name);
			make[i](&name, n);
			assert_int_equal(dt_demangle(name.p, DT_DEMANGLE_FULL,
			    &text), n == 8);
			bounded(name.p);
		}
	dt_buf_free(&name);
	dt_buf_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known), cmocka_unit_test(patterns),
		cmocka_unit_test(megabyte), cmocka_unit_test(doubled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
