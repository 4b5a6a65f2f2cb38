/* SPDX-License-Identifier: MIT */
/*
 * Compiling: dtrace_program_*, dtrace_stmt_iter.
 * emulated: shared
 */
#include "api.h"

static dtrace_prog_t *compile(dtrace_hdl_t *dtp, const char *text,
			      uint_t flags)
{
	return dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME,
					 flags, 0, NULL);
}

static const char *message(dtrace_hdl_t *dtp)
{
	return dtrace_errmsg(dtp, dtrace_errno(dtp));
}

static void refused(dtrace_hdl_t *dtp, const char *text, uint_t flags,
		    const char *part)
{
	assert_null(compile(dtp, text, flags));
	assert_int_equal(dtrace_errno(dtp), E_COMPILER);
	if (!strstr(message(dtp), part))
		fail_msg("%s", message(dtp));
}

static void bad_arguments(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_null(compile(dtp, NULL, 0));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(compile(dtp, "BEGIN { exit(0); }", 0x4000));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	dtrace_close(dtp);
}

/* A message has its line and, if asked for, its tag; no newline. */
static void error_text(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	refused(dtp, "BEGIN\n{\n\ttrace(nosuch);\n}\n", 0, "line 3: ");
	assert_null(strchr(message(dtp), '\n'));
	assert_null(strchr(message(dtp), '['));
	refused(dtp, "BEGIN\n{\n\ttrace(nosuch);\n}\n", DTRACE_C_ETAGS, "[D_");
	refused(dtp, "BEGIN { trace(1); ", DTRACE_C_ETAGS, "[D_SYNTAX] ");
	api_ok(dtp, dtrace_setopt(dtp, "errtags", NULL));
	refused(dtp, "nosuch:::probe { }", 0, "[D_PDESC_ZERO] ");
	dtrace_close(dtp);
}

/*
 * Definitions of a library that a refused program used are removed with it, and
 * are read again for the next program that names them.
 */
static void libraries_after_error(void **state)
{
	static const char use[] = "BEGIN { trace(ENOENT); "
	    "trace(curpsinfo->pr_pid); x = sizeof (psinfo_t); exit(0); }";
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	for (int i = 0; i < 3; i++)
		refused(dtp, "BEGIN { trace(ENOENT); "
			"trace(curlwpsinfo->pr_lwpid); trace(nosuch); }", 0,
			"nosuch");
	assert_non_null(compile(dtp, use, 0));
	refused(dtp, "inline int ENOENT = 3;", DTRACE_C_EMPTY, "ENOENT");
	assert_non_null(compile(dtp, use, 0));
	refused(dtp, "BEGIN { trace(SIGHUP); }", DTRACE_C_NOLIBS, "SIGHUP");
	dtrace_close(dtp);
}

/* Types without a tag can be defined again after an error. */
static void types_after_error(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	refused(dtp, "typedef enum { ONE } one_t; "
		"typedef struct { one_t a; } two_t; "
		"BEGIN { trace(nosuch); }", 0, "nosuch");
	refused(dtp, "typedef enum { ONE, TWO } one_t;", DTRACE_C_EMPTY,
		"one_t already names another type");
	refused(dtp, "typedef struct { int a; } two_t;", DTRACE_C_EMPTY,
		"two_t already names another type");
	assert_non_null(compile(dtp, "typedef enum { ONE } one_t; "
		"typedef struct { one_t a; } two_t; "
		"BEGIN { trace(sizeof (two_t)); }", 0));
	dtrace_close(dtp);
}

