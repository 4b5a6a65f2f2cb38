/* SPDX-License-Identifier: MIT */
/* dtrace_lookup_by_addr, dtrace_addr2str. */
#include "api.h"

/* The address of a kernel function, 0 where addresses are hidden. */
static uint64_t address_of(const char *want)
{
	FILE *fp = fopen("/proc/kallsyms", "r");
	unsigned long addr = 0, found = 0;
	char name[128];

	if (!fp)
		return 0;
	while (!found && fscanf(fp, "%lx %*s %127s%*[^\n]", &addr, name) == 2)
		if (strcmp(name, want) == 0)
			found = addr;
	fclose(fp);
	return found;
}

static void lookup(void **state)
{
	uint64_t addr = address_of("schedule");
	dtrace_hdl_t *dtp;
	dtrace_syminfo_t info;
	GElf_Sym sym;

	(void)state;
	if (!addr)
		skip();
	dtp = api_handle();
	api_ok(dtp, dtrace_lookup_by_addr(dtp, addr + 1, &sym, &info));
	assert_int_equal(sym.st_value, addr);
	assert_true(sym.st_size > 1);
	assert_string_equal(info.dts_name, "schedule");
	assert_non_null(info.dts_object);
	api_ok(dtp, dtrace_lookup_by_addr(dtp, addr, &sym, NULL));
	api_ok(dtp, dtrace_lookup_by_addr(dtp, addr, NULL, &info));
	assert_null(info.dts_name);
	assert_non_null(info.dts_object);
	dtrace_close(dtp);
}

static void nothing_there(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_syminfo_t info;
	GElf_Sym sym;

	(void)state;
	api_fails(dtp, dtrace_lookup_by_addr(dtp, 0, &sym, &info),
		  E_NOSYMADDR);
	api_fails(dtp, dtrace_lookup_by_addr(dtp, 0x1000, &sym, &info),
		  E_NOSYMADDR);
	dtrace_close(dtp);
}

static void in_words(void **state)
{
	uint64_t addr = address_of("schedule");
	dtrace_hdl_t *dtp = api_handle();
	char text[64], small[5];
	int len;

	(void)state;
	len = dtrace_addr2str(dtp, 0x1234, text, sizeof(text));
	assert_string_equal(text, "0x1234");
	assert_int_equal(len, 6);
	assert_int_equal(dtrace_addr2str(dtp, 0x1234, NULL, 0), 6);
	assert_int_equal(dtrace_addr2str(dtp, 0x1234, small, 5), 6);
	assert_string_equal(small, "0x12");
	if (addr) {
		len = dtrace_addr2str(dtp, addr + 16, text, sizeof(text));
		assert_int_equal(len, strlen(text));
		assert_non_null(strstr(text, "`schedule+0x10"));
		dtrace_addr2str(dtp, addr, text, sizeof(text));
		assert_string_equal(strchr(text, '`'), "`schedule");
	}
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lookup),
		cmocka_unit_test(nothing_there),
		cmocka_unit_test(in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
