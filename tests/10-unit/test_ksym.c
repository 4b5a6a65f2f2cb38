/* SPDX-License-Identifier: MIT */
/* test_ksym.c - names of kernel addresses, from a fabricated symbol table. */
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
#include "sym/ksym.h"

#define	BASE 0xffffffff81000000ULL
#define	MOD 0xffffffffc0201000ULL

static const char table[] =
    "0000000000014000 A percpu_thing\n"
    "ffffffff81000000 D data_alias\n"
    "ffffffff81000000 t local_alias\n"
    "ffffffff81000000 T first\n"
    "ffffffff81000000 T first_again\n"
    "ffffffff81000040 t second\n"
    "ffffffff81000100 W third\n"
    "ffffffff82000000 D table\n"
    "ffffffff82800000 D end_of_kernel\n"
    "ffffffffc0201200 t mod_b\t[ext9]\n"
    "ffffffffc0201000 t mod_a\t[ext9]\n"
    "ffffffffc0201800 T other\t[other_mod]\n"
    "ffffffffc0300000 t bpf_prog_1\t[bpf]\n";

static void write_file(char *path, const char *text)
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static struct dt_ksyms *symbols_of(const char *text)
{
	char path[] = "test_ksym.XXXXXX";
	struct dt_ksyms *ks;
	struct dt_ksym s;

	write_file(path, text);
	assert_int_equal(dt_ksym_create(&ks, path), 0);
	dt_ksym_lookup(ks, 1, &s);	/* it is read now */
	unlink(path);
	return ks;
}

static int setup(void **state)
{
	*state = symbols_of(table);
	return 0;
}

static int teardown(void **state)
{
	dt_ksym_destroy(*state);
	return 0;
}

/* module NULL: the address is not known; past: offset from the symbol */
static void check(struct dt_ksyms *ks, uint64_t addr, const char *module,
    const char *name, uint64_t past)
{
	struct dt_ksym s;
	int rc = dt_ksym_lookup(ks, addr, &s);

	assert_int_equal(rc, module != NULL ? 0 : -ENOENT);
	if (rc != 0)
		return;
	assert_string_equal(s.module, module);
	if (name == NULL) {
		assert_null(s.name);
		return;
	}
	assert_string_equal(s.name, name);
	assert_true(addr - s.value == past);
}

static void places(void **state)
{
	check(*state, BASE, "vmlinux", "first", 0);
	check(*state, BASE + 1, "vmlinux", "first", 1);
	check(*state, BASE + 0x3f, "vmlinux", "first", 0x3f);
	check(*state, BASE + 0x40, "vmlinux", "second", 0);
	check(*state, BASE + 0x110, "vmlinux", "third", 0x10);
	check(*state, MOD, "ext9", "mod_a", 0);
	check(*state, MOD + 0x2ff, "ext9", "mod_b", 0xff);
	check(*state, MOD + 0x800, "other_mod", "other", 0);
	check(*state, 0xffffffffc0300010ULL, "bpf", "bpf_prog_1", 0x10);
	/* Data may be large, functions may not. */
	check(*state, BASE + 0x1700000, "vmlinux", "table", 0x700000);
	check(*state, BASE + 0xf00000, "vmlinux", NULL, 0);
	/* Outside of all symbols */
	check(*state, 0, NULL, NULL, 0);
	check(*state, 0x14010, NULL, NULL, 0);
	check(*state, BASE - 1, NULL, NULL, 0);
	check(*state, MOD + 0x1000, NULL, NULL, 0);
	check(*state, UINT64_MAX, NULL, NULL, 0);
}

