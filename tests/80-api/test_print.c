/* SPDX-License-Identifier: MIT */
/*
 * dtrace_printf_create and the functions that print with it,
 * dtrace_handle_setopt, and actions that need option destructive.
 * emulated: shared
 */
#include "api.h"

#define E_DOFFSET 1036
#define E_DESTRUCTIVE 1047
#define E_BADCONV 1052

struct print {
	dtrace_hdl_t *dtp;
	FILE *fp;
	void *format;
	char text[256];
	int taken;
};

/* Print all data from the first record on by the format. */
static int through(const dtrace_probedata_t *data,
		   const dtrace_recdesc_t *rec, void *arg)
{
	const dtrace_eprobedesc_t *epd = data->dtpda_edesc;
	struct print *p = arg;

	if (rec != epd->dtepd_rec)
		return DTRACE_CONSUME_NEXT;
	p->taken = dtrace_fprintf(p->dtp, p->fp, p->format, data, rec,
				  (uint_t)epd->dtepd_nrecs,
				  data->dtpda_data - rec->dtrd_offset,
				  epd->dtepd_size);
	return DTRACE_CONSUME_NEXT;
}

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	struct print *p = arg;
	size_t len = strlen(p->text);

	assert_int_equal(buf->dtbda_flags, 0);
	snprintf(p->text + len, sizeof(p->text) - len, "{%s}",
		 buf->dtbda_buffered);
	return DTRACE_HANDLE_OK;
}

