/* SPDX-License-Identifier: MIT */
/*
 * Symbols and objects of the kernel, and symbols of processes.
 * emulated: shared
 */
#include "api.h"

#include <string.h>
#include <unistd.h>

/* The address of a kernel function; 0 if addresses are hidden. */
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

static void by_name(void **state)
{
	static const char *const objects[] = { "vmlinux", DTRACE_OBJ_EXEC,
		DTRACE_OBJ_EVERY, DTRACE_OBJ_KMODS };
	uint64_t addr = address_of("schedule");
	dtrace_hdl_t *dtp = api_handle();
	dtrace_syminfo_t info, again;
	GElf_Sym sym, same;

	(void)state;
	if (!addr)
		skip();
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		memset(&sym, 0, sizeof(sym));
		api_ok(dtp, dtrace_lookup_by_name(dtp, objects[i], "schedule",
						  &sym, &info));
		assert_int_equal(sym.st_value, addr);
		assert_string_equal(info.dts_name, "schedule");
		assert_string_equal(info.dts_object, "vmlinux");
		api_ok(dtp, dtrace_lookup_by_addr(dtp, addr, &same, &again));
		assert_memory_equal(&sym, &same, sizeof(sym));
		assert_string_equal(again.dts_object, info.dts_object);
	}
	api_ok(dtp, dtrace_lookup_by_name(dtp, "vmlinux", "schedule", NULL,
					  NULL));
	api_fails(dtp, dtrace_lookup_by_name(dtp, "vmlinux", "no such name",
					     &sym, NULL), E_NOSYM);
	api_fails(dtp, dtrace_lookup_by_name(dtp, "no such", "schedule", &sym,
					     NULL), E_NOMOD);
	api_fails(dtp, dtrace_lookup_by_name(dtp, DTRACE_OBJ_UMODS, "schedule",
					     &sym, NULL), E_NOMOD);
	api_fails(dtp, dtrace_lookup_by_name(dtp, "vmlinux", NULL, &sym, NULL),
		  EINVAL);
	/* A second reading gives the same */
	dtrace_update(dtp);
	api_ok(dtp, dtrace_lookup_by_name(dtp, "vmlinux", "schedule", &same,
					  NULL));
	assert_memory_equal(&sym, &same, sizeof(sym));
	dtrace_close(dtp);
}

struct objects {
	int n, stop_at;
	uint64_t addr;		/* in the text of the object that is hit */
	char hit[64];
};

static int on_object(dtrace_hdl_t *dtp, const dtrace_objinfo_t *obj, void *arg)
{
	struct objects *o = arg;
	dtrace_objinfo_t same;

	assert_int_equal(obj->dto_id, o->n);
	assert_true(obj->dto_flags & DTRACE_OBJ_F_KERNEL);
	assert_int_equal((obj->dto_flags & DTRACE_OBJ_F_PRIMARY) != 0,
			 o->n == 0);
	api_ok(dtp, dtrace_object_info(dtp, obj->dto_name, &same));
	assert_memory_equal(obj, &same, sizeof(same));
	if (o->addr - obj->dto_text_va < obj->dto_text_size)
		snprintf(o->hit, sizeof(o->hit), "%s", obj->dto_name);
	return ++o->n == o->stop_at ? 7 : 0;
}

static void objects(void **state)
{
	struct objects o = { .addr = address_of("schedule") };
	dtrace_hdl_t *dtp = api_handle();
	dtrace_objinfo_t info;

	(void)state;
	if (!o.addr)
		skip();
	api_ok(dtp, dtrace_object_iter(dtp, on_object, &o));
	assert_true(o.n >= 1);
	assert_string_equal(o.hit, "vmlinux");
	o = (struct objects){ .stop_at = 1 };
	assert_int_equal(dtrace_object_iter(dtp, on_object, &o), 7);
	assert_int_equal(o.n, 1);
	api_ok(dtp, dtrace_object_info(dtp, DTRACE_OBJ_EXEC, &info));
	assert_string_equal(info.dto_name, "vmlinux");
	assert_null(info.dto_file);
	api_fails(dtp, dtrace_object_info(dtp, "no such", &info), E_NOMOD);
	api_fails(dtp, dtrace_object_info(dtp, DTRACE_OBJ_CDEFS, &info),
		  E_NOMOD);
	api_fails(dtp, dtrace_object_info(dtp, DTRACE_OBJ_EVERY, &info),
		  EINVAL);
	api_fails(dtp, dtrace_object_info(dtp, "vmlinux", NULL), EINVAL);
	api_fails(dtp, dtrace_object_iter(dtp, NULL, NULL), EINVAL);
	assert_int_equal(dtrace_provider_modules(dtp, NULL, 0), 0);
	dtrace_close(dtp);
}

