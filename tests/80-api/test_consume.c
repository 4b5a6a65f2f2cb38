/* SPDX-License-Identifier: MIT */
/*
 * dtrace_consume, dtrace_handle_buffered: the callbacks and their order.
 * emulated: shared
 */
#include <sys/syscall.h>
#include "api.h"

struct calls {
	char text[1024];
	dtrace_hdl_t *dtp;
	int probe_answer, rec_answer;
	hrtime_t since;
};

static void add(struct calls *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct calls *c, const char *format, ...)
{
	size_t len = strlen(c->text);
	va_list args;

	va_start(args, format);
	vsnprintf(c->text + len, sizeof(c->text) - len, format, args);
	va_end(args);
}

static int on_probe(const dtrace_probedata_t *data, void *arg)
{
	const dtrace_rechdr_t *head = (const void *)data->dtpda_data;
	hrtime_t when = (hrtime_t)head->dtrh_timestamp_hi << 32 |
		head->dtrh_timestamp_lo;
	struct calls *c = arg;

	assert_ptr_equal(data->dtpda_handle, c->dtp);
	assert_int_equal(head->dtrh_epid, data->dtpda_edesc->dtepd_epid);
	assert_in_range(when, c->since, gethrtime());
	add(c, "[%s %d", data->dtpda_pdesc->dtpd_name,
	    data->dtpda_edesc->dtepd_nrecs);
	return c->probe_answer;
}

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct calls *c = arg;

	if (!rec) {
		add(c, "]");
		return DTRACE_CONSUME_NEXT;
	}
	add(c, " %d/%u", rec->dtrd_action, rec->dtrd_size);
	if (rec->dtrd_action == DTRACEACT_DIFEXPR && rec->dtrd_size == 4)
		add(c, "=%d", *(int *)data->dtpda_data);
	return c->rec_answer;
}

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	struct calls *c = arg;

	assert_ptr_equal(buf->dtbda_handle, c->dtp);
	if (buf->dtbda_probe)
		assert_string_equal(
			buf->dtbda_probe->dtpda_pdesc->dtpd_provider,
			"dtrace");
	add(c, " {%s}%x%s", buf->dtbda_buffered, buf->dtbda_flags,
	    buf->dtbda_aggdata ? "a" : "");
	return DTRACE_HANDLE_OK;
}

static struct calls calls(dtrace_hdl_t *dtp)
{
	hrtime_t now = gethrtime();	/* since a boot that may be recent */

	return (struct calls){ .dtp = dtp,
		.since = now > 60 * NANOSEC ? now - 60 * NANOSEC : 0 };
}

/* One clause with a number, an assignment, an empty clause, only a count. */
static void sequence(void **state)
{
	dtrace_hdl_t *dtp;
	struct calls c;

	dtp = api_go(state, "BEGIN { trace(5); x = 1; trace(6LL); } BEGIN { } "
		     "BEGIN { @ = count(); } BEGIN { y = 2; } "
		     "BEGIN { exit(3); }");
	c = calls(dtp);
	c.rec_answer = DTRACE_CONSUME_NEXT;
	api_ok(dtp, dtrace_consume(dtp, stdout, on_probe, on_rec, &c));
	assert_string_equal(c.text, "[BEGIN 3 1/4=5 1/0 1/8][BEGIN 0]"
			    "[BEGIN 1 2/4]");
	/* once only */
	c = calls(dtp);
	api_ok(dtp, dtrace_consume(dtp, stdout, on_probe, on_rec, &c));
	assert_string_equal(c.text, "");
	dtrace_close(dtp);
}

static void no_callbacks(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(5); }");
	struct calls c = calls(dtp);
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	api_ok(dtp, dtrace_consume(dtp, fp, on_probe, NULL, &c));
	fclose(fp);
	assert_string_equal(text, "");
	assert_string_equal(c.text, "[BEGIN 1");
	free(text);
	dtrace_close(dtp);
}

static void to_stream(void **state)
{
	dtrace_hdl_t *dtp;
	struct calls c;
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	dtp = api_go(state, "BEGIN { trace(5); trace(\"text\"); }");
	c = calls(dtp);
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, &c));
	fclose(fp);
	assert_string_equal(text, "        5  text"
			    "                             ");
	assert_string_equal(c.text, " 1/4=5 1/256]");
	free(text);
	dtrace_close(dtp);
}

