/* SPDX-License-Identifier: MIT */
/* test_kbtf.c - members and tracepoints in the kernel's BTF. */
#include <bpf/btf.h>
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
#include "sym/kbtf.h"
#include "type/type.h"

static struct dt_kbtf *open_btf(const char *path)
{
	struct dt_kbtf *kb;

	assert_int_equal(dt_kbtf_create(&kb, path), 0);
	return kb;
}

/* The first n bytes of a BTF with two structures. */
static struct dt_kbtf *made_btf(size_t n)
{
	char path[] = "test_kbtf.XXXXXX";
	struct btf *btf = btf__new_empty();
	int num = btf__add_int(btf, "int", 4, BTF_INT_SIGNED);
	int fd = mkstemp(path);
	struct dt_kbtf *kb;
	uint32_t len;
	const void *p;

	assert_true(num > 0 && fd >= 0);
	btf__add_struct(btf, "first", 8);
	btf__add_field(btf, "a", num, 0, 0);
	btf__add_field(btf, "b", num, 32, 0);
	btf__add_struct(btf, "bits", 8);
	btf__add_field(btf, "low", num, 0, 3);
	btf__add_field(btf, "high", num, 40, 5);
	btf__add_typedef(btf, "btf_trace_made_up", num);
	p = btf__raw_data(btf, &len);
	assert_non_null(p);
	assert_true(n > len || n < len - 1);
	assert_int_equal(write(fd, p, n < len ? n : len), n < len ? n : len);
	close(fd);
	btf__free(btf);
	kb = open_btf(path);
	if (n >= sizeof(struct btf_header))
		dt_kbtf_read_tracepoints(kb);	/* it is read now */
	else
		assert_int_equal(dt_kbtf_read_tracepoints(kb), 0);
	unlink(path);
	return kb;
}

static void members(void **state)
{
	uint32_t to = 1;
	struct dt_kmember m[] = { { .type = "bits", .member = "high" },
		{ "first", "b", &to, 0, false } };
	struct dt_kmember none[] = { { .type = "first", .member = "a" },
		{ .type = "first", .member = "low" } };
	struct dt_kbtf *kb = made_btf(SIZE_MAX);

	(void)state;
	assert_int_equal(dt_kbtf_members(kb, m, 2), 0);
	assert_int_equal(m[0].offset, 5);
	assert_int_equal(m[1].offset, 4);
	assert_int_equal(to, 4);
	assert_int_equal(dt_kbtf_members(kb, none, 2), -ENOENT);
	assert_true(none[0].found && !none[1].found);
	assert_non_null(strstr(dt_kbtf_why(kb),
	    "knows no member low of struct first"));
	assert_true(dt_kbtf_has_tracepoint(kb, "made_up"));
	assert_false(dt_kbtf_has_tracepoint(kb, "btf_trace_made_up"));
	assert_int_equal(dt_kbtf_tracepoint_type(kb, "made_up"), 4);
	assert_int_equal(dt_kbtf_tracepoint_type(kb, "made_u"), 0);
	assert_int_equal(dt_kbtf_tracepoint_type(kb, ""), 0);
	assert_int_equal(dt_kbtf_struct_number(kb, "bits"), 3);
	assert_int_equal(dt_kbtf_struct_number(kb, "btf_trace_made_up"), 0);
	assert_int_equal(dt_kbtf_function_number(kb, "bits"), 0);
	dt_kbtf_destroy(kb);
}

/* A truncated file, at each length, is an error, never a wrong answer. */
static void cut_short(void **state)
{
	struct dt_kmember m = { .type = "bits", .member = "high" };
	struct dt_kbtf *kb;
	size_t n;

	(void)state;
	for (n = 0; n < sizeof(struct btf_header) + 12 * 5 + 16; n++) {
		kb = made_btf(n);
		assert_int_not_equal(dt_kbtf_members(kb, &m, 1), 0);
		assert_non_null(strstr(dt_kbtf_why(kb), "cannot be read"));
		assert_false(dt_kbtf_has_tracepoints(kb));
		dt_kbtf_destroy(kb);
	}
	kb = open_btf("/nonexistent");
	assert_int_equal(dt_kbtf_members(kb, &m, 1), -ENOENT);
	assert_non_null(strstr(dt_kbtf_why(kb), "/nonexistent cannot be read"));
	assert_int_equal(dt_kbtf_read_tracepoints(kb), 0);
	assert_false(dt_kbtf_has_tracepoints(kb));
	dt_kbtf_destroy(kb);
}

