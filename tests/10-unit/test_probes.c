/* SPDX-License-Identifier: MIT */
/* test_probes.c - the registry of probes: ids, and matching descriptions. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "prov/prov.h"
#include "sym/sysargs.h"

static struct dt_kbtf *kbtf;

static int setup(void **state)
{
	struct dt_probes *ps = NULL;
	int err = dt_kbtf_create(&kbtf, NULL);

	if (err == 0)
		err = dt_probes_create(&ps, kbtf);

	*state = ps;
	return err;
}

static int teardown(void **state)
{
	dt_probes_destroy(*state);
	dt_kbtf_destroy(kbtf);
	return 0;
}

struct found {
	uint32_t n, stop_at, last;
	char first[DTRACE_FULLNAMELEN];
};

static int note(const struct dt_probe *p, void *arg)
{
	struct found *f = arg;

	assert_true(p->id > f->last);
	f->last = p->id;
	if (f->n++ == 0)
		snprintf(f->first, sizeof(f->first), "%s:%s:%s:%s",
		    p->part[0], p->part[1], p->part[2], p->part[3]);
	return f->n == f->stop_at ? 42 : 0;
}

static struct found find(struct dt_probes *ps, const char *prov,
    const char *mod, const char *func, const char *name)
{
	const char *const part[4] = { prov, mod, func, name };
	struct found f = { .n = 0 };

	assert_int_equal(dt_probes_match(ps, part, note, &f), 0);
	return f;
}

static void session_probes(void **state)
{
	static const char *const names[] = { "BEGIN", "END", "ERROR" };
	uint32_t i;

	for (i = 1; i <= 3; i++) {
		const struct dt_probe *p = dt_probes_byid(*state, i);

		assert_non_null(p);
		assert_string_equal(p->part[0], "dtrace");
		assert_string_equal(p->part[1], "");
		assert_string_equal(p->part[2], "");
		assert_string_equal(p->part[3], names[i - 1]);
		assert_ptr_equal(p->prov, &dt_prov_dtrace);
	}
	assert_null(dt_probes_byid(*state, 0));
	assert_null(dt_probes_byid(*state, 4));
	assert_null(dt_probes_byid(*state, UINT32_MAX));
}

/* The calls are added when a description may name one. */
static void syscall_probes(void **state)
{
	static const char *const none[4] = { NULL, NULL, NULL, "tick-1s" };
	static const char *const some[4] = { "fbt", NULL, NULL, "en*" };
	const struct dt_probe *p;

	assert_int_equal(dt_probes_provide(*state, none), 0);
	assert_null(dt_probes_byid(*state, 16));
	assert_int_equal(dt_probes_provide(*state, some), 0);
	assert_int_equal(dt_probes_provide(*state, some), 0);
	p = dt_probes_byid(*state, 16 + 2 * SYS_openat);
	assert_string_equal(p->part[1], "vmlinux");
	assert_string_equal(p->part[2], "openat");
	assert_string_equal(p->part[3], "entry");
	assert_int_equal(p->point, DT_POINT_SYSENTER);
	assert_int_equal(p->key, SYS_openat);
	assert_int_equal(p->nargs, 6);
	p = dt_probes_byid(*state, 16 + 2 * SYS_getpid + 1);
	assert_string_equal(p->part[2], "getpid");
	assert_string_equal(p->part[3], "return");
	assert_int_equal(p->point, DT_POINT_SYSEXIT);
	assert_int_equal(p->key, SYS_getpid);
	assert_int_equal(p->nargs, 2);
}

#ifdef __x86_64__
static void compat_probes(void **state)
{
	const struct dt_probe *p = dt_probes_byid(*state, 4096 + 2 * 20);

	assert_string_equal(p->part[1], "ia32");
	assert_string_equal(p->part[2], "getpid");
	assert_int_equal(p->key, DT_ROW_COMPAT + 20);
}
#endif

/* Keys are in range, and no two probes of a point share a row. */
static int check_row(const struct dt_probe *p, void *arg)
{
	bool (*seen)[DT_NSYSROWS] = arg;
	int k = p->point == DT_POINT_SYSEXIT;

	assert_in_range(p->key, 0, DT_NSYSROWS - 1);
	assert_false(seen[k][p->key]);
	seen[k][p->key] = true;
	return 0;
}

static void rows(void **state)
{
	static const char *const part[4] = { "syscall" };
	bool seen[2][DT_NSYSROWS] = { { false } };

	assert_int_equal(dt_probes_match(*state, part, check_row, seen), 0);
}

