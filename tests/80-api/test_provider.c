/* SPDX-License-Identifier: MIT */
/*
 * The header and the object file of the providers that programs declare.
 * emulated: shared
 */
#include <string.h>
#include <fcntl.h>
#include "api.h"

static char file[] = "dt-provider-XXXXXX";

static const char two[] = "provider foo { probe bar__baz(int, char *); "
	"probe none(); }; provider foo { probe none(); };";

/* Compile declarations alone, without a clause. */
static dtrace_prog_t *declare(dtrace_hdl_t *dtp, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text,
		DTRACE_PROBESPEC_NAME, DTRACE_C_EMPTY | DTRACE_C_ETAGS, 0,
		NULL);

	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return prog;
}

static char *header(dtrace_hdl_t *dtp, const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	assert_non_null(fp);
	api_ok(dtp, dtrace_program_header(dtp, fp, name));
	fclose(fp);
	return text;
}

static int count(const char *text, const char *word)
{
	int n = 0;

	for (; (text = strstr(text, word)) != NULL; text++)
		n++;
	return n;
}

static void headers(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	char *text;

	(void)state;
	declare(dtp, two);
	declare(dtp, "provider late { probe p(unsigned long x); };");
	declare(dtp, "provider late { probe p(unsigned long x); };");
	text = header(dtp, "dir/foo-probes.h");
	assert_int_equal(count(text, "_FOO_PROBES_H"), 2);
	assert_int_equal(count(text, "#include <sys/sdt.h>"), 1);
	assert_int_equal(count(text, "#define FOO_BAR_BAZ(arg1, arg2) \\\n"
		"\tDTRACE_PROBE2(foo, bar__baz, arg1, arg2)\n"), 1);
	assert_int_equal(count(text, "#define FOO_NONE() \\\n"
		"\tDTRACE_PROBE(foo, none)\n"), 1);
	assert_int_equal(count(text, "#define FOO_NONE_ENABLED()"), 1);
	assert_int_equal(count(text, "#define LATE_P(arg1)"), 1);
	free(text);
	text = header(dtp, NULL);
	assert_int_equal(count(text, "#ifndef"), 0);
	free(text);
	dtrace_close(dtp);
}

static void refused_headers(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	const char *msg;

	(void)state;
	declare(dtp, "");
	api_fails(dtp, dtrace_program_header(dtp, stderr, NULL), EDT_NOPROV);
	api_fails(dtp, dtrace_program_header(dtp, NULL, NULL), EINVAL);
	declare(dtp, "provider foo {\nprobe p(int, int, int, int, int, int, "
		"int, int, int, int, int, int, int); };");
	api_fails(dtp, dtrace_program_header(dtp, stderr, NULL), EINVAL);
	msg = dtrace_errmsg(dtp, EINVAL);
	assert_string_equal(msg, "line 2: probe p has 13 arguments, and a C "
			    "program can pass at most 12");
	dtrace_close(dtp);
}

/* The names of the symbols that the file defines, each with a space after. */
static void symbols(char *buf, size_t size)
{
	int fd = open(file, O_RDONLY);
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	Elf *elf;

	buf[0] = '\0';
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	assert_non_null(elf);
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		Elf_Data *data = elf_getdata(scn, NULL);
		GElf_Sym sym;

		assert_non_null(gelf_getshdr(scn, &sh));
		if (sh.sh_type != SHT_SYMTAB)
			continue;
		for (int i = 1; gelf_getsym(data, i, &sym); i++) {
			assert_int_equal(sym.st_value, 2 * (i - 1));
			assert_int_equal(sym.st_size, 2);
			assert_int_equal(sym.st_other, STV_HIDDEN);
			strncat(buf, elf_strptr(elf, sh.sh_link, sym.st_name),
				size - strlen(buf) - 1);
			strncat(buf, " ", size - strlen(buf) - 1);
		}
	}
	elf_end(elf);
	close(fd);
}