static void answer(void **state, int probe, int rec, int err,
		   const char *text)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(5); trace(6); } "
				   "BEGIN { trace(7); }");
	struct calls c = calls(dtp);
	int rc;

	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	c.probe_answer = probe;
	c.rec_answer = rec;
	rc = dtrace_consume(dtp, stderr, on_probe, on_rec, &c);
	if (err)
		api_fails(dtp, rc, err);
	else
		api_ok(dtp, rc);
	assert_string_equal(c.text, text);
	dtrace_close(dtp);
}

static void answers(void **state)
{
	const int this = DTRACE_CONSUME_THIS, next = DTRACE_CONSUME_NEXT;
	const int abort_it = DTRACE_CONSUME_ABORT;

	answer(state, next, next, 0, "[BEGIN 2[BEGIN 1");
	answer(state, this, next, 0, "[BEGIN 2 1/4=5 1/4=6][BEGIN 1 1/4=7]");
	answer(state, abort_it, next, E_DIRABORT, "[BEGIN 2");
	answer(state, 9, next, E_BADRVAL, "[BEGIN 2");
	answer(state, this, abort_it, E_DIRABORT, "[BEGIN 2 1/4=5");
	answer(state, this, 9, E_BADRVAL, "[BEGIN 2 1/4=5");
}

/* The whole record for the probe callback, each datum for the other. */
static int on_whole(const dtrace_probedata_t *data, void *arg)
{
	const dtrace_eprobedesc_t *epd = data->dtpda_edesc;
	struct calls *c = arg;

	assert_int_equal(epd->dtepd_nrecs, 3);
	add(c, "%d %s %ld",
	    *(int *)(data->dtpda_data + epd->dtepd_rec[0].dtrd_offset),
	    data->dtpda_data + epd->dtepd_rec[1].dtrd_offset,
	    *(int64_t *)(data->dtpda_data + epd->dtepd_rec[2].dtrd_offset));
	return DTRACE_CONSUME_THIS;
}

static int on_datum(const dtrace_probedata_t *data,
		    const dtrace_recdesc_t *rec, void *arg)
{
	struct calls *c = arg;
	const char *base;

	if (!rec)
		return DTRACE_CONSUME_NEXT;
	base = data->dtpda_data - rec->dtrd_offset;
	add(c, " %d", *(int *)(base + data->dtpda_edesc->dtepd_rec[0]
			       .dtrd_offset));
	return DTRACE_CONSUME_NEXT;
}

static void offsets(void **state)
{
	dtrace_hdl_t *dtp;
	struct calls c;

	dtp = api_go(state, "BEGIN { trace(5); trace(\"str\"); trace(7LL); }");
	c = calls(dtp);
	api_ok(dtp, dtrace_consume(dtp, stdout, on_whole, on_datum, &c));
	assert_string_equal(c.text, "5 str 7 5 5 5");
	dtrace_close(dtp);
}

static void buffered(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct calls c = calls(dtp);

	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &c));
	api_enable(dtp, "BEGIN { trace(5); x = 1; trace(\"text\"); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, NULL, on_probe, on_rec, &c));
	assert_string_equal(c.text, "[BEGIN 3 1/4=5 {5}0 1/0 1/256 {text}0]");
	dtrace_close(dtp);
}

/* Key, value, newline: the pieces of an entry. */
static void buffered_print(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct calls c = calls(dtp);

	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &c));
	api_enable(dtp, "BEGIN { @[1, 2] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, NULL, NULL));
	assert_string_equal(c.text, " {        1}1a {        2}1a "
			    "{                1}2a {\n}ca");
	dtrace_close(dtp);
}

static int on_firing(const dtrace_bufdata_t *buf, void *arg)
{
	assert_null(buf->dtbda_aggdata);
	assert_string_equal(buf->dtbda_probe->dtpda_pdesc->dtpd_name, "BEGIN");
	assert_int_equal(buf->dtbda_recdesc->dtrd_action, DTRACEACT_PRINTA);
	return on_text(buf, arg);
}

