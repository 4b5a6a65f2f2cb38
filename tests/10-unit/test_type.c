/* SPDX-License-Identifier: MIT */
/* test_type.c - D's types: names, sizes, C's conversions, literals. */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ctf-api.h>
#include <cmocka.h>
#include "type/type.h"

static int setup(void **state)
{
	struct dt_types *ts;
	int err = dt_types_create(&ts);

	*state = ts;
	return err;
}

static int teardown(void **state)
{
	dt_types_destroy(*state);
	return 0;
}

static struct dt_type type_of(struct dt_types *ts, const char *name)
{
	struct dt_type t = { .ctf = -1 };

	if (dt_type_lookup(ts, name, &t) != 0)
		fail_msg("no type %s", name);
	return t;
}

static void check_name(struct dt_types *ts, const struct dt_type *t,
    const char *want)
{
	char buf[128];

	assert_string_equal(dt_type_name(ts, t, buf, sizeof(buf)), want);
}

/* Each spelling that C allows, and the type that it names. */
static const struct {
	const char *said, *name;
	enum dt_typekind kind;
	uint32_t size;
	bool is_signed;
} spelt[] = {
	{ "int", "int", DT_TYPE_INT, 4, true },
	{ "signed", "int", DT_TYPE_INT, 4, true },
	{ "signed int", "int", DT_TYPE_INT, 4, true },
	{ "unsigned", "unsigned int", DT_TYPE_INT, 4, false },
	{ "int unsigned", "unsigned int", DT_TYPE_INT, 4, false },
	{ "char", "char", DT_TYPE_INT, 1, true },
	{ "signed char", "signed char", DT_TYPE_INT, 1, true },
	{ "unsigned char", "unsigned char", DT_TYPE_INT, 1, false },
	{ "short int", "short", DT_TYPE_INT, 2, true },
	{ "short unsigned int", "unsigned short", DT_TYPE_INT, 2,
	    false },
	{ "long", "long", DT_TYPE_INT, 8, true },
	{ "long int signed", "long", DT_TYPE_INT, 8, true },
	{ "unsigned long int", "unsigned long", DT_TYPE_INT, 8,
	    false },
	{ "long unsigned", "unsigned long", DT_TYPE_INT, 8, false },
	{ "long long", "long long", DT_TYPE_INT, 8, true },
	{ "long unsigned int long", "unsigned long long", DT_TYPE_INT,
	    8, false },
	{ "const  int", "int", DT_TYPE_INT, 4, true },
	{ "float", "float", DT_TYPE_FLOAT, 4, true },
	{ "double", "double", DT_TYPE_FLOAT, 8, true },
	{ "double long", "long double", DT_TYPE_FLOAT, 16, true },
	{ "void", "void", DT_TYPE_VOID, 0, false },
	{ "bool", "bool", DT_TYPE_INT, 1, false },
	{ "string", "string", DT_TYPE_STRING, 0, false },
	{ "void *", "void *", DT_TYPE_POINTER, 8, false },
	{ "char**", "char **", DT_TYPE_POINTER, 8, false },
	{ "const char *const", "char *", DT_TYPE_POINTER, 8, false },
	{ "string *", "string *", DT_TYPE_POINTER, 8, false },
	{ "uint8_t", "uint8_t", DT_TYPE_INT, 1, false },
	{ "int64_t *", "int64_t *", DT_TYPE_POINTER, 8, false },
	{ "hrtime_t", "hrtime_t", DT_TYPE_INT, 8, true },
	{ "pid_t", "pid_t", DT_TYPE_INT, 4, true },
	{ "caddr_t", "caddr_t", DT_TYPE_POINTER, 8, false },
	{ "u_longlong_t", "u_longlong_t", DT_TYPE_INT, 8, false },
};

static void spellings(void **state)
{
	size_t i;

	for (i = 0; i < sizeof(spelt) / sizeof(spelt[0]); i++) {
		struct dt_type t = type_of(*state, spelt[i].said);

		check_name(*state, &t, spelt[i].name);
		assert_int_equal(t.kind, spelt[i].kind);
		assert_int_equal(t.size, spelt[i].size);
		assert_int_equal(t.is_signed, spelt[i].is_signed);
	}
}

