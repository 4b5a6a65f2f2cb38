/* SPDX-License-Identifier: MIT */
/*
 * The printed form of records: trace(), byte strings, stacks and the flow of
 * calls, under the options that affect it.
 * emulated: shared
 */
#include <sched.h>
#include <sys/syscall.h>
#include "api.h"

#define MAX_TEXT 8192

struct options {
	const char *name, *value;
};

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	(void)data;
	(void)arg;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

/* The output of BEGIN, with these options (up to a NULL name). */
static const char *printed(void **state, const struct options *opts,
			   const char *text, char *out)
{
	dtrace_hdl_t *dtp = api_open(state);
	FILE *fp = fmemopen(out, MAX_TEXT, "w");

	assert_non_null(fp);
	for (; opts && opts->name; opts++)
		api_ok(dtp, dtrace_setopt(dtp, opts->name, opts->value));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, NULL));
	assert_int_equal(fclose(fp), 0);
	dtrace_close(dtp);
	return out;
}

static void columns(void **state)
{
	static const struct options quiet[] = { { "quiet", NULL }, { 0 } };
	static const char text[] = "BEGIN { trace(-5LL); trace(-6); "
		"trace((short)-7); trace((char)-8); trace(\"str\"); }";
	char out[MAX_TEXT];

	assert_string_equal(printed(state, NULL, text, out),
			    "               -5       -6 65529 248"
			    "  str                              ");
	assert_string_equal(printed(state, quiet, text, out),
			    "-5-665529248str");
}

#define HEAD "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f" \
	"  0123456789abcdef\n"

/* Printable text is a string, anything else is dumped, even no bytes. */
static void byte_strings(void **state)
{
	static const struct options size[] = {
		{ "strsize", "20" }, { "quiet", NULL }, { 0 }
	};
	static const struct options raw[] = {
		{ "strsize", "20" }, { "rawbytes", NULL }, { 0 }
	};
	char out[MAX_TEXT];

	assert_string_equal(printed(state, size,
				    "BEGIN { trace(\"a \\t\\n\\a\\bz\"); }",
				    out), "a \t\n\a\bz");
	assert_string_equal(printed(state, size,
				    "BEGIN { trace(\"\\001b\"); }", out), HEAD
		"         0: 01 62 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
		"  .b..............\n"
		"        10: 00 00 00 00                                    "
		"  ....\n");
	assert_string_equal(printed(state, size, "BEGIN { trace(\"\"); }",
				    out), HEAD
		"         0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
		"  ................\n"
		"        10: 00 00 00 00                                    "
		"  ....\n");
	assert_string_equal(printed(state, raw,
				    "BEGIN { trace(\"text~ and more\"); }",
				    out), HEAD
		"         0: 74 65 78 74 7e 20 61 6e 64 20 6d 6f 72 65 00 00"
		"  text~ and more..\n"
		"        10: 00 00 00 00                                    "
		"  ....\n");
}

static void printf_ignores(void **state)
{
	static const struct options opts[] = { { "rawbytes", NULL }, { 0 } };
	char out[MAX_TEXT];

	assert_string_equal(printed(state, opts, "BEGIN { printf(\"%d %s|\", "
				    "5, \"text\"); }", out), "5 text|");
}

/* Memory is always dumped. */
#define COPIED "this->p = (char *)alloca(19); " \
	"bcopy(\"0123456789abcdefXYZ\", this->p, 19); "

static void memory(void **state)
{
	char out[MAX_TEXT];

	assert_string_equal(printed(state, NULL, "BEGIN { " COPIED
				    "tracemem(this->p, 19); }", out), HEAD
		"         0: 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66"
		"  0123456789abcdef\n"
		"        10: 58 59 5a                                       "
		"  XYZ\n");
#define TWO HEAD "         0: 30 31                                          " \
		"  01\n"
	assert_string_equal(printed(state, NULL, "BEGIN { x = 2; " COPIED
				    "tracemem(this->p, 19, x); "
				    "tracemem(this->p, 2, 0); "
				    "tracemem(this->p, 2, 3); trace(5); }",
				    out), TWO TWO TWO "        5");
}

/* In the kernel, read the code that fires BEGIN. */
static void kernel_memory(void **state)
{
	char out[MAX_TEXT];

	printed(state, NULL, "BEGIN { tracemem(caller, 16); }", out);
	assert_memory_equal(out, HEAD, strlen(HEAD));
	assert_int_equal(strlen(out), strlen(HEAD) + 11 + 16 * 3 + 2 + 16 + 1);
}