static void of_process(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	uint64_t addr = (uintptr_t)of_process;
	char text[64], small[5];
	int len;

	(void)state;
	len = dtrace_uaddr2str(dtp, getpid(), addr, text, sizeof(text));
	assert_string_equal(text, "test_sym`of_process");
	assert_int_equal(len, strlen(text));
	dtrace_uaddr2str(dtp, getpid(), addr + 1, text, sizeof(text));
	assert_string_equal(text, "test_sym`of_process+0x1");
	assert_int_equal(dtrace_uaddr2str(dtp, 0, 0x1234, NULL, 0), 6);
	assert_int_equal(dtrace_uaddr2str(dtp, 0, 0x1234, small, 5), 6);
	assert_string_equal(small, "0x12");
	dtrace_uaddr2str(dtp, 0, addr, text, sizeof(text));
	assert_int_equal(strtoull(text, NULL, 16), addr);
	api_fails(dtp, dtrace_uaddr2str(dtp, 1, addr, NULL, 1), EINVAL);
	api_fails(dtp, dtrace_uaddr2str(dtp, 1, addr, text, -1), EINVAL);
	dtrace_close(dtp);
}

/* The layout of records and keys of addresses: action, bytes, argument. */
static const struct shape {
	int action;
	uint32_t size;
	uint64_t arg;
} shapes[] = {
	{ DTRACEACT_USTACK, 3 * 8 + 16, DTRACE_USTACK_ARG(2, 16) },
	{ DTRACEACT_JSTACK, 51 * 8 + 512, DTRACE_USTACK_ARG(50, 512) },
	{ DTRACEACT_SYM, 8, 0 },
	{ DTRACEACT_MOD, 8, 0 },
	{ DTRACEACT_USYM, 16, 0 },
	{ DTRACEACT_UMOD, 16, 0 },
	{ DTRACEACT_UADDR, 16, 0 },
};
#define NSHAPES (sizeof(shapes) / sizeof(shapes[0]))

static void check_shape(const dtrace_recdesc_t *rec, size_t i,
			const void *data)
{
	uint64_t first;

	assert_int_equal(rec->dtrd_action, shapes[i].action);
	assert_int_equal(rec->dtrd_size, shapes[i].size);
	assert_int_equal(rec->dtrd_arg, shapes[i].arg);
	memcpy(&first, data, sizeof(first));
	if (DTRACEACT_CLASS(rec->dtrd_action) == DTRACEACT_PROC)
		assert_int_equal(first, getpid());
}

static int on_shape(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		    void *arg)
{
	size_t *n = arg;

	if (rec && rec->dtrd_action != DTRACEACT_EXIT)
		check_shape(rec, (*n)++, data->dtpda_data);
	return DTRACE_CONSUME_NEXT;
}

static int on_keys(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[1];

	(void)arg;
	for (size_t i = 0; i < NSHAPES; i++)
		check_shape(&rec[i], i, agg->dtada_data + rec[i].dtrd_offset);
	return DTRACE_AGGWALK_NEXT;
}

static void shape(void **state)
{
	static const char text[] = "BEGIN { ustack(2, 16); jstack(); sym(1); "
		"mod(1); usym(1); umod(1); uaddr(1); @[ustack(2, 16), "
		"jstack(), sym(1), mod(1), usym(1), umod(1), uaddr(1)] = "
		"count(); exit(0); }";
	dtrace_hdl_t *dtp = api_handle();
	dtrace_prog_t *prog;
	size_t n = 0;

	api_ok(dtp, dtrace_setopt(dtp, "engine", *state));
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0,
					 NULL);
	assert_non_null(prog);
	if (dtrace_program_exec(dtp, prog, NULL) != 0 || dtrace_go(dtp) != 0) {
		dtrace_close(dtp);
		skip();
	}
	dtrace_stop(dtp);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_shape, &n));
	assert_int_equal(n, NSHAPES);
	api_ok(dtp, dtrace_aggregate_walk(dtp, on_keys, NULL));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lookup),
		cmocka_unit_test(nothing_there),
		cmocka_unit_test(in_words),
		cmocka_unit_test(of_process),
		ON_BOTH(shape),
		cmocka_unit_test(by_name),
		cmocka_unit_test(objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
