/* SPDX-License-Identifier: MIT */
/*
 * test_btf.c - the kernel's types in the container: their sizes and members are
 * compared with the running kernel's BTF, as read by libbpf.
 */
#include <bpf/btf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "type/type.h"

#define KERNEL "/sys/kernel/btf/vmlinux"

struct world {
	struct dt_types *types;
	struct btf *btf;
};

static int setup(void **state)
{
	static struct world w;

	w.btf = btf__parse(KERNEL, NULL);
	*state = &w;
	return dt_types_create(&w.types);
}

static int teardown(void **state)
{
	struct world *w = *state;

	dt_types_destroy(w->types);
	btf__free(w->btf);
	return 0;
}

static void need_btf(const struct world *w)
{
	if (w->btf == NULL)
		skip();
}

/* Skip qualifiers, typedefs and tags. */
static const struct btf_type *resolved(const struct btf *b, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(b, id);

	while (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t))
		t = btf__type_by_id(b, t->type);
	return t;
}

/* The member found by name must have these bits. */
static void check_member(const struct world *w, const struct dt_type *of,
			 const char *name, uint32_t type, uint64_t bit,
			 uint32_t bits)
{
	const struct btf_type *t = resolved(w->btf, type);
	struct dt_member m;

	if (dt_type_member(w->types, of, name, &m) != 0)
		fail_msg("no member %s", name);
	if (m.bit != bit || m.bits != bits)
		fail_msg("%s is at %llu:%u, not %llu:%u", name,
			 (unsigned long long)m.bit, m.bits,
			 (unsigned long long)bit, bits);
	if (btf_is_composite(t) || btf_is_int(t) || btf_is_any_enum(t))
		assert_int_equal(m.type.size, t->size);
	if (btf_is_ptr(t))
		assert_int_equal(m.type.kind, DT_TYPE_POINTER);
	if (btf_is_array(t)) {
		assert_int_equal(m.type.kind, DT_TYPE_ARRAY);
		assert_int_equal(dt_type_nelems(w->types, &m.type),
				 btf_array(t)->nelems);
	}
}

/* Check all members, also of unnamed structs; returns their number. */
static int check_members(const struct world *w, const struct dt_type *of,
			 const struct btf_type *t, uint64_t base)
{
	const struct btf_member *m = btf_members(t);
	int n = 0;

	for (uint16_t i = 0; i < btf_vlen(t); i++) {
		const char *name = btf__name_by_offset(w->btf, m[i].name_off);
		uint64_t bit = base + btf_member_bit_offset(t, i);
		const struct btf_type *in = resolved(w->btf, m[i].type);

		if (*name != '\0') {
			check_member(w, of, name, m[i].type, bit,
				     btf_member_bitfield_size(t, i));
			n++;
		} else if (btf_is_composite(in)) {
			n += check_members(w, of, in, bit);
		}
	}
	return n;
}

static void known_structs(void **state)
{
	static const char *const names[] = {
		"task_struct", "mm_struct", "sched_entity", "file", "inode",
		"sk_buff", "sock", "rq", "net_device", "vm_area_struct",
		"list_head", "thread_info", "cred", "irq_desc", "page",
	};
	const struct world *w = *state;
	char text[64];
	int n = 0;

	need_btf(w);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		int id = btf__find_by_name_kind(w->btf, names[i],
						BTF_KIND_STRUCT);
		struct dt_type t;

		if (id < 0)
			continue;
		snprintf(text, sizeof(text), "struct %s", names[i]);
		assert_int_equal(dt_type_lookup(w->types, text, &t), 0);
		assert_int_equal(t.kind, DT_TYPE_STRUCT);
		assert_int_equal(t.size, btf__type_by_id(w->btf, id)->size);
		n += check_members(w, &t, btf__type_by_id(w->btf, id), 0);
	}
	assert_true(n > 500);
}

static struct dt_type type_of(const struct world *w, const char *name)
{
	struct dt_type t = { .kind = DT_TYPE_VOID };

	if (dt_type_klookup(w->types, name, &t) != 0)
		fail_msg("no type %s", name);
	return t;
}

static void check_name(const struct world *w, const struct dt_type *t,
		       const char *want)
{
	char text[64];

	assert_string_equal(dt_type_name(w->types, t, text, sizeof(text)),
			    want);
}