static int take(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		void *arg)
{
	(void)data;
	(void)arg;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

static void run(struct print *p, const char *program, const char *format,
		dtrace_consume_rec_f *rec)
{
	p->format = dtrace_printf_create(p->dtp, format);
	assert_non_null(p->format);
	api_enable(p->dtp, program);
	api_ok(p->dtp, dtrace_go(p->dtp));
	api_ok(p->dtp, dtrace_consume(p->dtp, p->fp ? p->fp : stdout, NULL,
				      rec, p));
}

static void create(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	char buf[8];
	void *f;

	(void)state;
	f = dtrace_printf_create(dtp, "%d of %s\n");
	assert_non_null(f);
	assert_int_equal(dtrace_printf_format(dtp, f, NULL, 0), 9);
	assert_int_equal(dtrace_printf_format(dtp, f, buf, sizeof(buf)), 9);
	assert_string_equal(buf, "%d of %");
	assert_non_null(dtrace_printa_create(dtp, "%@d"));
	assert_null(dtrace_printf_create(dtp, "%@d"));
	assert_int_equal(dtrace_errno(dtp), E_COMPILER);
	assert_null(dtrace_printf_create(dtp, "%z"));
	assert_non_null(strstr(dtrace_errmsg(dtp, E_COMPILER), "conversion"));
	assert_null(dtrace_printf_create(dtp, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	dtrace_close(dtp);
}

static void to_stream(void **state)
{
	struct print p = { .dtp = api_open(state) };

	p.fp = fmemopen(p.text, sizeof(p.text), "w");
	run(&p, "BEGIN { trace(-5); trace(\"str\"); trace(7LL); }",
	    "<%d|%5s|%04x>", through);
	fclose(p.fp);
	assert_int_equal(p.taken, 3);
	assert_string_equal(p.text, "<-5|  str|0007>");
	dtrace_close(p.dtp);
}

/* Fewer conversions than records are fine, more are not. */
static void to_handler(void **state)
{
	struct print p = { .dtp = api_open(state) };

	api_ok(p.dtp, dtrace_handle_buffered(p.dtp, on_text, &p));
	run(&p, "BEGIN { trace(1); trace(2); }", "%d.", through);
	assert_int_equal(p.taken, 1);
	assert_string_equal(p.text, "{1.}");
	dtrace_close(p.dtp);
}

static void too_few(void **state)
{
	struct print p = { .dtp = api_open(state) };

	p.fp = fmemopen(p.text, sizeof(p.text), "w");
	run(&p, "BEGIN { trace(1); }", "%d%d", through);
	fclose(p.fp);
	api_fails(p.dtp, p.taken, E_BADCONV);
	dtrace_close(p.dtp);
}

static void outside(void **state)
{
	const dtrace_recdesc_t rec = { .dtrd_action = DTRACEACT_DIFEXPR,
		.dtrd_size = 4, .dtrd_offset = 6 };
	dtrace_hdl_t *dtp = api_handle();
	char data[8] = { 0 };
	void *f = dtrace_printf_create(dtp, "%d");

	(void)state;
	api_fails(dtp, dtrace_fprintf(dtp, stdout, f, NULL, &rec, 1, data,
				      sizeof(data)), E_DOFFSET);
	dtrace_close(dtp);
}

static int printa(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct print *p = arg;

	if (!rec || rec->dtrd_action != DTRACEACT_PRINTA ||
	    rec != data->dtpda_edesc->dtepd_rec)
		return DTRACE_CONSUME_NEXT;
	p->taken = dtrace_fprinta(p->dtp, p->fp,
				  dtrace_printa_create(p->dtp, "%s=%@d,%@d;"),
				  data, rec,
				  (uint_t)data->dtpda_edesc->dtepd_nrecs,
				  data->dtpda_data - rec->dtrd_offset,
				  data->dtpda_edesc->dtepd_size);
	return DTRACE_CONSUME_NEXT;
}

static void aggregations(void **state)
{
	struct print p = { .dtp = api_open(state) };

	p.fp = fmemopen(p.text, sizeof(p.text), "w");
	api_enable(p.dtp, "BEGIN { @a[\"x\"] = count(); @b[\"x\"] = sum(5); } "
		   "BEGIN { printa(@a, @b); printa(@a); }");
	api_ok(p.dtp, dtrace_go(p.dtp));
	api_ok(p.dtp, dtrace_aggregate_snap(p.dtp));
	api_ok(p.dtp, dtrace_consume(p.dtp, p.fp, NULL, printa, &p));
	fclose(p.fp);
	assert_int_equal(p.taken, 2);
	assert_string_equal(p.text, "x=1,5;");
	dtrace_close(p.dtp);
}

/* A file of its own for the output of commands and for freopen(). */
static FILE *scratch(char *name)
{
	int fd = mkstemp(name);

	assert_true(fd >= 0);
	return fdopen(fd, "w+");
}

static char *slurp(const char *name, char *buf, size_t size)
{
	FILE *fp = fopen(name, "r");

	assert_non_null(fp);
	buf[fread(buf, 1, size - 1, fp)] = '\0';
	fclose(fp);
	return buf;
}

static int command(const dtrace_probedata_t *data,
		   const dtrace_recdesc_t *rec, void *arg)
{
	struct print *p = arg;

	if (!rec || rec->dtrd_action != DTRACEACT_DIFEXPR)
		return DTRACE_CONSUME_NEXT;
	p->taken = dtrace_system(p->dtp, p->fp, p->format, data, rec, 1,
				 data->dtpda_data - rec->dtrd_offset,
				 data->dtpda_edesc->dtepd_size);
	return DTRACE_CONSUME_NEXT;
}

static void commands(void **state)
{
	char name[] = "dtrace-test-XXXXXX", format[64], buf[64];
	struct print p = { .dtp = api_open(state) };

	p.fp = scratch(name);
	snprintf(format, sizeof(format), "echo %%d >>%s", name);
	fprintf(p.fp, "first\n");
	run(&p, "BEGIN { trace(5); }", format, command);
	assert_int_equal(p.taken, 1);
	assert_string_equal(slurp(name, buf, sizeof(buf)), "first\n5\n");
	fclose(p.fp);
	unlink(name);
	dtrace_close(p.dtp);
}

static void redirection(void **state)
{
	char one[] = "dtrace-test-XXXXXX", two[sizeof(one) + 2];
	dtrace_hdl_t *dtp = api_handle();
	char buf[64];
	FILE *fp = scratch(one);
	void *f;

	(void)state;
	snprintf(two, sizeof(two), "%s.2", one);
	f = dtrace_printf_create(dtp, two);
	fprintf(fp, "a");
	assert_int_equal(dtrace_freopen(dtp, fp, f, NULL, NULL, 0, "", 0), 0);
	fprintf(fp, "b");
	f = dtrace_printf_create(dtp, "");
	assert_int_equal(dtrace_freopen(dtp, fp, f, NULL, NULL, 0, "", 0), 0);
	fprintf(fp, "c");
	f = dtrace_printf_create(dtp, "/nonexistent/file");
	api_fails(dtp, dtrace_freopen(dtp, fp, f, NULL, NULL, 0, "", 0),
		  ENOENT);
	fclose(fp);
	assert_string_equal(slurp(one, buf, sizeof(buf)), "ac");
	assert_string_equal(slurp(two, buf, sizeof(buf)), "b");
	unlink(one);
	unlink(two);
	dtrace_close(dtp);
}

/* Output redirected by freopen() returns when the handle is closed. */
static void restored(void **state)
{
	char one[] = "dtrace-test-XXXXXX", two[sizeof(one) + 2];
	dtrace_hdl_t *dtp = api_open(state);
	char buf[64], text[128];
	FILE *fp = scratch(one);

	snprintf(two, sizeof(two), "%s.2", one);
	snprintf(text, sizeof(text), "BEGIN { printf(\"a\"); "
		 "freopen(\"%s\"); printf(\"b\"); }", two);
	api_ok(dtp, dtrace_setopt(dtp, "destructive", NULL));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, take, NULL));
	fprintf(fp, "c");
	dtrace_close(dtp);
	fprintf(fp, "d");
	fclose(fp);
	assert_string_equal(slurp(one, buf, sizeof(buf)), "ad");
	assert_string_equal(slurp(two, buf, sizeof(buf)), "bc");
	unlink(one);
	unlink(two);
}

/*
 * It is not restored if the stream was closed and its descriptor reused.
 */
static void not_restored(void **state)
{
	char one[] = "dtrace-test-XXXXXX";
	char two[] = "dtrace-test-XXXXXX";
	dtrace_hdl_t *dtp = api_handle();
	FILE *fp = scratch(one);
	char buf[64];
	void *f;

	(void)state;
	f = dtrace_printf_create(dtp, "/dev/null");
	assert_int_equal(dtrace_freopen(dtp, fp, f, NULL, NULL, 0, "", 0), 0);
	fclose(fp);
	fp = scratch(two);
	dtrace_close(dtp);
	fprintf(fp, "own");
	fclose(fp);
	assert_string_equal(slurp(one, buf, sizeof(buf)), "");
	assert_string_equal(slurp(two, buf, sizeof(buf)), "own");
	unlink(one);
	unlink(two);
}

static void destructive(void **state)
{
	static const char *const programs[] = {
		"BEGIN { system(\"true\"); }", "BEGIN { freopen(\"x\"); }",
		"BEGIN { trace(1); } END { freopen(\"\"); }",
	};

	for (size_t i = 0; i < 3; i++) {
		dtrace_hdl_t *dtp = api_open(state);
		dtrace_proginfo_t info;
		dtrace_prog_t *prog = api_compile(dtp, programs[i]);

		dtrace_program_info(dtp, prog, &info);
		assert_int_equal(info.dpi_recgens, i == 2);
		api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
		api_fails(dtp, dtrace_go(dtp), E_DESTRUCTIVE);
		if (i != 1) {
			api_ok(dtp, dtrace_setopt(dtp, "destructive", NULL));
			api_ok(dtp, dtrace_go(dtp));
		}
		dtrace_close(dtp);
	}
}

/* Everything but text for the handler has its usual effect, without text. */
static void buffered(void **state)
{
	struct print p = { .dtp = api_open(state) };

	api_ok(p.dtp, dtrace_setopt(p.dtp, "destructive", NULL));
	api_ok(p.dtp, dtrace_handle_buffered(p.dtp, on_text, &p));
	api_enable(p.dtp, "BEGIN { printf(\"a\"); system(\"exit %d\", 1); "
		   "freopen(\"/nonexistent/x\"); printf(\"b%d\", 2); }");
	api_ok(p.dtp, dtrace_go(p.dtp));
	api_ok(p.dtp, dtrace_consume(p.dtp, NULL, NULL, take, &p));
	assert_string_equal(p.text, "{a}{b2}");
	dtrace_close(p.dtp);
}

static int on_setopt(const dtrace_setoptdata_t *opt, void *arg)
{
	struct print *p = arg;
	size_t len = strlen(p->text);

	assert_ptr_equal(opt->dtsda_handle, p->dtp);
	assert_string_equal(opt->dtsda_probe->dtpda_pdesc->dtpd_name, "BEGIN");
	snprintf(p->text + len, sizeof(p->text) - len, "%s %ld %ld;",
		 opt->dtsda_option, opt->dtsda_oldval, opt->dtsda_newval);
	return DTRACE_HANDLE_OK;
}

static void setopt(void **state)
{
	struct print p = { .dtp = api_open(state) };

	api_fails(p.dtp, dtrace_handle_setopt(p.dtp, NULL, NULL), EINVAL);
	api_ok(p.dtp, dtrace_handle_setopt(p.dtp, on_setopt, NULL));
	api_ok(p.dtp, dtrace_handle_setopt(p.dtp, on_setopt, &p));
	run(&p, "BEGIN { setopt(\"stackindent\", \"7\"); "
	    "setopt(\"aggsortpos\", \"3\"); }", "unused", through);
	assert_string_equal(p.text, "stackindent -2 7;aggsortpos -2 3;");
	dtrace_close(p.dtp);
}

static int on_refusal(const dtrace_errdata_t *err, void *arg)
{
	struct print *p = arg;
	size_t len = strlen(p->text);

	assert_int_equal(err->dteda_fault, DTRACEFLT_LIBRARY);
	assert_int_equal(err->dteda_action, -1);
	assert_int_equal(err->dteda_offset, -1);
	assert_string_equal(err->dteda_pdesc->dtpd_name, "BEGIN");
	snprintf(p->text + len, sizeof(p->text) - len, "%s",
		 strrchr(err->dteda_msg, '('));
	return DTRACE_HANDLE_OK;
}

/* An option that cannot be set during a run is refused with an error. */
static void setopt_refused(void **state)
{
	struct print p = { .dtp = api_open(state) };
	dtrace_optval_t value;

	api_ok(p.dtp, dtrace_handle_setopt(p.dtp, on_setopt, &p));
	api_ok(p.dtp, dtrace_handle_err(p.dtp, on_refusal, &p));
	run(&p, "BEGIN { setopt(\"strsize\", \"9\"); setopt(\"nothing\"); "
	    "setopt(\"aggrate\", \"soon\"); setopt(\"quiet\"); }", "unused",
	    through);
	assert_string_equal(p.text,
		"(\"strsize\"): Operation illegal when tracing is active\n"
		"(\"nothing\"): Invalid option name\n"
		"(\"aggrate\"): Invalid value for specified option: aggrate "
		"takes a rate, such as 10hz or 500ms, not \"soon\"\n"
		"quiet -2 0;");
	api_ok(p.dtp, dtrace_getopt(p.dtp, "strsize", &value));
	assert_int_equal(value, 256);
	dtrace_close(p.dtp);
}

/* Values of types by name and by number, and what is no value of one. */
static void values(void **state)
{
	uint32_t v[] = { 7, 0 };
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t info;
	char *text, number[32];
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	(void)state;
	api_compile(dtp, "struct pair { int a, b; }; BEGIN { exit(0); }");
	api_ok(dtp, dtrace_type_strcompile(dtp, "unsigned int", &info));
	snprintf(number, sizeof(number), "D`%ld", (long)info.dtt_type);
	assert_int_equal(dtrace_print(dtp, fp, "struct pair", (caddr_t)v, 8),
			 8);
	assert_int_equal(dtrace_print(dtp, fp, number, (caddr_t)v, 8), 8);
	assert_int_equal(dtrace_print(dtp, fp, "vmlinux`char *", (caddr_t)v,
				      8), 8);
	assert_int_equal(dtrace_print(dtp, fp, "struct pair", (caddr_t)v, 7),
			 0);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_int_equal(dtrace_print(dtp, fp, "void", (caddr_t)v, 8), 0);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_int_equal(dtrace_print(dtp, fp, "9999999", (caddr_t)v, 8), 0);
	assert_int_equal(dtrace_errno(dtp), EDT_NOTYPE);
	assert_int_equal(dtrace_print(dtp, fp, "nosuch_t", (caddr_t)v, 8), 0);
	assert_int_equal(dtrace_errno(dtp), EDT_NOTYPE);
	fclose(fp);
	assert_string_equal(text, "struct pair {\n    int a = 0x7\n"
			    "    int b = 0\n}\nunsigned int 0x7\n"
			    "char * 0x7\n");
	free(text);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create), ON_BOTH(to_stream),
		ON_BOTH(to_handler), ON_BOTH(too_few),
		cmocka_unit_test(outside), ON_BOTH(aggregations),
		ON_BOTH(commands), cmocka_unit_test(redirection),
		ON_BOTH(restored), cmocka_unit_test(not_restored),
		ON_BOTH(destructive), ON_BOTH(buffered), ON_BOTH(setopt),
		ON_BOTH(setopt_refused), cmocka_unit_test(values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