/* The length is not shown to the consumer. */
static int on_lengths(const dtrace_probedata_t *data,
		      const dtrace_recdesc_t *rec, void *arg)
{
	char *out = arg;
	size_t len = strlen(out);

	(void)data;
	if (rec)
		snprintf(out + len, 64 - len, "%d/%u ", rec->dtrd_action,
			 rec->dtrd_size);
	return DTRACE_CONSUME_NEXT;
}

static void lengths(void **state)
{
	char out[64] = "";
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { " COPIED
				   "tracemem(this->p, 3, 2); trace(1); }");

	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_lengths, out));
	assert_string_equal(out, "1/0 1/0 6/3 1/4 ");
	dtrace_close(dtp);
}

/* Check lines of module`symbol+0xoffset, each after so many blanks. */
static void check_stack(const char *text, int indent, int frames)
{
	const char *p = text;
	int n;

	assert_int_equal(*p++, '\n');
	for (n = 0; *p; n++) {
		assert_int_equal(strspn(p, " "), indent);
		p += indent;
		assert_true(strncmp(p, "0x", 2) == 0 || strchr(p, '`'));
		p = strchr(p, '\n');
		assert_non_null(p);
		p++;
	}
	assert_int_equal(n, frames);
}

static void stacks(void **state)
{
	static const struct options four[] = { { "stackindent", "4" }, { 0 } };
	char out[MAX_TEXT];

	check_stack(printed(state, NULL, "BEGIN { stack(2); }", out), 14, 2);
	check_stack(printed(state, four, "BEGIN { stack(2); }", out), 4, 2);
	check_stack(printed(state, four, "BEGIN { trace(stack(2)); }", out), 4,
		    2);
	check_stack(printed(state, four, "BEGIN { printf(\"%k\", stack(2)); }",
			    out), 0, 2);
	check_stack(printed(state, NULL, "BEGIN { printf(\"%-3k\", stack(2)); "
			    "}", out), 3, 2);
}

/* If the caller is unknown the stack is an empty line. */
static void no_stack(void **state)
{
	char out[MAX_TEXT];

	assert_string_equal(printed(state, NULL, "BEGIN { stack(); "
				    "printf(\"%k|\", stack(3)); }", out),
			    "\n\n|");
}

/* A fault cancels the clause's earlier data. */
static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	++*(int *)arg;
	return DTRACE_HANDLE_OK;
}

static void fault(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	char out[64] = "";
	FILE *fp = fmemopen(out, sizeof(out), "w");
	int errors = 0;

	api_ok(dtp, dtrace_handle_err(dtp, on_err, &errors));
	api_enable(dtp, "BEGIN { x = 0; printf(\"%d\", 1); "
		   "printf(\"%d %d\", 2, 3 / x); } BEGIN { printf(\"%d\", 4); "
		   "}");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, NULL));
	fclose(fp);
	assert_string_equal(out, "4");
	assert_int_equal(errors, 1);
	dtrace_close(dtp);
}

struct flow {
	char text[512];
};

static int on_flow(const dtrace_probedata_t *data, void *arg)
{
	struct flow *f = arg;
	size_t len = strlen(f->text);

	snprintf(f->text + len, sizeof(f->text) - len, "%d%s%d ",
		 data->dtpda_flow, data->dtpda_prefix, data->dtpda_indent);
	return DTRACE_CONSUME_NEXT;
}

/* A call by this process, all on one CPU. */
static void flow(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct flow f = { 0 };
	cpu_set_t one, old;
	char text[256];

	sched_getaffinity(0, sizeof(old), &old);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	api_ok(dtp, dtrace_setopt(dtp, "flowindent", NULL));
	snprintf(text, sizeof(text), "syscall::getppid:entry, "
		 "syscall::getppid:return /pid == %d/ { trace(1); }", getpid());
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	syscall(SYS_getppid);
	syscall(SYS_getppid);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, on_flow, NULL, &f));
	assert_string_equal(f.text, "0 => 0 1 <= 0 0 => 0 1 <= 0 ");
	sched_setaffinity(0, sizeof(old), &old);
	dtrace_close(dtp);
}

static void no_flow(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(1); }");
	struct flow f = { 0 };

	api_ok(dtp, dtrace_consume(dtp, stdout, on_flow, NULL, &f));
	assert_string_equal(f.text, "20 ");
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(columns), ON_BOTH(byte_strings),
		ON_BOTH(printf_ignores), ON_BOTH(memory),
		ON_KERNEL(kernel_memory), ON_BOTH(lengths),
		ON_KERNEL(stacks), ON_VM(no_stack),
		ON_BOTH(fault), ON_KERNEL(flow),
		ON_BOTH(no_flow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