/* Offsets and type numbers must be those of libbpf. */
static void same_as_libbpf(void **state)
{
	struct dt_kmember m[] = { { .type = "task_struct", .member = "comm" },
		{ .type = "signal_struct", .member = "pids" },
		{ .type = "upid", .member = "ns" } };
	struct dt_kbtf *kb = open_btf(NULL);
	struct btf *btf;
	size_t i;
	int id;

	(void)state;
	if (access(DT_KERNEL_TYPES, R_OK) != 0)
		skip();
	btf = btf__parse_raw(DT_KERNEL_TYPES);
	assert_non_null(btf);
	assert_int_equal(dt_kbtf_members(kb, m, 3), 0);
	for (i = 0; i < 3; i++) {
		const struct btf_type *t = btf__type_by_id(btf,
		    btf__find_by_name_kind(btf, m[i].type, BTF_KIND_STRUCT));
		uint16_t j = 0;

		while (strcmp(btf__name_by_offset(btf,
		    btf_members(t)[j].name_off), m[i].member) != 0)
			j++;
		assert_int_equal(m[i].offset, btf_member_bit_offset(t, j) / 8);
	}
	id = btf__find_by_name_kind(btf, "btf_trace_sys_enter",
	    BTF_KIND_TYPEDEF);
	assert_int_equal(dt_kbtf_tracepoint_type(kb, "sys_enter"),
	    id < 40000 ? id : 0);
	assert_int_equal(dt_kbtf_struct_number(kb, "upid"),
	    btf__find_by_name_kind(btf, "upid", BTF_KIND_STRUCT));
	assert_int_equal(dt_kbtf_function_number(kb, "do_exit"),
	    btf__find_by_name_kind(btf, "do_exit", BTF_KIND_FUNC));
	btf__free(btf);
	dt_kbtf_destroy(kb);
}

/* Tracepoints of this kernel, and their names. */
static void tracepoints(void **state)
{
	struct dt_kbtf *kb = open_btf(NULL);

	(void)state;
	assert_int_equal(dt_kbtf_read_tracepoints(kb), 0);
	if (access(DT_KERNEL_TYPES, R_OK) == 0) {
		assert_true(dt_kbtf_has_tracepoints(kb));
		assert_true(dt_kbtf_has_tracepoint(kb, "sys_enter"));
		assert_true(dt_kbtf_has_tracepoint(kb, "sched_switch"));
		assert_true(dt_kbtf_has_tracepoint(kb, "sched_waking"));
	}
	assert_false(dt_kbtf_has_tracepoint(kb, "sys_ente"));
	assert_false(dt_kbtf_has_tracepoint(kb, "ys_enter"));
	assert_false(dt_kbtf_has_tracepoint(kb, "sched_switches"));
	assert_false(dt_kbtf_has_tracepoint(kb, ""));
	dt_kbtf_destroy(kb);
}

/* No tracepoint is missing, wherever its name is in the file. */
static void all_tracepoints(void **state)
{
	FILE *fp = fopen("/sys/kernel/btf/vmlinux", "re");
	static const char prefix[] = "\0btf_trace_";
	char *text = NULL, *at;
	size_t len = 0, room = 0, got = 1;
	struct dt_kbtf *kb = open_btf(NULL);
	int n = 0;

	(void)state;
	if (fp == NULL)
		skip();
	for (; got > 0; len += got) {
		if (room - len < 4096)
			text = realloc(text, room = 2 * room + 65536);
		assert_non_null(text);
		got = fread(text + len, 1, room - len, fp);
	}
	(void)fclose(fp);
	assert_int_equal(dt_kbtf_read_tracepoints(kb), 0);
	for (at = text; (at = memmem(at, text + len - at, prefix,
	    sizeof(prefix) - 1)) != NULL; n++) {
		at += sizeof(prefix) - 1;
		if (!dt_kbtf_has_tracepoint(kb, at))
			fail_msg("%s is missing", at);
	}
	assert_true(n > 100);
	dt_kbtf_destroy(kb);
	free(text);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(members),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(same_as_libbpf),
		cmocka_unit_test(tracepoints),
		cmocka_unit_test(all_tracepoints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