/* fprinta() of a consumer, which passes on the firing that it is given. */
static int on_own(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	const char *buf;

	(void)arg;
	if (!rec || rec->dtrd_action != DTRACEACT_PRINTA)
		return DTRACE_CONSUME_NEXT;
	buf = data->dtpda_data - rec->dtrd_offset;
	assert_int_equal(dtrace_fprinta(data->dtpda_handle, NULL, NULL, data,
					rec, 1, buf,
					data->dtpda_edesc->dtepd_size), 1);
	return DTRACE_CONSUME_NEXT;
}

/* The text of a printa() without entries belongs to the firing. */
static void buffered_no_entry(void **state)
{
	dtrace_consume_rec_f *const by[] = { on_rec, on_own };

	for (size_t i = 0; i < sizeof(by) / sizeof(by[0]); i++) {
		dtrace_hdl_t *dtp = api_open(state);
		struct calls c = calls(dtp);

		api_ok(dtp, dtrace_handle_buffered(dtp, on_firing, &c));
		api_enable(dtp, "BEGIN { printa(@); printa(\"%@d\", @); }"
			   "END { @ = count(); }");
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_consume(dtp, NULL, NULL, by[i], &c));
		assert_string_equal(strstr(c.text, "{"), i == 0 ?
				    "{\n}0 4/8]" : "{\n}0 {\n}0");
		dtrace_close(dtp);
	}
}

static int refuse(const dtrace_bufdata_t *buf, void *arg)
{
	(void)buf;
	(void)arg;
	return DTRACE_HANDLE_ABORT;
}

static void buffered_refused(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct calls c = calls(dtp);

	api_fails(dtp, dtrace_handle_buffered(dtp, NULL, NULL), EINVAL);
	api_enable(dtp, "BEGIN { trace(5); }");
	api_ok(dtp, dtrace_handle_buffered(dtp, refuse, NULL));
	api_fails(dtp, dtrace_handle_buffered(dtp, refuse, NULL), EALREADY);
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_consume(dtp, NULL, on_probe, on_rec, &c),
		  E_DIRABORT);
	dtrace_close(dtp);
}

static void nowhere(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(5); }");
	struct calls c = calls(dtp);

	api_fails(dtp, dtrace_consume(dtp, NULL, on_probe, on_rec, &c),
		  E_NOBUFFERED);
	dtrace_close(dtp);
}

/* One record for each aggregation of a printa(), alike in dtrd_uarg. */
static int on_printa(const dtrace_probedata_t *data,
		     const dtrace_recdesc_t *rec, void *arg)
{
	struct calls *c = arg;

	if (!rec)
		return DTRACE_CONSUME_NEXT;
	if (rec->dtrd_action == DTRACEACT_PRINTA)
		add(c, "%ld%s ", *(int64_t *)data->dtpda_data,
		    rec == data->dtpda_edesc->dtepd_rec ||
		    rec[-1].dtrd_uarg == rec->dtrd_uarg ? "" : "|");
	return DTRACE_CONSUME_NEXT;
}

static void printa_records(void **state)
{
	dtrace_hdl_t *dtp;
	struct calls c;

	dtp = api_go(state, "BEGIN { @a[1] = count(); @b[1] = count(); "
		     "@c[1] = count(); } "
		     "BEGIN { printa(@a, @b, @c); printa(@b); printa(@b); }");
	c = calls(dtp);
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_printa, &c));
	assert_string_equal(c.text, "1 2 3 2| 2| ");
	dtrace_close(dtp);
}

/* One record for each argument of a printf(), shown one by one or as one. */
static void printf_records(void **state)
{
	static const char text[] = "BEGIN { printf(\"%d:%s|%*d\\n\", 5, "
		"\"str\", 3, 7LL); printf(\"text\"); trace(8); }";
	dtrace_hdl_t *dtp = api_open(state);
	struct calls c = calls(dtp);

	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &c));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, NULL, on_probe, on_rec, &c));
	assert_string_equal(c.text, "[BEGIN 6 3/4 {5:str|  7\n}0 3/0 {text}0 "
			    "1/4=8 {8}0]");
	dtrace_close(dtp);
	dtp = api_go(state, text);
	c = calls(dtp);
	c.rec_answer = DTRACE_CONSUME_NEXT;
	api_ok(dtp, dtrace_consume(dtp, stdout, on_probe, on_rec, &c));
	assert_string_equal(c.text, "[BEGIN 6 3/4 3/256 3/4 3/8 3/0 1/4=8]");
	dtrace_close(dtp);
}

