/* SPDX-License-Identifier: MIT */
/* test_layout.c - values of print(), from the text of their types. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "show/layout.h"

static void name(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) arg;
	assert_int_equal(a->action, DTRACEACT_SYM);
	dt_buf_printf(to, "mod`f%llx", (unsigned long long)a->pc);
}

static const struct dt_show how = { .name = name };

#define	SHOWS(layout, data, text)					\
	shows(layout, data, sizeof(data), text "\n")

static void shows(const char *layout, const void *data, size_t size,
    const char *text)
{
	struct dt_sink s = { .fp = NULL };

	assert_true(dt_layout_valid(layout, size));
	dt_show_print(&s, &how, layout, data);
	assert_int_equal(s.err, 0);
	assert_string_equal(dt_sink_text(&s), text);
	dt_sink_free(&s);
}

static void scalars(void **state)
{
	const int64_t minus = -1, f = 0x10, zero = 0;
	const float half = 0.5f;
	const double third = -1.0 / 3;

	(void) state;
	SHOWS("i4 int;", ((const int[]){ -2 }), "int 0xfffffffe");
	SHOWS("i8 long;", ((const int64_t[]){ minus }),
	    "long 0xffffffffffffffff");
	SHOWS("F8 int (*)();", ((const int64_t[]){ f }), "int (*)() mod`f10");
	SHOWS("F8 int (*)();", ((const int64_t[]){ zero }), "int (*)() 0");
	SHOWS("f4 float;", ((const float[]){ half }), "float +5.0000000e-01");
	SHOWS("f8 double;", ((const double[]){ third }),
	    "double -3.3333333e-01");
	SHOWS("?0 struct x;", "", "struct x <forward decl>");
	SHOWS("c1 char;", ((const char[]){ '\\' }), "char '\\'");
}

static void bit_fields(void **state)
{
	/* a:3 = -1, b:7 = 0x75, c:14 = 0x2aaa, e:2 = 1 */
	const uint32_t v = 7 | 0x75 << 3 | 0x2aaa << 10 | 1 << 24;

	(void) state;
	SHOWS("S4 struct bits;0:3 a;i4 int;3:7 b;u4 unsigned int;10:14 c;"
	    "i4 int;24:2 e;e4 enum x;0 no;1 yes;..", ((const uint32_t[]){ v }),
	    "struct bits {\n"
	    "    int a :3 = 0x7\n"
	    "    unsigned int b :7 = 0x75\n"
	    "    int c :14 = 0x2aaa\n"
	    "    enum x e :2 = yes\n"
	    "}");
}

static void strings(void **state)
{
	(void) state;
	SHOWS("a4 char [4];1 c1 char;", ((const char[]){ "abc" }),
	    "char [4] \"abc\"");
	SHOWS("a3 char [3];1 c1 char;", ((const char[]){ 'a', 'b', 'c' }),
	    "char [3] [ 'a', 'b', 'c' ]");
	SHOWS("a3 char [3];1 c1 char;", ((const char[]){ 1, 0, 0 }),
	    "char [3] [ '\\001', '\\0', '\\0' ]");
	SHOWS("S4 struct s;0:0 s;s4 string;.", ((const char[]){ "hey" }),
	    "struct s {\n    string s = [ \"hey\" ]\n}");
	SHOWS("a0 int [0];4 i4 int;", "", "int [0] [ ]");
}

/* Text in a hostile file must not cause reads outside of the record. */
static void forged(void **state)
{
	static const struct { const char *text; size_t size; } bad[] = {
		{ "", 8 }, { "i", 8 }, { "i4", 8 }, { "i4 int", 8 },
		{ "i3 int;", 8 }, { "i8 long;", 4 }, { "x4 int;", 8 },
		{ "i4 int;more", 8 }, { "p4 void *;", 8 },
		{ "a3 int [3];4 i4 int;", 8 }, { "a3 int [3];0 i4 int;", 8 },
		{ "a2 int [2];4 i8 long;", 8 }, { "a2 int [2];4", 8 },
		{ "S8 struct x;0:0 a;i4 int;", 8 },
		{ "S8 struct x;64:0 a;i4 int;.", 8 },
		{ "S8 struct x;60:8 a;i4 int;.", 8 },
		{ "S16 struct x;4:64 a;i8 long;.", 16 },
		{ "S8 struct x;0:3 a;f4 float;.", 8 },
		{ "S16 struct x;0:0 a;i4 int;.", 8 },
		{ "e4 enum x;1 a", 4 }, { "e4 enum x;a;.", 4 },
		{ "e4 enum x;99999999999 a;.", 4 }, { "s9 string;", 8 },
		{ "i4 i\nt;", 4 },
	};

	(void) state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (dt_layout_valid(bad[i].text, bad[i].size))
			fail_msg("\"%s\" is valid", bad[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalars),
		cmocka_unit_test(bit_fields),
		cmocka_unit_test(strings),
		cmocka_unit_test(forged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