static void descriptions(void **state)
{
	struct dt_probes *ps = *state;
	uint32_t all = find(ps, NULL, NULL, NULL, NULL).n;
	uint32_t entries = find(ps, "syscall", "", "", "entry").n;

	uint32_t sum = 0;

#define	DT_PROV(sym)	sum += find(ps, #sym, "", "", "").n;
#include "tbl/provs.h"
#undef DT_PROV
	assert_int_equal(all, sum);
	assert_int_equal(find(ps, "dtrace", "", "", "").n, 3);
	assert_int_equal(find(ps, "syscall", "", "", "").n, 2 * entries);
	assert_in_range(entries, 300, 2000);
	assert_int_equal(find(ps, "*", "*", "*", "*").n, all);
	assert_int_equal(find(ps, "", "", "", "").n, all);
	assert_int_equal(find(ps, "s?sc*", "?*", "", "").n, 2 * entries);
	assert_int_equal(find(ps, NULL, NULL, NULL, "BEGIN").n, 1);
	assert_int_equal(find(ps, NULL, NULL, NULL, "begin").n, 0);
	assert_string_equal(find(ps, NULL, NULL, NULL, "BEG*").first,
	    "dtrace:::BEGIN");
	assert_int_equal(find(ps, "syscall", "vmlinux", "read", NULL).n, 2);
	assert_string_equal(find(ps, "sys*", "vm*", "re[a]d", "r*").first,
	    "syscall:vmlinux:read:return");
	assert_int_equal(find(ps, "syscall", "vmlinux", "nosuch", NULL).n, 0);
	assert_int_equal(find(ps, "syscall", "vmlinux", "*at", "entry").n,
	    find(ps, "syscall", "vmlinux", "*at", "return").n);
	assert_int_equal(find(ps, "syscall", "vmlinux", "read\\v", "entry").n,
	    1);
}

static void stopping(void **state)
{
	static const char *const part[4] = { "syscall" };
	struct found f = { .stop_at = 5 };

	assert_int_equal(dt_probes_match(*state, part, note, &f), 42);
	assert_int_equal(f.n, 5);
}

/* A row becomes a probe when it is named, if the kernel supports it. */
static void late_probes(void **state)
{
	static const char *const other[4] = { "syscall", "", "", "" };
	static const char *const named[4] = { "sch*", "", "", "wakeup" };
	const struct dt_prov *prov = &dt_prov_sched;
	const struct dt_tpprobe *row = &prov->tps[0];
	const struct dt_probe *p;
	struct dt_kbtf *kb;
	struct dt_probes *ps;

	(void)state;
	assert_int_equal(dt_kbtf_create(&kb, NULL), 0);
	assert_int_equal(dt_probes_create(&ps, kb), 0);
	assert_null(dt_probes_byid(ps, prov->tps_id));
	assert_int_equal(dt_probes_provide(ps, other), 0);
	assert_null(dt_probes_byid(ps, prov->tps_id));
	assert_true(dt_tp_named(prov, row, (const char *[4]){ 0 }));
	assert_false(dt_tp_named(prov, row, other));
	if (access("/sys/kernel/btf/vmlinux", R_OK) == 0) {
		assert_int_equal(find(ps, "sch*", "", "", "wakeup").n, 1);
		assert_int_equal(find(ps, "sch*", "", "", "wakeup").n, 1);
		assert_int_equal(dt_probes_provide(ps, named), 0);
		p = dt_probes_byid(ps, find(ps, "sched", "", "", "off-cpu")
		    .last);
		assert_int_equal(p->point, DT_POINT_TP);
		assert_string_equal(p->srcs[0].tp, "sched_switch");
		assert_string_equal(p->argtypes[1], "struct task_struct *");
		assert_null(p->argtypes[2]);
	}
	dt_probes_destroy(ps);
	dt_kbtf_destroy(kb);
}

/* What the probe of a row needs that no kernel has. */
static void lacking(void **state)
{
	static const struct dt_tpsrc none = { .tp = "no_such_tracepoint" };
	static const struct dt_tpsrc no = { .tp = "no_such_function",
	    .is_function = true };
	const struct dt_tpprobe lame = { .name = "lame", .nsrcs = 1,
	    .srcs = &none };
	const struct dt_tpprobe limp = { .name = "limp", .nsrcs = 1,
	    .srcs = &no };
	char why[192];
	struct dt_kbtf *kb;
	struct dt_probes *ps;

	(void)state;
	assert_int_equal(dt_kbtf_create(&kb, NULL), 0);
	assert_int_equal(dt_probes_create(&ps, kb), 0);
	dt_tp_why(ps, dt_tp_lacks(ps, &lame), why, sizeof(why));
	assert_non_null(strstr(why, "no_such_tracepoint, but the types of"));
	assert_int_equal(dt_kbtf_read_tracepoints(kb), 0);
	dt_tp_why(ps, dt_tp_lacks(ps, &lame), why, sizeof(why));
	if (dt_kbtf_has_tracepoints(kb))
		assert_string_equal(why, "needs tracepoint no_such_tracepoint, "
		    "which this kernel lacks");
	dt_tp_why(ps, dt_tp_lacks(ps, &limp), why, sizeof(why));
	assert_memory_equal(why, "needs function no_such_function, ", 33);
	dt_probes_destroy(ps);
	dt_kbtf_destroy(kb);
}