/* The first record of a printf() has its format. */
static int on_formats(const dtrace_probedata_t *data,
		      const dtrace_recdesc_t *rec, void *arg)
{
	struct calls *c = arg;

	(void)data;
	if (rec)
		add(c, "%s%s", rec->dtrd_format ? "|" : "",
		    rec->dtrd_action == DTRACEACT_PRINTF ? "p" : "t");
	return DTRACE_CONSUME_NEXT;
}

static void printf_formats(void **state)
{
	dtrace_hdl_t *dtp;
	struct calls c;

	dtp = api_go(state, "BEGIN { printf(\"%d%d\", 1, 2); "
		     "printf(\"%d\", 3); printf(\"\\n\"); trace(4); "
		     "printf(\"%k%d\", stack(2), 5); }");
	c = calls(dtp);
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_formats, &c));
	assert_string_equal(c.text, "|pp|p|pt|pp");
	dtrace_close(dtp);
}

/* A full stream makes its call fail, not those for another stream. */
static void full_disk(void **state)
{
	for (int json = 0; json < 2; json++) {
		dtrace_hdl_t *dtp = api_open(state);
		FILE *full = fopen("/dev/full", "w");
		char text[512] = "";
		FILE *fp = fmemopen(text, sizeof(text), "w");
		struct calls c = calls(dtp);

		assert_non_null(full);
		assert_non_null(fp);
		setvbuf(full, NULL, _IONBF, 0);
		api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
		api_ok(dtp, dtrace_setopt(dtp, "oformat",
					  json ? "json" : "text"));
		api_ok(dtp, dtrace_oformat_configure(dtp));
		api_ok(dtp, dtrace_oformat_setup(dtp));
		api_enable(dtp, "BEGIN { printf(\"one\"); } "
			   "BEGIN { printf(\"two\"); trace(\"three\"); }");
		api_ok(dtp, dtrace_go(dtp));
		c.rec_answer = DTRACE_CONSUME_THIS;
		api_fails(dtp, dtrace_consume(dtp, full, NULL, on_rec, &c),
			  ENOSPC);
		api_ok(dtp, dtrace_stop(dtp));
		api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, &c));
		fflush(fp);
		assert_null(strstr(text, "one"));
		assert_non_null(strstr(text, "two"));
		assert_non_null(strstr(text, "three"));
		fclose(full);
		fclose(fp);
		dtrace_close(dtp);
	}
}

static void rate(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct calls c = calls(dtp);

	c.rec_answer = DTRACE_CONSUME_NEXT;
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "1h"));
	api_enable(dtp, "BEGIN { trace(1); } END { trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, &c));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, &c));
	assert_string_equal(c.text, " 1/4=1]");
	dtrace_close(dtp);
}

/* What fired since the last snapshot is printed, and cleared, too. */
static void snaps_before_printa(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[80] = "";
	FILE *fp = fmemopen(text, sizeof(text), "w");
	struct calls c = calls(dtp);

	c.rec_answer = DTRACE_CONSUME_THIS;
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "0"));
	api_ok(dtp, dtrace_setopt(dtp, "temporal", NULL));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1h"));
	api_enable(dtp, "syscall::getppid:entry /pid == $pid/"
		   "{ @[arg0] = count(); printa(\"%@d \", @); }"
		   "syscall::getpgid:entry /pid == $pid/"
		   "{ trunc(@); printa(\"%@d \", @); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	for (int i = 0; i < 3; i++)
		syscall(SYS_getppid, 1);
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, &c));
	syscall(SYS_getppid, 1);
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, &c));
	syscall(SYS_getppid, 1);
	syscall(SYS_getpgid, 0);
	api_ok(dtp, dtrace_consume(dtp, fp, NULL, on_rec, &c));
	fclose(fp);
	assert_string_equal(text, "3 3 3 4 5 ");
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(sequence), ON_BOTH(no_callbacks), ON_BOTH(to_stream),
		ON_BOTH(answers), ON_BOTH(offsets), ON_BOTH(buffered),
		ON_BOTH(buffered_print), ON_BOTH(buffered_no_entry),
		ON_BOTH(buffered_refused),
		ON_BOTH(nowhere), ON_BOTH(printa_records),
		ON_BOTH(printf_records), ON_BOTH(printf_formats),
		ON_BOTH(full_disk), ON_BOTH(rate),
		ON_KERNEL(snaps_before_printa),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
