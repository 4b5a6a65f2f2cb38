/* SPDX-License-Identifier: MIT */
/* run.c - traces, and prints records and aggregations. */
#include "cmd.h"
#include "../interrupt.h"

#include <errno.h>
#include <signal.h>

static void
catch_signals(void)
{
	struct sigaction old;

	catch_interrupt(SIGINT);
	catch_interrupt(SIGTERM);
	/* under nohup(1) SIGHUP stays ignored */
	if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		catch_interrupt(SIGHUP);
}

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct cmd *c = arg;

	if (!c->structured)		/* JSON output contains it */
		say(c, "%.*s", (int)strcspn(drop->dtdda_msg, "\n"),
		    drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int
on_error(const dtrace_errdata_t *err, void *arg)
{
	say(arg, "%.*s", (int)strcspn(err->dteda_msg, "\n"), err->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static dtrace_optval_t
option(struct cmd *c, const char *opt)
{
	dtrace_optval_t value;

	return dtrace_getopt(c->dtp, opt, &value) == 0 ? value :
	    DTRACEOPT_UNSET;
}

static bool
is_on(struct cmd *c, const char *opt)
{
	return option(c, opt) != DTRACEOPT_UNSET;
}

/* Read the options that a program may change while it runs. */
static void
update_options(struct cmd *c)
{
	c->quiet = is_on(c, "quiet");
	c->flow = is_on(c, "flowindent");
}

/* Use the new value of an option for the following records. */
static int
on_setopt(const dtrace_setoptdata_t *opt, void *arg)
{
	(void) opt;
	update_options(arg);
	return DTRACE_HANDLE_OK;
}

static void
print_head(struct cmd *c)
{
	if (c->headed)
		return;
	c->headed = true;
	if (c->flow)
		(void) fprintf(c->out, "%3s %-41s\n", "CPU", "FUNCTION");
	else
		(void) fprintf(c->out, "%3s %6s %32s\n", "CPU", "ID",
		    "FUNCTION:NAME");
}

/* An arrow marks entries and returns; other probes show their name. */
static void
print_flow(struct cmd *c, const dtrace_probedata_t *data)
{
	const dtrace_probedesc_t *pd = data->dtpda_pdesc;
	bool named = data->dtpda_flow == DTRACEFLOW_NONE;
	char text[sizeof(*pd) + 64];

	(void) snprintf(text, sizeof(text), "%*s%s%s%s%s",
	    data->dtpda_indent < 60 ? data->dtpda_indent : 60, "",
	    data->dtpda_prefix != NULL ? data->dtpda_prefix : "",
	    pd->dtpd_func, named ? ":" : "", named ? pd->dtpd_name : "");
	(void) fprintf(c->out, "%3d %-41s ", data->dtpda_cpu, text);
}

static int
on_probe(const dtrace_probedata_t *data, void *arg)
{
	const dtrace_probedesc_t *pd = data->dtpda_pdesc;
	struct cmd *c = arg;
	char name[sizeof(*pd)];

	if (c->quiet || c->structured)
		return DTRACE_CONSUME_THIS;
	print_head(c);
	if (c->flow) {
		print_flow(c, data);
		return DTRACE_CONSUME_THIS;
	}
	(void) snprintf(name, sizeof(name), "%s:%s", pd->dtpd_func,
	    pd->dtpd_name);
	(void) fprintf(c->out, "%3d %6d %32s ", data->dtpda_cpu,
	    (int)pd->dtpd_id, name);
	return DTRACE_CONSUME_THIS;
}

static int
on_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
    void *arg)
{
	struct cmd *c = arg;

	if (rec == NULL) {
		if (!c->quiet && !c->structured)
			(void) fputc('\n', c->out);
		return DTRACE_CONSUME_NEXT;
	}
	if (rec->dtrd_action != DTRACEACT_EXIT)
		return DTRACE_CONSUME_THIS;
	memcpy(&c->status, data->dtpda_data, sizeof(c->status));
	return DTRACE_CONSUME_NEXT;
}

/* Print a size as it would be given with -x. */
static void
say_lowered(struct cmd *c, const char *what, dtrace_optval_t value)
{
	static const char *const units[] = { " bytes", "k", "m", "g", "t" };
	int u = 0;

	for (; value % 1024 == 0 && u < 4; u++)
		value /= 1024;
	say(c, "%s lowered to %lld%s", what, (long long)value, units[u]);
}

static const struct {
	const char *opt, *what;
} sizes[] = {
	{ "bufsize", "buffer size" },
	{ "aggsize", "aggregation size" },
	{ "dynvarsize", "dynamic variable size" },
	{ "specsize", "speculation size" },
};

#define	NSIZES	(sizeof(sizes) / sizeof(sizes[0]))

/* As on other systems, the text of EDT_ENDTOOBIG is the whole message. */
static int
go_failed(struct cmd *c)
{
	int err = dtrace_errno(c->dtp);

	return err == EDT_ENDTOOBIG ? fail(c, "%s", dtrace_errmsg(c->dtp,
	    err)) : dfail(c, "could not enable tracing");
}

static const struct {
	const char *opt, *what;
} rates[] = {
	{ "cleanrate", "cleaning rate" },
	{ "statusrate", "status rate" },
};

#define	NRATES	(sizeof(rates) / sizeof(rates[0]))

/* Report a rate that was limited; a longer interval is a lower rate. */
static void
say_rate(struct cmd *c, const char *what, dtrace_optval_t asked,
    dtrace_optval_t got)
{
	const char *how = got > asked ? "reduced" : "increased";

	if (asked == DTRACEOPT_UNSET || asked == got)
		return;
	if (got % NANOSEC == 0)
		say(c, "%s %s to once every %lld seconds", what, how,
		    (long long)(got / NANOSEC));
	else if (NANOSEC % got == 0)
		say(c, "%s %s to %lld hz", what, how,
		    (long long)(NANOSEC / got));
	else
		say(c, "%s %s to once every %lld nanoseconds", what, how,
		    (long long)got);
}

static void
say_engine(struct cmd *c)
{
	const char *why, *name = dtrace_engine(c->dtp, &why);

	say(c, "engine %s%s%s", name, why != NULL ? ": " : "",
	    why != NULL ? why : "");
}

/* Go, and report the options that had to be changed. */
static int
go(struct cmd *c)
{
	dtrace_optval_t asked[NSIZES], rate[NRATES], got;

	for (size_t i = 0; i < NSIZES; i++)
		asked[i] = option(c, sizes[i].opt);
	for (size_t i = 0; i < NRATES; i++)
		rate[i] = option(c, rates[i].opt);
	if (dtrace_go(c->dtp) != 0)
		return go_failed(c);
	if (c->verbose)
		say_engine(c);
	for (size_t i = 0; i < NSIZES; i++)
		if (dtrace_getopt(c->dtp, sizes[i].opt, &got) == 0 &&
		    got > 0 && got < asked[i])
			say_lowered(c, sizes[i].what, got);
	for (size_t i = 0; i < NRATES; i++)
		say_rate(c, rates[i].what, rate[i], option(c, rates[i].opt));
	if (is_on(c, "destructive") && !c->quiet)
		say(c, "allowing destructive actions");
	return -1;
}

static int
flush(struct cmd *c)
{
	if (fflush(c->out) != 0)
		note_write_error(c, errno);
	if (!ferror(c->out))
		return -1;
	note_write_error(c, EIO);
	return fail(c, "failed to write results: %s",
	    strerror(c->write_error));
}

/* Stop tracing after ^C, or when all processes have ended. */
static int
stop_if_over(struct cmd *c)
{
	if (!is_interrupted() && (c->nprocs == 0 || c->nrunning > 0))
		return -1;
	if (dtrace_stop(c->dtp) != 0)
		return dfail(c, "processing aborted");
	return -1;
}

/*
 * Block the signals before the flag is tested.  dtrace_sleep() returns when a
 * blocked one is pending, so a signal after the test ends the wait, too.
 */
static void
sleep_unless_over(struct cmd *c)
{
	sigset_t ends, old;

	(void) sigemptyset(&ends);
	(void) sigaddset(&ends, SIGINT);
	(void) sigaddset(&ends, SIGTERM);
	(void) sigaddset(&ends, SIGHUP);
	(void) sigprocmask(SIG_BLOCK, &ends, &old);
	if (!is_interrupted())
		dtrace_sleep(c->dtp);
	(void) sigprocmask(SIG_SETMASK, &old, NULL);
}

static int
consume(struct cmd *c)
{
	dtrace_workstatus_t state = DTRACE_WORKSTATUS_OKAY;
	bool parted = false;
	int rc = -1;

	while (rc < 0 && state == DTRACE_WORKSTATUS_OKAY) {
		sleep_unless_over(c);
		/* begin a new line after the ^C */
		if (is_interrupted() && !parted) {
			parted = true;
			if (!c->structured)
				(void) fputc('\n', c->out);
		}
		rc = stop_if_over(c);
		if (rc >= 0)
			break;
		state = dtrace_work(c->dtp, c->out, on_probe, on_record, c);
		/* report the failed write instead of the abort it has caused */
		if (state == DTRACE_WORKSTATUS_ERROR && ferror(c->out))
			note_write_error(c, dtrace_errno(c->dtp));
		rc = flush(c);
		if (rc < 0 && state == DTRACE_WORKSTATUS_ERROR)
			return dfail(c, "processing aborted");
	}
	return rc;
}

/* After a failure, still show the data that was collected. */
static void
drain(struct cmd *c)
{
	if (dtrace_stop(c->dtp) != 0 || dtrace_work(c->dtp, c->out, on_probe,
	    on_record, c) == DTRACE_WORKSTATUS_ERROR)
		(void) dfail(c, "failed to process the remaining records");
}

static int
print_aggregations(struct cmd *c)
{
	if (!c->structured)
		(void) fputc('\n', c->out);
	if (dtrace_aggregate_print(c->dtp, c->out, NULL) != 0) {
		if (!ferror(c->out))
			return dfail(c, "failed to print aggregations");
		note_write_error(c, dtrace_errno(c->dtp));
	}
	return flush(c);
}

static int
on_loss(const dtrace_lossdata_t *loss, void *arg)
{
	struct cmd *c = arg;

	if (c->verbose || is_on(c, "strict"))
		say(c, "total: %.*s", (int)strcspn(loss->dtlda_msg, "\n"),
		    loss->dtlda_msg);
	c->lost = true;
	return 0;
}

/* List the losses; under option strict any loss is a failure. */
static int
say_losses(struct cmd *c)
{
	if (dtrace_losses(c->dtp, on_loss, c) != 0)
		return dfail(c, "failed to list the losses");
	if (!c->lost || !is_on(c, "strict"))
		return -1;
	say(c, "data were lost, and option strict is set");
	return EXIT_LOST;
}

int
run(struct cmd *c)
{
	int rc, lost, printed = -1;

	if (dtrace_handle_drop(c->dtp, on_drop, c) != 0 ||
	    dtrace_handle_err(c->dtp, on_error, c) != 0 ||
	    dtrace_handle_setopt(c->dtp, on_setopt, c) != 0)
		return dfail(c, "failed to register a handler");
	update_options(c);
	rc = prog_enable(c);
	if (rc < 0)
		rc = hint_enable(c);
	if (rc >= 0)
		return rc;
	if (dtrace_oformat_configure(c->dtp) != 0 ||
	    dtrace_oformat_setup(c->dtp) != 0)
		return dfail(c, "failed to set up the output");
	c->structured = dtrace_oformat(c->dtp) != 0;
	catch_signals();
	rc = go(c);
	if (rc >= 0)
		return rc;
	proc_continue(c);
	rc = consume(c);
	if (rc >= 0 && !ferror(c->out))
		drain(c);
	if (!ferror(c->out))
		printed = hint_count(c);
	if (!ferror(c->out) && printed < 0)
		printed = print_aggregations(c);
	dtrace_oformat_teardown(c->dtp);
	hint_show(c);
	lost = say_losses(c);
	if (rc < 0)
		rc = printed;
	if (rc < 0)
		rc = lost;
	return rc < 0 ? c->status : rc;
}