/* A program that is refused leaves the handle as it was. */
static void after_error(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	refused(dtp, "BEGIN { @a = count(); x = \"s\"; trace(nosuch); }", 0,
		"line 1");
	api_enable(dtp, "BEGIN { @a = sum(5); x = 1; exit(x); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_close(dtp);
}

static void flags(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	refused(dtp, "nosuch:::probe { }", 0, "");
	assert_non_null(compile(dtp, "nosuch:::probe { }", DTRACE_C_ZDEFS));
	refused(dtp, "", 0, "");
	assert_non_null(compile(dtp, "", DTRACE_C_EMPTY));
	refused(dtp, "BEGIN { trace($1); }", 0, "");
	assert_non_null(compile(dtp, "BEGIN { trace($1); }",
				DTRACE_C_DEFARG));
	assert_non_null(compile(dtp, "BEGIN { exit(0); }", DTRACE_C_NOLIBS |
				DTRACE_C_EATTR));
	assert_null(compile(dtp, "BEGIN { exit(0); }", DTRACE_C_KNODEF));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(compile(dtp, "BEGIN { exit(0); }", DTRACE_C_UNODEF));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(compile(dtp, "BEGIN { exit(0); }", DTRACE_C_CTL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	dtrace_close(dtp);
}

/* A program refused by option amin leaves no names behind, either. */
static void too_unstable(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	api_ok(dtp, dtrace_setopt(dtp, "amin", "Stable/Stable/Common"));
	refused(dtp, "tick-1s { x = \"text\"; @a = count(); }",
		DTRACE_C_ETAGS, "[D_ATTR_MIN] line 1: ");
	assert_non_null(compile(dtp, "BEGIN { x = 1; @a = sum(x); }", 0));
	dtrace_close(dtp);
}

static void arguments(void **state)
{
	char *argv[] = { (char *)"name", (char *)"5", NULL };
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_non_null(dtrace_program_strcompile(dtp,
		"BEGIN { trace($$0); trace($1); }", DTRACE_PROBESPEC_NAME,
		DTRACE_C_DEFARG, 2, argv));
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { trace(1); }",
		DTRACE_PROBESPEC_NAME, 0, 2, argv));
	assert_int_equal(dtrace_errno(dtp), E_COMPILER);
	assert_non_null(dtrace_program_strcompile(dtp, "BEGIN { trace(1); }",
		DTRACE_PROBESPEC_NAME, DTRACE_C_ARGREF, 2, argv));
	dtrace_close(dtp);
}

static void from_stream(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	FILE *fp = tmpfile();

	(void)state;
	assert_non_null(fp);
	fputs("BEGIN\n{\n\texit(0);\n}\n", fp);
	rewind(fp);
	assert_non_null(dtrace_program_fcompile(dtp, fp, 0, 0, NULL));
	assert_int_equal(ftell(fp) >= 0, 1);	/* it is still open */
	fclose(fp);
	dtrace_close(dtp);
}

/* A single word is the part of a description that the caller names. */
static void specs(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_non_null(dtrace_program_strcompile(dtp, "dtrace { exit(0); }",
		DTRACE_PROBESPEC_PROVIDER, DTRACE_C_PSPEC, 0, NULL));
	assert_null(dtrace_program_strcompile(dtp, "dtrace { exit(0); }",
		DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	assert_non_null(dtrace_program_strcompile(dtp, "read { exit(0); }",
		DTRACE_PROBESPEC_FUNC, DTRACE_C_PSPEC, 0, NULL));
	dtrace_close(dtp);
}

static void info(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;

	(void)state;
	prog = api_compile(dtp, "BEGIN { @a[1] = count(); @b[1] = count(); }");
	dtrace_program_info(dtp, prog, &info);
	assert_int_equal(info.dpi_aggregates, 2);
	assert_int_equal(info.dpi_recgens, 4);
	assert_int_equal(info.dpi_matches, 0);
	assert_int_equal(info.dpi_speculations, 0);
	dtrace_program_info(dtp, prog, NULL);

	prog = api_compile(dtp, "BEGIN { } BEGIN, END { trace(1); }");
	api_ok(dtp, dtrace_program_exec(dtp, prog, &info));
	assert_int_equal(info.dpi_aggregates, 0);
	assert_int_equal(info.dpi_matches, 3);
	dtrace_close(dtp);
}

struct seen {
	dtrace_ecbdesc_t *last;
	int statements, clauses, stop_at;
	char probes[64];
};

static int on_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
		   dtrace_stmtdesc_t *stmt, void *arg)
{
	struct seen *seen = arg;
	size_t len = strlen(seen->probes);

	(void)dtp;
	assert_non_null(prog);
	seen->statements++;
	if (stmt->dtsd_ecbdesc != seen->last) {
		seen->last = stmt->dtsd_ecbdesc;
		seen->clauses++;
		snprintf(seen->probes + len, sizeof(seen->probes) - len,
			 "%s ", seen->last->dted_probe.dtpd_name);
	}
	return seen->stop_at == seen->statements ? 42 : 0;
}

static void statements(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct seen seen = { 0 }, some = { .stop_at = 2 };
	dtrace_prog_t *prog;

	(void)state;
	prog = api_compile(dtp, "BEGIN { trace(1); @ = count(); x = 1; } "
			   "END { trace(2); }");
	assert_int_equal(dtrace_stmt_iter(dtp, prog, on_stmt, &seen), 0);
	assert_int_equal(seen.statements, 4);
	assert_int_equal(seen.clauses, 2);
	assert_string_equal(seen.probes, "BEGIN END ");
	assert_int_equal(dtrace_stmt_iter(dtp, prog, on_stmt, &some), 42);
	assert_int_equal(some.statements, 2);
	dtrace_close(dtp);
}

/* The stability of each statement, after the descriptions', as text. */
static int on_rated(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
		    dtrace_stmtdesc_t *stmt, void *arg)
{
	char descr[DTRACE_ATTR2STR_MAX], names[DTRACE_ATTR2STR_MAX];
	size_t len = strlen(arg);

	(void)dtp;
	(void)prog;
	snprintf((char *)arg + len, 512 - len, "%s %s\n",
		 dtrace_attr2str(stmt->dtsd_descattr, descr, sizeof(descr)),
		 dtrace_attr2str(stmt->dtsd_stmtattr, names, sizeof(names)));
	return 0;
}

static const char rated[] =
	"#pragma D attributes Evolving/Private/ISA x\n"
	"inline int x = pid;\n"
	"#pragma D attributes Private/Stable/Common s\n"
	"#pragma D attributes Unstable/Unstable/CPU translator\n"
	"struct o { int a; };\n"
	"translator struct o < int I > { a = I; };\n"
	"dtrace:::BEGIN { trace(timestamp); trace(x); @s = count();\n"
	"trace(xlate <struct o> (1).a); }\n"
	"profile:*::profile-97 /x == 1/ { s = 1; } "
	"syscall::read:entry { trace(arg0); }";
static const char ratings[] =
	"Stable/Stable/Common Stable/Stable/Common\n"
	"Stable/Stable/Common Evolving/Private/ISA\n"
	"Stable/Stable/Common Private/Stable/Common\n"
	"Stable/Stable/Common Unstable/Unstable/CPU\n"
	"Evolving/Evolving/Common Private/Private/ISA\n"
	"Unstable/Unstable/ISA Stable/Stable/Common\n";

/* A saved program keeps the stability, and amin refuses it. */
static void stabilities_loaded(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	void *dof = dtrace_dof_create(dtp, api_compile(dtp, rated), 0);
	dtrace_prog_t *prog;
	char text[512] = "";
	size_t size;

	(void)state;
	assert_non_null(dof);
	size = ((dof_hdr_t *)dof)->dofh_loadsz;
	prog = dtrace_program_load(other, dof, size, 0);
	assert_non_null(prog);
	api_ok(other, dtrace_stmt_iter(other, prog, on_rated, text));
	assert_string_equal(text, ratings);
	api_ok(other, dtrace_setopt(other, "amin", "Private/Private/ISA"));
	assert_null(dtrace_program_load(other, dof, size, 0));
	assert_non_null(strstr(message(other), "Unstable/Unstable/CPU, and "
			       "option amin demands Private/Private/ISA"));
	dtrace_dof_destroy(dtp, dof);
	dtrace_close(dtp);
	dtrace_close(other);
}

/* A statement is as stable as the least stable name in it or the predicate. */
static void stabilities(void **state)
{
	char text[512] = "", least[DTRACE_ATTR2STR_MAX];
	dtrace_hdl_t *dtp = api_handle();
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;

	(void)state;
	prog = api_compile(dtp, rated);
	api_ok(dtp, dtrace_stmt_iter(dtp, prog, on_rated, text));
	assert_string_equal(text, ratings);
	dtrace_program_info(dtp, prog, &info);
	assert_string_equal(dtrace_attr2str(info.dpi_stmtattr, least,
					    sizeof(least)),
			    "Private/Private/CPU");
	assert_string_equal(dtrace_attr2str(info.dpi_descattr, least,
					    sizeof(least)),
			    "Unstable/Unstable/ISA");
	dtrace_close(dtp);
}

/* Programs of a handle share their variables and aggregations. */
static int add_value(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void shared(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int64_t sum = 0;

	api_enable(dtp, "BEGIN { x = 5; @a = sum(1); }");
	api_enable(dtp, "BEGIN { @a = sum(x); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add_value, &sum));
	assert_int_equal(sum, 6);
	dtrace_close(dtp);
}

/* Once it is running nothing can be added. */
static void after_go(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *other = api_compile(dtp, "END { trace(1); }");

	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_program_exec(dtp, other, NULL), -1);
	dtrace_close(dtp);
}

/* Programs share types that they define alike; a failed one defines none. */
static void types(void **state)
{
	static const struct {
		const char *text;
		int good;
	} v[] = {
		{ "struct s { int a; int b c; }; BEGIN { trace(1); }", 0 },
		{ "struct s { int a; struct s *b; }; BEGIN { trace(nosuch); }",
		  0 },
		{ "struct s { int a; struct s *b; }; "
		  "BEGIN { trace(sizeof (struct s)); }", 1 },
		{ "struct s { int a; struct s *b; }; "
		  "BEGIN { trace(((struct s *)alloca(16))->b->a); }", 1 },
		{ "BEGIN { trace(offsetof(struct s, b)); }", 1 },
		{ "struct s { int a; struct s *c; }; BEGIN { trace(1); }",
		  0 },
		{ "union s { int a; }; BEGIN { trace(sizeof (union s)); }",
		  1 },
		{ "typedef struct { int a; } t; BEGIN { trace(sizeof (t)); }",
		  1 },
	};
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (!!dtrace_program_strcompile(dtp, v[i].text,
		    DTRACE_PROBESPEC_NAME, 0, 0, NULL) != v[i].good)
			fail_msg("%s: %s", v[i].text,
				 dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_arguments),
		cmocka_unit_test(error_text),
		cmocka_unit_test(libraries_after_error),
		cmocka_unit_test(types_after_error),
		cmocka_unit_test(flags),
		cmocka_unit_test(too_unstable),
		cmocka_unit_test(arguments),
		cmocka_unit_test(from_stream),
		cmocka_unit_test(specs),
		cmocka_unit_test(info),
		cmocka_unit_test(statements),
		cmocka_unit_test(stabilities),
		cmocka_unit_test(stabilities_loaded),
		ON_BOTH(after_error),
		ON_BOTH(shared),
		ON_BOTH(after_go),
		cmocka_unit_test(types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
