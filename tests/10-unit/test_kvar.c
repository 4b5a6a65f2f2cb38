/* SPDX-License-Identifier: MIT */
/* test_kvar.c - symbols that a program names, from a fabricated table. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "sym/kvar.h"
#include "type/field.h"

#define	NEEDS_BTF() if (access(DT_KERNEL_TYPES, R_OK) != 0) skip()

struct world {
	struct dt_ksyms *ks;
	struct dt_types *ts;
	struct dt_kvar v;
	char why[320], type[64];
};

static void open_world(struct world *w, const char *table)
{
	char path[] = "test_kvar.XXXXXX";
	int fd = mkstemp(path);
	struct dt_ksym s;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, table, strlen(table)), strlen(table));
	close(fd);
	assert_int_equal(dt_ksym_create(&w->ks, path), 0);
	dt_ksym_lookup(w->ks, 1, &s);	/* it is read now */
	unlink(path);
	assert_int_equal(dt_types_create(&w->ts), 0);
}

static void close_world(struct world *w)
{
	dt_types_destroy(w->ts);
	dt_ksym_destroy(w->ks);
}

static int find(struct world *w, const char *module, const char *name)
{
	return dt_kvar_find(w->ks, w->ts, module, name, &w->v, w->why,
	    sizeof(w->why));
}

static const char *type_of(struct world *w)
{
	return dt_type_name(w->ts, &w->v.type, w->type, sizeof(w->type));
}

static const char table[] =
    "ffffffff81000000 T vfs_read\n"
    "ffffffff81000100 t not_in_btf\n"
    "ffffffff82000000 D __per_cpu_offset\n"
    "ffffffff82000400 d some_flag\n"
    "ffffffff82000408 D jiffies\n"
    "ffffffff82000410 D init_task\n"
    "ffffffff82010000 D avenrun\n"
    "ffffffffc0201000 d some_flag2\t[ext9]\n";

static void variables_have_a_type_or_are_a_word(void **state)
{
	struct world w;

	(void) state;
	open_world(&w, table);
	assert_int_equal(find(&w, NULL, "some_flag"), 0);
	assert_string_equal(w.v.is, DT_FIELD_VARIABLE);
	assert_int_equal(w.v.addr, 0xffffffff82000400);
	assert_string_equal(type_of(&w), "uintptr_t");
	assert_int_equal(find(&w, "vmlinux", "jiffies"), 0);
	assert_string_equal(type_of(&w), "unsigned long");
	assert_int_equal(find(&w, NULL, "avenrun"), 0);
	assert_string_equal(type_of(&w), "unsigned long [3]");
	assert_int_equal(find(&w, "ext9", "some_flag2"), 0);
	assert_int_equal(w.v.addr, 0xffffffffc0201000);
	close_world(&w);
}

/* Linux 7.2 lists them with the letters of code. */
static void variables_need_no_letter(void **state)
{
	struct world w;

	(void) state;
	open_world(&w,
	    "ffffffff81000000 T vfs_read\n"
	    "ffffffff82000000 T _sdata\n"
	    "ffffffff82000400 t some_flag\n"
	    "ffffffff82000408 T jiffies\n"
	    "ffffffff82100000 T _edata\n");
	assert_int_equal(find(&w, NULL, "some_flag"), 0);
	assert_string_equal(w.v.is, DT_FIELD_VARIABLE);
	assert_string_equal(type_of(&w), "uintptr_t");
	assert_int_equal(find(&w, NULL, "jiffies"), 0);
	assert_string_equal(type_of(&w), "unsigned long");
	assert_int_equal(find(&w, NULL, "vfs_read"), 0);
	assert_string_equal(w.v.is, DT_FIELD_FUNCTION);
	close_world(&w);
}

static void types_come_from_btf(void **state)
{
	struct world w;

	(void) state;
	NEEDS_BTF();
	open_world(&w, table);
	assert_int_equal(find(&w, NULL, "vfs_read"), 0);
	assert_string_equal(w.v.is, DT_FIELD_FUNCTION);
	assert_int_equal(w.v.type.kind, DT_TYPE_POINTER);
	assert_int_equal(find(&w, NULL, "not_in_btf"), 0);
	assert_string_equal(type_of(&w), "void *");
	assert_int_equal(find(&w, NULL, "init_task"), 0);
	assert_string_equal(type_of(&w), "struct task_struct");
	close_world(&w);
}

/* Offsets count from the start of the section, which x86 once had at 0. */
static void per_cpu_variables_have_an_offset(void **state)
{
	static const char moved[] =
	    "ffffffff82000000 D __per_cpu_offset\n"
	    "ffffffff83000000 D __per_cpu_start\n"
	    "ffffffff83009999 d runqueues\n";
	struct world w;
	uint64_t offset;

	(void) state;
	NEEDS_BTF();
	open_world(&w, table);
	assert_int_equal(find(&w, NULL, "runqueues"), 0);
	assert_string_equal(w.v.is, DT_FIELD_PERCPU);
	assert_string_equal(type_of(&w), "struct rq");
	offset = w.v.addr;
	close_world(&w);
	open_world(&w, moved);
	assert_int_equal(find(&w, NULL, "runqueues"), 0);
	assert_int_equal(w.v.addr, 0xffffffff83000000 + offset);
	assert_int_equal(find(&w, "ext9", "runqueues"), -ENOENT);
	close_world(&w);
}

/* With one CPU there is one copy, at the symbol itself. */
static void without_offsets_it_is_a_variable(void **state)
{
	struct world w;

	(void) state;
	NEEDS_BTF();
	open_world(&w, "ffffffff83009999 d runqueues\n");
	assert_int_equal(find(&w, NULL, "runqueues"), 0);
	assert_string_equal(w.v.is, DT_FIELD_VARIABLE);
	assert_int_equal(w.v.addr, 0xffffffff83009999);
	close_world(&w);
}

static void a_failure_has_its_reason(void **state)
{
	struct world w;

	(void) state;
	open_world(&w, table);
	assert_int_equal(find(&w, "ext9", "nothing"), -ENOENT);
	assert_string_equal(w.why, "the kernel has no symbol nothing in module "
	    "ext9");
	close_world(&w);
	open_world(&w, "ffffffff81000000 T vfs_read\n"
	    "ffffffff82000000 D __start_rodata\n");
	assert_int_equal(find(&w, NULL, "some_flag"), -ENOENT);
	assert_non_null(strstr(w.why, "CONFIG_KALLSYMS_ALL"));
	assert_int_equal(find(&w, NULL, "jiffies"), -EPERM);
	assert_non_null(strstr(w.why, "CONFIG_KALLSYMS_ALL"));
	close_world(&w);
	open_world(&w, "0000000000000000 T vfs_read\n");
	assert_int_equal(find(&w, NULL, "vfs_read"), -EPERM);
	assert_non_null(strstr(w.why, "CAP_SYSLOG"));
	close_world(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variables_have_a_type_or_are_a_word),
		cmocka_unit_test(variables_need_no_letter),
		cmocka_unit_test(types_come_from_btf),
		cmocka_unit_test(per_cpu_variables_have_an_offset),
		cmocka_unit_test(without_offsets_it_is_a_variable),
		cmocka_unit_test(a_failure_has_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