/* As Linux 7.2 lists them: only the code is code. */
static void data_is_no_code(void **state)
{
	static const struct {
		const char *name;
		char type;
	} v[] = {
		{ "vfs_read", 'T' }, { "_etext", 'T' }, { "init_task", 'D' },
		{ "softirq_vec", 'd' }, { "start_kernel", 'T' },
		{ "mod_a", 't' },
	};
	struct dt_ksyms *ks = symbols_of(
	    "ffffffff81000000 T _stext\n"
	    "ffffffff81000040 T vfs_read\n"
	    "ffffffff81200000 T _etext\n"
	    "ffffffff82000000 T _sdata\n"
	    "ffffffff82000000 t softirq_vec\n"
	    "ffffffff82001180 T init_task\n"
	    "ffffffff82200000 T _edata\n"
	    "ffffffff82300000 T _sinittext\n"
	    "ffffffff82300010 T start_kernel\n"
	    "ffffffffc0201000 t mod_a\t[ext9]\n");
	struct dt_kmod m;
	struct dt_ksym s;

	(void) state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		assert_int_equal(dt_ksym_byname(ks, NULL, v[i].name, &s), 0);
		assert_int_equal(s.type, v[i].type);
	}
	/* Data may be large, functions may not. */
	check(ks, 0xffffffff82001180ULL + (1 << 20), "vmlinux", "init_task",
	    1 << 20);
	assert_int_equal(dt_ksym_module(ks, 0, &m), 0);
	assert_int_equal(m.text.size, 0x200000);
	assert_true(m.data.start == 0xffffffff82000000ULL);
	dt_ksym_destroy(ks);
}

static void lookups(void **state)
{
	struct dt_ksym s;

	assert_int_equal(dt_ksym_lookup(*state, BASE + 0x20, &s), 0);
	assert_string_equal(s.name, "first");
	assert_true(s.value == BASE);
	assert_true(s.size == 0x40);
	assert_int_equal(s.type, 'T');
	assert_int_equal(dt_ksym_lookup(*state, MOD + 0x200, &s), 0);
	assert_string_equal(s.module, "ext9");
	assert_true(s.size == 0x600);
	assert_int_equal(dt_ksym_lookup(*state, BASE + 0xf00000, &s), 0);
	assert_string_equal(s.module, "vmlinux");
	assert_null(s.name);
	assert_int_equal(dt_ksym_lookup(*state, 1, &s), -ENOENT);
	assert_string_equal(dt_ksym_why(*state), "");
}

static void names(void **state)
{
	struct dt_ksym s;

	assert_int_equal(dt_ksym_byname(*state, NULL, "mod_b", &s), 0);
	assert_string_equal(s.module, "ext9");
	assert_true(s.value == MOD + 0x200);
	assert_true(s.size == 0x600);
	assert_int_equal(dt_ksym_byname(*state, "ext9", "mod_b", &s), 0);
	assert_int_equal(dt_ksym_byname(*state, "vmlinux", "mod_b", &s),
	    -ENOENT);
	assert_int_equal(dt_ksym_byname(*state, "vmlinux", "first_again", &s),
	    0);
	assert_true(s.value == BASE);
	assert_true(s.size == 0x40);
	/* Not an address, so not found */
	assert_int_equal(dt_ksym_byname(*state, NULL, "percpu_thing", &s),
	    -ENOENT);
	assert_int_equal(dt_ksym_byname(*state, NULL, "", &s), -ENOENT);
}

/* The first of two local symbols is found, and a global before a local one. */
static void same_names(void **state)
{
	struct dt_ksyms *ks = symbols_of(
	    "ffffffff81000000 t one\nffffffff81000010 t one\n"
	    "ffffffff81000020 t two\nffffffff81000030 T two\n"
	    "ffffffffc0201000 T one\t[m]\n");
	struct dt_ksym s;

	(void)state;
	assert_int_equal(dt_ksym_byname(ks, "vmlinux", "one", &s), 0);
	assert_true(s.value == BASE);
	assert_int_equal(dt_ksym_byname(ks, NULL, "one", &s), 0);
	assert_true(s.value == MOD);
	assert_int_equal(dt_ksym_byname(ks, NULL, "two", &s), 0);
	assert_true(s.value == BASE + 0x30);
	dt_ksym_destroy(ks);
}

static void modules(void **state)
{
	static const char *const want[] = { "vmlinux", "ext9", "other_mod",
	    "bpf" };
	struct dt_kmod m;
	uint32_t i;

	for (i = 0; i < 4; i++) {
		assert_int_equal(dt_ksym_module(*state, i, &m), 0);
		assert_string_equal(m.name, want[i]);
	}
	assert_int_equal(dt_ksym_module(*state, i, &m), -ENOENT);
	assert_int_equal(dt_ksym_module(*state, 1, &m), 0);
	assert_true(m.text.start == MOD);
	assert_true(m.text.size == 0x800);
	assert_true(m.data.size == 0 && m.bss.size == 0);
	assert_int_equal(dt_ksym_module(*state, 0, &m), 0);
	assert_true(m.text.start == BASE);
	assert_true(m.data.start == BASE);
}

