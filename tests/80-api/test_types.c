/* SPDX-License-Identifier: MIT */
/*
 * dtrace_lookup_by_type, dtrace_type_strcompile, dtrace_type_fcompile.
 * emulated: shared
 */
#include "api.h"

#include <ctf-api.h>
#include <unistd.h>

static ssize_t size_of(const dtrace_typeinfo_t *t)
{
	return ctf_type_size(t->dtt_ctfp, t->dtt_type);
}

/* The type that the kernel has under this name. */
static dtrace_typeinfo_t type_of(dtrace_hdl_t *dtp, const char *name)
{
	dtrace_typeinfo_t t;
	dtrace_syminfo_t si;
	GElf_Sym sym;

	if (dtrace_lookup_by_name(dtp, "vmlinux", name, &sym, &si) != 0) {
		print_message("%s: %s\n", name,
			      dtrace_errmsg(dtp, dtrace_errno(dtp)));
		dtrace_close(dtp);
		skip();
	}
	api_ok(dtp, dtrace_symbol_type(dtp, &sym, &si, &t));
	assert_string_equal(t.dtt_object, "vmlinux");
	return t;
}

static void of_function(void **state)
{
	dtrace_syminfo_t si = { "vmlinux", "no_such_function", 0 }, none = si;
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t;
	GElf_Sym sym = { 0 };
	ctf_funcinfo_t f;

	(void)state;
	if (!api_has_types())
		skip();
	t = type_of(dtp, "schedule");
	assert_int_equal(ctf_type_kind(t.dtt_ctfp, t.dtt_type), CTF_K_POINTER);
	assert_int_equal(size_of(&t), 8);
	t.dtt_type = ctf_type_reference(t.dtt_ctfp, t.dtt_type);
	assert_int_equal(ctf_func_type_info(t.dtt_ctfp, t.dtt_type, &f), 0);
	assert_int_equal(f.ctc_argc, 0);
	none.dts_name = NULL;
	api_fails(dtp, dtrace_symbol_type(dtp, &sym, &si, &t), E_NOSYM);
	api_fails(dtp, dtrace_symbol_type(dtp, &sym, &none, &t), EINVAL);
	api_fails(dtp, dtrace_symbol_type(dtp, NULL, &si, &t), EINVAL);
	api_fails(dtp, dtrace_symbol_type(dtp, &sym, NULL, &t), EINVAL);
	api_fails(dtp, dtrace_symbol_type(dtp, &sym, &si, NULL), EINVAL);
	dtrace_close(dtp);
}

static void of_variable(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t = type_of(dtp, "jiffies");
	char name[32];

	(void)state;
	assert_string_equal(ctf_type_name(t.dtt_ctfp, t.dtt_type, name,
					  sizeof(name)), "unsigned long");
	dtrace_close(dtp);
}

static void of_d(void **state)
{
	static const struct {
		const char *name;
		ssize_t size;
	} v[] = {
		{ "int", 4 }, { "unsigned long long", 8 }, { "char *", 8 },
		{ "uint16_t", 2 }, { "long unsigned int **", 8 },
	};
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t;

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		api_ok(dtp, dtrace_lookup_by_type(dtp, DTRACE_OBJ_DDEFS,
						  v[i].name, &t));
		assert_int_equal(size_of(&t), v[i].size);
		assert_string_equal(t.dtt_object, "D");
		assert_int_equal(t.dtt_flags, 0);
		api_ok(dtp, dtrace_type_strcompile(dtp, v[i].name, &t));
		assert_int_equal(size_of(&t), v[i].size);
	}
	dtrace_close(dtp);
}

/* A struct of the kernel has its members under each of its names. */
static void of_kernel(void **state)
{
	static const char *const objects[] = { "vmlinux", DTRACE_OBJ_EXEC,
		DTRACE_OBJ_KMODS, DTRACE_OBJ_EVERY, DTRACE_OBJ_CDEFS };
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t;
	ctf_membinfo_t m;

	(void)state;
	if (!api_has_types())
		skip();
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		api_ok(dtp, dtrace_lookup_by_type(dtp, objects[i],
						  "struct list_head", &t));
		assert_int_equal(size_of(&t), 16);
		assert_int_equal(ctf_member_info(t.dtt_ctfp, t.dtt_type,
						 "prev", &m), 0);
		assert_int_equal(m.ctm_offset, 64);
	}
	api_ok(dtp, dtrace_lookup_by_type(dtp, "vmlinux", "atomic_t", &t));
	assert_int_equal(size_of(&t), 4);
	dtrace_close(dtp);
}

static void from_stream(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	FILE *fp = tmpfile();
	dtrace_typeinfo_t t;

	(void)state;
	assert_non_null(fp);
	fputs("unsigned\n\tchar\n", fp);
	rewind(fp);
	api_ok(dtp, dtrace_type_fcompile(dtp, fp, &t));
	assert_int_equal(size_of(&t), 1);
	assert_true(ftell(fp) > 0);		/* it is still open */
	fclose(fp);
	dtrace_close(dtp);
}

static void wrong(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t;

	(void)state;
	api_fails(dtp, dtrace_type_strcompile(dtp, "struct no_such", &t),
		  E_NOTYPE);
	api_fails(dtp, dtrace_type_strcompile(dtp, "unsigned float", &t),
		  E_NOTYPE);
	assert_non_null(strstr(dtrace_errmsg(dtp, E_NOTYPE),
			       "\"unsigned float\""));
	api_fails(dtp, dtrace_type_strcompile(dtp, "", &t), E_NOTYPE);
	api_fails(dtp, dtrace_lookup_by_type(dtp, "ext4", "int", &t),
		  E_NOCTF);
	api_fails(dtp, dtrace_lookup_by_type(dtp, DTRACE_OBJ_UMODS, "int",
					     &t), E_NOMOD);
	api_fails(dtp, dtrace_lookup_by_type(dtp, "vmlinux", NULL, &t),
		  EINVAL);
	api_fails(dtp, dtrace_type_strcompile(dtp, "int", NULL), EINVAL);
	api_fails(dtp, dtrace_type_strcompile(dtp, NULL, &t), EINVAL);
	api_fails(dtp, dtrace_type_fcompile(dtp, NULL, &t), EINVAL);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_d),
		cmocka_unit_test(of_kernel),
		cmocka_unit_test(of_function), cmocka_unit_test(of_variable),
		cmocka_unit_test(from_stream),
		cmocka_unit_test(wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