static void nonsense(void **state)
{
	static const struct {
		const char *said;
		int err;
	} rows[] = {
		{ "unsigned float", -EINVAL },
		{ "signed unsigned", -EINVAL },
		{ "long char", -EINVAL },
		{ "long long long", -EINVAL },
		{ "long long double", -EINVAL },
		{ "short long", -EINVAL },
		{ "int int", -EINVAL },
		{ "void int", -EINVAL },
		{ "unsigned pid_t", -EINVAL },
		{ "pid_t pid_t", -EINVAL },
		{ "int * int", -EINVAL },
		{ "struct", -EINVAL },
		{ "", -EINVAL },
		{ "*", -EINVAL },
		{ "* caddr_t", -EINVAL },
		{ "int;", -EINVAL },
		{ "nosuch_t", -ENOENT },
		{ "struct nosuch", -ENOENT },
		{ "enum nosuch *", -ENOENT },
	};
	struct dt_type t;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(dt_type_lookup(*state, rows[i].said, &t),
		    rows[i].err);
}

static void derived(void **state)
{
	struct dt_type c = type_of(*state, "char"), a, p, q, back, s;

	assert_int_equal(dt_type_array(*state, &c, 8, &a), 0);
	assert_int_equal(a.kind, DT_TYPE_ARRAY);
	assert_int_equal(a.size, 8);
	assert_int_equal(dt_type_nelems(*state, &a), 8);
	assert_int_equal(dt_type_nelems(*state, &c), 0);
	assert_true(dt_type_isstringlike(*state, &a));
	assert_int_equal(dt_type_array(*state, &a, UINT32_MAX, &p), -EOVERFLOW);

	assert_int_equal(dt_type_pointer(*state, &c, &p), 0);
	assert_int_equal(dt_type_pointer(*state, &c, &q), 0);
	assert_int_equal(p.ctf, q.ctf);
	assert_int_equal(dt_type_pointee(*state, &p, &back), 0);
	assert_int_equal(back.ctf, c.ctf);
	assert_int_equal(dt_type_pointee(*state, &a, &back), 0);
	assert_int_equal(back.ctf, c.ctf);
	assert_int_equal(dt_type_pointee(*state, &c, &back), -EINVAL);
	assert_int_equal(dt_type_byid(*state, 1000000, &back), -ENOENT);

	s = dt_type_basic(*state, DT_T_STRING);
	assert_int_equal(dt_type_array(*state, &s, 4, &a), 0);
	assert_false(dt_type_isstringlike(*state, &a));
	assert_int_equal(dt_type_pointee(*state, &a, &back), 0);
	assert_int_equal(back.kind, DT_TYPE_STRING);
}

static void typedefs(void **state)
{
	struct dt_type i = type_of(*state, "int"), l = type_of(*state, "long");
	struct dt_type s = type_of(*state, "string"), t;

	assert_int_equal(dt_type_typedef(*state, "mine_t", &i, &t), 0);
	check_name(*state, &t, "mine_t");
	assert_int_equal(t.size, 4);
	assert_true(dt_type_same(*state, &t, &i));
	assert_int_equal(dt_type_typedef(*state, "mine_t", &i, &t), 0);
	assert_int_equal(dt_type_typedef(*state, "mine_t", &l, &t), -EEXIST);
	assert_int_equal(dt_type_typedef(*state, "int8_t", &l, &t), -EEXIST);
	assert_int_equal(type_of(*state, "mine_t").size, 4);
	assert_int_equal(dt_type_typedef(*state, "name_t", &s, &t), 0);
	assert_int_equal(t.kind, DT_TYPE_STRING);
}

static void assignments(void **state)
{
	static const struct {
		const char *to, *from;
		bool zero, ok;
	} rows[] = {
		{ "char", "long", false, true },
		{ "string", "string", false, true },
		{ "string", "char *", false, true },
		{ "string", "int *", false, false },
		{ "string", "int", false, false },
		{ "int", "string", false, false },
		{ "int", "char *", false, false },
		{ "char *", "int", false, false },
		{ "char *", "int", true, true },
		{ "char *", "void *", false, true },
		{ "void *", "int **", false, true },
		{ "int64_t *", "long long *", false, true },
		{ "int *", "unsigned int *", false, false },
		{ "char **", "int **", false, false },
		{ "char *", "string", false, false },
		{ "double", "double", false, false },
		{ "void", "int", false, false },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dt_type to = type_of(*state, rows[i].to);
		struct dt_type from = type_of(*state, rows[i].from);

		if (dt_type_assignable(*state, &to, &from, rows[i].zero) !=
		    rows[i].ok)
			fail_msg("%s = %s", rows[i].to, rows[i].from);
	}
}

/* The name of an integer's type, by the compiler that builds the test. */
#define	NAME_OF(e) _Generic((e), int: "int", unsigned int: "unsigned int", \
	long: "long", unsigned long: "unsigned long", \
	long long: "long long", unsigned long long: "unsigned long long")