static void objects(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_prog_t *prog = declare(dtp, two);
	char names[256];

	(void)state;
	declare(dtp, "provider foo { probe none(); probe more(int); };");
	api_ok(dtp, dtrace_program_link(dtp, prog, DTRACE_D_STRIP, file, 0,
					NULL));
	symbols(names, sizeof(names));
	assert_string_equal(names, "foo_bar__baz_semaphore "
			    "foo_none_semaphore ");
	api_ok(dtp, dtrace_program_link(dtp, NULL, 0, file, 0, NULL));
	symbols(names, sizeof(names));
	assert_string_equal(names, "foo_bar__baz_semaphore "
			    "foo_none_semaphore foo_more_semaphore ");
	dtrace_close(dtp);
}

static void refused_objects(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	dtrace_prog_t *prog = declare(dtp, two), *none = declare(dtp, "");
	char *self[] = { (char *)"/proc/self/exe" };
	char *bad[] = { (char *)"/etc/passwd" };

	(void)state;
	api_fails(dtp, dtrace_program_link(dtp, prog, 0, NULL, 0, NULL),
		  EINVAL);
	api_fails(dtp, dtrace_program_link(dtp, prog, 4, file, 0, NULL),
		  EINVAL);
	api_fails(dtp, dtrace_program_link(dtp, prog, 0, file, 1, NULL),
		  EINVAL);
	api_fails(dtp, dtrace_program_link(dtp, NULL, 0, file, 1, self),
		  EINVAL);
	api_fails(other, dtrace_program_link(other, prog, 0, file, 0, NULL),
		  EINVAL);
	api_fails(dtp, dtrace_program_link(dtp, none, 0, file, 0, NULL),
		  EDT_NOPROV);
	api_fails(dtp, dtrace_program_link(dtp, prog, DTRACE_D_PROBES, file,
					   1, self), EDT_NOPROBES);
	api_fails(dtp, dtrace_program_link(dtp, prog, DTRACE_D_PROBES, file,
					   1, bad), ENOEXEC);
	api_fails(dtp, dtrace_program_link(dtp, prog, 0, "/nowhere/x.o", 0,
					   NULL), ENOENT);
	assert_string_equal(dtrace_errmsg(dtp, ENOENT),
			    "/nowhere/x.o: No such file or directory");
	dtrace_close(other);
	dtrace_close(dtp);
}

/* Declarations of a program are kept, those of a failed one are not. */
static void scopes(void **state)
{
	static const char *const bad[] = {
		"[D_PRAGMA_SCOPE] line 1: provider foo was declared by an "
		"earlier program: set its attributes there",
		"[D_PROV_INCOMPAT] line 1: probe none of provider foo is "
		"already declared with other arguments",
	};
	static const char *const texts[] = {
		"#pragma D attributes Stable/Stable/ISA provider foo name",
		"provider foo { probe none(int); };",
	};
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_null(dtrace_program_strcompile(dtp, "provider foo { probe "
		"none(int); }; BEGIN { nothing(); }", DTRACE_PROBESPEC_NAME, 0,
		0, NULL));
	declare(dtp, two);
	for (size_t i = 0; i < 2; i++) {
		assert_null(dtrace_program_strcompile(dtp, texts[i],
			DTRACE_PROBESPEC_NAME, DTRACE_C_EMPTY | DTRACE_C_ETAGS,
			0, NULL));
		assert_string_equal(dtrace_errmsg(dtp, EDT_COMPILER), bad[i]);
	}
	dtrace_close(dtp);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers), cmocka_unit_test(refused_headers),
		cmocka_unit_test(objects), cmocka_unit_test(refused_objects),
		cmocka_unit_test(scopes),
	};
	int fd = mkstemp(file), rc;

	if (fd < 0)
		return 1;
	close(fd);
	rc = cmocka_run_group_tests_name("provider", tests, NULL, NULL);
	unlink(file);
	return rc;
}