/* Members of the current thread that exist in any kernel. */
static void task(void **state)
{
	const struct world *w = *state;
	struct dt_type t, p, in;
	struct dt_member m;

	need_btf(w);
	p = type_of(w, "struct task_struct *");
	check_name(w, &p, "struct task_struct *");
	assert_int_equal(p.size, 8);
	assert_int_equal(dt_type_pointee(w->types, &p, &t), 0);
	assert_int_equal(dt_type_member(w->types, &t, "comm", &m), 0);
	check_name(w, &m.type, "char [16]");
	assert_true(dt_type_isstringlike(w->types, &m.type));
	assert_int_equal(dt_type_member(w->types, &t, "mm", &m), 0);
	check_name(w, &m.type, "struct mm_struct *");
	assert_int_equal(dt_type_pointee(w->types, &m.type, &in), 0);
	assert_int_equal(dt_type_member(w->types, &in, "pgd", &m), 0);
	assert_int_equal(dt_type_member(w->types, &t, "se", &m), 0);
	in = m.type;
	assert_int_equal(dt_type_member(w->types, &in, "sum_exec_runtime",
					&m), 0);
	assert_int_equal(m.type.size, 8);
	assert_false(m.type.is_signed);
	/* a thread's type is the same on every path to it */
	assert_int_equal(dt_type_member(w->types, &t, "parent", &m), 0);
	assert_true(dt_type_same(w->types, &m.type, &p));
}

static void missing(void **state)
{
	const struct world *w = *state;
	struct dt_type t;
	struct dt_member m;

	need_btf(w);
	assert_int_equal(dt_type_lookup(w->types, "struct no_such_x", &t),
			 -ENOENT);
	assert_int_equal(dt_type_lookup(w->types, "union task_struct", &t),
			 -ENOENT);
	t = type_of(w, "struct list_head");
	assert_int_equal(dt_type_member(w->types, &t, "nxt", &m), -ENOENT);
	t = type_of(w, "int");
	assert_int_equal(dt_type_member(w->types, &t, "nxt", &m), -EINVAL);
	assert_null(dt_types_nokernel(w->types));
}

/* D's own names hide those of the kernel, unless these are requested. */
static void typedefs(void **state)
{
	const struct world *w = *state;
	struct dt_type t;

	need_btf(w);
	assert_int_equal(dt_type_lookup(w->types, "gfp_t", &t), -ENOENT);
	t = type_of(w, "gfp_t");
	check_name(w, &t, "gfp_t");
	assert_int_equal(t.size, 4);
	assert_false(t.is_signed);
	assert_int_equal(dt_type_lookup(w->types, "gfp_t", &t), -ENOENT);
	t = type_of(w, "u64");
	assert_int_equal(t.size, 8);
	t = type_of(w, "pid_t");
	assert_true(t.is_signed);
}

static void enumerators(void **state)
{
	const struct world *w = *state;
	struct dt_type t;
	int64_t v;

	need_btf(w);
	assert_int_equal(dt_type_enumerator(w->types, "PIDTYPE_PID", &t, &v),
			 0);
	assert_int_equal(v, 0);
	check_name(w, &t, "int");
	assert_int_equal(dt_type_enumerator(w->types, "PIDTYPE_TGID", &t, &v),
			 0);
	assert_int_equal(v, 1);
	assert_int_equal(dt_type_enumerator(w->types, "PIDTYPE_NONE", &t, &v),
			 -ENOENT);
	t = type_of(w, "enum pid_type");
	assert_int_equal(t.size, 4);
}

/* A missing file, and one without types: an error, and no types. */
static void no_kernel(void **state)
{
	static const char *const paths[] = { "/nowhere/vmlinux",
		"/proc/self/cmdline" };
	struct dt_type t;
	int64_t v;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct dt_types *ts;

		assert_int_equal(dt_types_create(&ts), 0);
		dt_types_kernel(ts, paths[i]);
		assert_null(dt_types_nokernel(ts));
		assert_int_equal(dt_type_lookup(ts, "struct list_head *", &t),
				 -ENOENT);
		assert_non_null(strstr(dt_types_nokernel(ts), paths[i]));
		assert_int_equal(dt_type_enumerator(ts, "PIDTYPE_PID", &t,
						    &v), -ENOENT);
		assert_int_equal(dt_type_lookup(ts, "unsigned long", &t), 0);
		dt_types_destroy(ts);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(known_structs, setup,
						teardown),
		cmocka_unit_test_setup_teardown(task, setup, teardown),
		cmocka_unit_test_setup_teardown(missing, setup, teardown),
		cmocka_unit_test_setup_teardown(typedefs, setup, teardown),
		cmocka_unit_test_setup_teardown(enumerators, setup, teardown),
		cmocka_unit_test(no_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