/* The common type has more bits, or of equal sizes is the unsigned one. */
static void
results(void **state)
{
	static const char *const order[] = { "signed char", "unsigned char",
		"short", "unsigned short", "int", "unsigned int", "long",
		"unsigned long" };
	size_t n = sizeof(order) / sizeof(order[0]);

	for (size_t i = 0; i < n * n; i++) {
		size_t high = i / n > i % n ? i / n : i % n;
		struct dt_type a = type_of(*state, order[i / n]);
		struct dt_type b = type_of(*state, order[i % n]);
		struct dt_type got = dt_type_arith(*state, &a, &b);

		check_name(*state, &got, order[high]);
		assert_true(dt_type_arithsigned(&a, &b) == (high % 2 == 0));
	}
}

static void
result_names(void **state)
{
	static const char *const rows[][3] = {
		{ "size_t", "int", "size_t" },
		{ "int8_t", "uint8_t", "uint8_t" },
		{ "unsigned int", "int64_t", "int64_t" },
		{ "long", "long long", "long" },
		{ "uint16_t", "uint16_t", "uint16_t" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dt_type a = type_of(*state, rows[i][0]);
		struct dt_type b = type_of(*state, rows[i][1]);
		struct dt_type got = dt_type_arith(*state, &a, &b);

		check_name(*state, &got, rows[i][2]);
	}
}

static void
single_results(void **state)
{
	struct dt_type t = type_of(*state, "unsigned short"), p;

	t = dt_type_number(*state, &t);
	check_name(*state, &t, "unsigned short");
	t = (struct dt_type){ .kind = DT_TYPE_ENUM, .size = 4,
	    .is_signed = true };
	t = dt_type_number(*state, &t);
	check_name(*state, &t, "int");
	t = dt_type_boolean(*state);
	check_name(*state, &t, "int");
	t = type_of(*state, "long");
	p = type_of(*state, "char *");
	assert_false(dt_type_arithsigned(&t, &p));
	assert_false(dt_type_arithsigned(&p, &t));
}

static void
casts(void **state)
{
	static const struct {
		const char *from, *to;
		uint64_t value, want;
	} rows[] = {
		{ "long", "int", 0x1ffffffff, UINT64_MAX },
		{ "long", "unsigned int", UINT64_MAX, UINT_MAX },
		{ "int", "long", 0x1ffffffff, UINT64_MAX },
		{ "int", "unsigned long", 0x180000000, 0xffffffff80000000 },
		{ "short", "unsigned int", 0xfffff, UINT_MAX },
		{ "char", "short", 0x180, (uint64_t)-128 },
		{ "unsigned int", "long", 0x1ffffffff, 0x1ffffffff },
		{ "unsigned short", "int", 0x1ffff, 0x1ffff },
		{ "int", "unsigned int", UINT64_MAX, UINT64_MAX },
		{ "unsigned int", "int", 0x1ffffffff, 0x1ffffffff },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dt_type from = type_of(*state, rows[i].from);
		struct dt_type to = type_of(*state, rows[i].to);

		if (dt_type_cast(&from, &to, rows[i].value) != rows[i].want)
			fail_msg("(%s)(%s)", rows[i].to, rows[i].from);
	}
}

#define	LIT(x) { #x, NAME_OF(x), (uint64_t)(x), 0 }

static const struct {
	const char *text, *type;
	uint64_t value;
	int err;
} literal[] = {
	LIT(0), LIT(1), LIT(2147483647), LIT(2147483648),
	LIT(4294967295), LIT(4294967296), LIT(9223372036854775807),
	LIT(0x7fffffff), LIT(0x80000000), LIT(0xffffffff),
	LIT(0x100000000), LIT(0x7fffffffffffffff),
	LIT(0x8000000000000000), LIT(0XfFffFFffFFffFFff),
	LIT(017), LIT(037777777777), LIT(01777777777777777777777),
	LIT(1u), LIT(4294967295U), LIT(4294967296u), LIT(1l), LIT(1L),
	LIT(1ul), LIT(1LU), LIT(1ll), LIT(1LL), LIT(1ull), LIT(1llu),
	LIT(0xffffffffffffffffl), LIT(0xffffffffffffffffLL),
	LIT(0xffl), LIT(0xffu),
	{ "9223372036854775808", NULL, 0, -ERANGE },
	{ "9223372036854775808LL", NULL, 0, -ERANGE },
	{ "18446744073709551615", NULL, 0, -ERANGE },
	{ "18446744073709551615u", "unsigned long", UINT64_MAX, 0 },
	{ "18446744073709551616", NULL, 0, -ERANGE },
	{ "0x10000000000000000", NULL, 0, -ERANGE },
	{ "08", NULL, 0, -EINVAL },
	{ "0x", NULL, 0, -EINVAL },
	{ "12ab", NULL, 0, -EINVAL },
	{ "1uu", NULL, 0, -EINVAL },
	{ "1lL", NULL, 0, -EINVAL },
	{ "1lul", NULL, 0, -EINVAL },
	{ "1lll", NULL, 0, -EINVAL },
	{ "u", NULL, 0, -EINVAL },
	{ "", NULL, 0, -EINVAL },
};

static void literals(void **state)
{
	size_t i;

	for (i = 0; i < sizeof(literal) / sizeof(literal[0]); i++) {
		struct dt_type t;
		uint64_t v;
		int err = dt_type_literal(*state, literal[i].text,
		    strlen(literal[i].text), &t, &v);

		if (err != literal[i].err)
			fail_msg("%s gives %d", literal[i].text, err);
		if (err != 0)
			continue;
		check_name(*state, &t, literal[i].type);
		assert_true(v == literal[i].value);
	}
}

static void values(void **state)
{
	struct dt_type c = type_of(*state, "char");
	struct dt_type uc = type_of(*state, "uchar_t");
	struct dt_type u = type_of(*state, "uint_t");
	struct dt_type l = type_of(*state, "long");
	struct dt_type ul = type_of(*state, "ulong_t");

	assert_true(dt_type_wrap(&c, 0x1ff) == UINT64_MAX);
	assert_true(dt_type_wrap(&uc, 0x1ff) == 0xff);
	assert_true(dt_type_wrap(&u, UINT64_MAX) == UINT_MAX);
	assert_true(dt_type_wrap(&l, UINT64_MAX) == UINT64_MAX);
	assert_true(dt_type_fits(&c, 127, true));
	assert_false(dt_type_fits(&c, 128, true));
	assert_true(dt_type_fits(&c, (uint64_t)-128, true));
	assert_false(dt_type_fits(&uc, (uint64_t)-1, true));
	assert_false(dt_type_fits(&u, (uint64_t)-1, true));
	assert_true(dt_type_fits(&ul, UINT64_MAX, false));
	assert_false(dt_type_fits(&ul, UINT64_MAX, true));
	assert_false(dt_type_fits(&l, UINT64_MAX, false));
	assert_true(dt_type_fits(&l, UINT64_MAX, true));
}

static int check_text(ctf_id_t id, int flag, void *arg)
{
	char *want, buf[512];
	struct dt_types *ts = arg;
	struct dt_type t;

	(void)flag;
	if (dt_type_byid(ts, (long)id, &t) != 0)
		return 0;
	want = ctf_type_aname(dt_types_dict(ts), id);
	assert_non_null(want);
	(void)dt_type_name(ts, &t, buf, sizeof(buf));
	if (strchr(want, '(') == NULL)
		assert_string_equal(buf, want);
	else if (strcmp(want, "int (*) ()") == 0)
		assert_string_equal(buf, "int ()");
	else if (strcmp(want, "void (*)(*) ()") == 0)
		assert_string_equal(buf, "void (*)()");
	free(want);
	return 0;
}

/* Each type has the text that libctf gives it; those of functions are C. */
static void texts(void **state)
{
	static const char *const names[] = { "struct file_operations",
		"struct task_struct", "struct inode", "struct sk_buff" };
	struct dt_types *ts = *state;
	struct dt_member m;
	struct dt_type t, p;
	char buf[8];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (dt_type_klookup(ts, names[i], &t) != 0)
			continue;	/* no types of the kernel */
		assert_int_equal(dt_type_member(ts, &t, "nothing", &m),
		    -ENOENT);
		assert_int_equal(dt_type_pointer(ts, &t, &p), 0);
		assert_int_equal(dt_type_pointer(ts, &p, &t), 0);
	}
	assert_int_equal(ctf_type_iter_all(dt_types_dict(ts), check_text, ts),
	    0);
	t = type_of(ts, "unsigned long");
	assert_string_equal(dt_type_name(ts, &t, buf, sizeof(buf)), "unsigne");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spellings),
		cmocka_unit_test(nonsense),
		cmocka_unit_test(derived),
		cmocka_unit_test(typedefs),
		cmocka_unit_test(assignments),
		cmocka_unit_test(results),
		cmocka_unit_test(result_names),
		cmocka_unit_test(single_results),
		cmocka_unit_test(casts),
		cmocka_unit_test(literals),
		cmocka_unit_test(values),
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