/* A probe of another provider is inserted by id; strings are copied. */
static void adding(void **state)
{
	char func[] = "func";
	struct dt_probe p = {
		.id = 10, .part = { "mine", "mod", func, "name" },
		.prov = &dt_prov_dtrace,
	};
	const struct dt_probe *old = dt_probes_byid(*state, 16);

	assert_int_equal(dt_probes_add(*state, &p), 0);
	assert_int_equal(dt_probes_add(*state, &p), -EEXIST);
	func[0] = 'x';
	assert_string_equal(dt_probes_byid(*state, 10)->part[2], "func");
	assert_ptr_equal(dt_probes_byid(*state, 16), old);
	assert_int_equal(find(*state, "mine", NULL, NULL, NULL).n, 1);
	find(*state, NULL, NULL, NULL, NULL);
}

static void globs(void **state)
{
	static const struct {
		const char *pattern, *s;
		bool match;
	} cases[] = {
		{ "", "", true }, { "", "a", false }, { "a", "", false },
		{ "abc", "abc", true }, { "abc", "abd", false },
		{ "abc", "abcd", false }, { "*", "", true },
		{ "*", "abc", true }, { "**", "abc", true },
		{ "a*", "abc", true }, { "*c", "abc", true },
		{ "a*c", "ac", true }, { "a*c", "abcbc", true },
		{ "a*b*c", "axxbyyc", true }, { "a*b*c", "axxcyyb", false },
		{ "*ab", "aab", true }, { "*aab", "aaab", true },
		{ "?", "a", true }, { "?", "", false }, { "a?c", "abc", true },
		{ "[abc]", "b", true }, { "[abc]", "d", false },
		{ "[a-c]", "b", true }, { "[a-c]", "d", false },
		{ "[!a-c]", "d", true }, { "[!a-c]", "b", false },
		{ "[]a]", "]", true }, { "[!]a]", "]", false },
		{ "[a-]", "-", true }, { "[a\\]b]", "]", true },
		{ "[a-cx-z]*", "yes", true }, { "\\*", "*", true },
		{ "\\*", "a", false }, { "a\\bc", "abc", true },
		{ "[", "[", false }, { "[a", "a", false },
		{ "\\", "\\", false },
		{ "*[0-9]", "pread64", true }, { "*[0-9]", "pread", false },
		{ "p*[!0-9]", "pread64", false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (dt_glob_match(cases[i].pattern, cases[i].s) !=
		    cases[i].match)
			fail_msg("%s on %s", cases[i].pattern, cases[i].s);
}

static void valid_globs(void **state)
{
	(void)state;
	assert_true(dt_glob_valid(""));
	assert_true(dt_glob_valid("a*b?[c-d]\\["));
	assert_true(dt_glob_valid("[]]"));
	assert_false(dt_glob_valid("["));
	assert_false(dt_glob_valid("[]"));
	assert_false(dt_glob_valid("a[b"));
	assert_false(dt_glob_valid("a[b\\]"));
	assert_false(dt_glob_valid("a\\"));
	assert_false(dt_glob_valid("\\\\["));
}

static int read_format(struct dt_arena *a, const char *text,
    const char *v[DT_NSYSARGS])
{
	FILE *fp = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	int n;

	assert_non_null(fp);
	n = dt_sysargs_read(fp, a, v);
	fclose(fp);
	return n;
}

/* Types lose const; what the kernel copied for an argument is none. */
static void formats(void **state)
{
	static const char text[] = "name: sys_enter_x\nformat:\n"
	    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	    "\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"
	    "\tfield:const char *const * argv;\toffset:16;\tsize:8;\n"
	    "\tfield:unsigned flags;\toffset:24;\tsize:8;\tsigned:0;\n"
	    "\tfield:const struct y * constant;\toffset:32;\tsize:8;\n"
	    "\tfield:void * * pages;\toffset:40;\tsize:8;\tsigned:0;\n"
	    "\tfield:unsigned long consts;\toffset:48;\tsize:8;\n"
	    "\tfield:__data_loc char[] __argv_val;\toffset:56;\tsize:4;\n"
	    "\nprint fmt: \"argv: %lx\"\n";
	static const char *const types[] = { "char **", "unsigned int",
		"struct y *", "void **", "unsigned long" };
	struct dt_arena *a = dt_arena_create();
	const char *v[DT_NSYSARGS];

	(void)state;
	assert_non_null(a);
	assert_int_equal(read_format(a, text, v), 5);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		assert_string_equal(v[i], types[i]);
	assert_int_equal(read_format(a, "name: x\n", v), -ENOENT);
	dt_arena_destroy(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(session_probes),
		cmocka_unit_test(syscall_probes),
#ifdef __x86_64__
		cmocka_unit_test(compat_probes),
#endif
		cmocka_unit_test(rows),
		cmocka_unit_test(descriptions),
		cmocka_unit_test(late_probes),
		cmocka_unit_test(lacking),
		cmocka_unit_test(stopping),
		cmocka_unit_test(adding),
		cmocka_unit_test(globs),
		cmocka_unit_test(valid_globs),
		cmocka_unit_test(formats),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