/* Symbols added meanwhile are found after an update. */
static void updates(void **state)
{
	char path[] = "test_ksym.XXXXXX";
	struct dt_ksyms *ks;
	struct dt_ksym s;

	(void)state;
	write_file(path, "ffffffff81000000 T one\n");
	assert_int_equal(dt_ksym_create(&ks, path), 0);
	check(ks, BASE, "vmlinux", "one", 0);
	unlink(path);
	check(ks, BASE, "vmlinux", "one", 0);
	dt_ksym_update(ks);
	assert_int_equal(dt_ksym_lookup(ks, BASE, &s), -ENOENT);
	assert_string_not_equal(dt_ksym_why(ks), "");
	dt_ksym_destroy(ks);
}

/* A kernel that hides its addresses shows them as 0. */
static void hidden(void **state)
{
	struct dt_ksyms *ks = symbols_of(
	    "0000000000000000 T a\n0000000000000000 t b\t[m]\n");
	struct dt_ksym s;

	(void)state;
	assert_int_equal(dt_ksym_lookup(ks, BASE, &s), -EPERM);
	assert_non_null(strstr(dt_ksym_why(ks), "CAP_SYSLOG"));
	dt_ksym_destroy(ks);
}

static void bad_files(void **state)
{
	static const char *const texts[] = {
		"not a symbol\n", "ffffffff81000000\n", "\n",
		"ffffffff81000000 T\n", "ffffffff81000000Tx name\n",
	};
	struct dt_ksyms *ks;
	struct dt_ksym s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		ks = symbols_of(texts[i]);
		assert_int_equal(dt_ksym_lookup(ks, BASE, &s), -EINVAL);
		assert_string_not_equal(dt_ksym_why(ks), "");
		dt_ksym_destroy(ks);
	}
	assert_int_equal(dt_ksym_create(&ks, "/nonexistent"), 0);
	assert_int_equal(dt_ksym_lookup(ks, BASE, &s), -ENOENT);
	assert_non_null(strstr(dt_ksym_why(ks), "/nonexistent"));
	dt_ksym_destroy(ks);
	dt_ksym_destroy(NULL);
	ks = symbols_of("ffffffff81000000 T no_newline");
	check(ks, BASE, "vmlinux", "no_newline", 0);
	dt_ksym_destroy(ks);
}

/* More than one read returns. */
static void large(void **state)
{
	size_t size = 40000 * 64, len = 0;
	char *text = malloc(size);
	struct dt_ksyms *ks;
	int i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < 40000; i++)
		len += (size_t)snprintf(text + len, size - len,
		    "%llx T function_%d\t[mod%d]\n", BASE + 16ULL * i, i,
		    i / 200);
	ks = symbols_of(text);
	free(text);
	check(ks, BASE + 16 * 39999 + 5, "mod199", "function_39999", 5);
	check(ks, BASE + 16 * 200, "mod1", "function_200", 0);
	dt_ksym_destroy(ks);
}

/* The real table, if it may be read. */
static void real(void **state)
{
	char line[512], name[256], type;
	FILE *fp = fopen("/proc/kallsyms", "re");
	unsigned long long addr = 0;
	struct dt_ksyms *ks;

	(void)state;
	if (fp == NULL)
		skip();
	while (fgets(line, sizeof(line), fp) != NULL)
		if (sscanf(line, "%llx %c %255s", &addr, &type, name) == 3 &&
		    strcmp(name, "schedule") == 0)
			break;
	fclose(fp);
	if (addr == 0 || strcmp(name, "schedule") != 0)
		skip();
	assert_int_equal(dt_ksym_create(&ks, NULL), 0);
	check(ks, addr + 4, "vmlinux", name, 4);
	dt_ksym_destroy(ks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(places, setup, teardown),
		cmocka_unit_test(data_is_no_code),
		cmocka_unit_test_setup_teardown(lookups, setup, teardown),
		cmocka_unit_test_setup_teardown(names, setup, teardown),
		cmocka_unit_test(same_names),
		cmocka_unit_test_setup_teardown(modules, setup, teardown),
		cmocka_unit_test(updates),
		cmocka_unit_test(hidden),
		cmocka_unit_test(bad_files),
		cmocka_unit_test(large),
		cmocka_unit_test(real),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
