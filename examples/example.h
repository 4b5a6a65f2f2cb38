/* SPDX-License-Identifier: MIT */
/* Functions that all consumers in this folder share. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <dtrace.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define EXAMPLE_SKIP 77		/* exit status: not possible on this machine */

/* Print what failed and the library's reason, and exit. */
__attribute__((noreturn, format(printf, 2, 3), unused))
static void fatal(dtrace_hdl_t *dtp, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, ": %s\n", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
	exit(1);
}

static inline void set(dtrace_hdl_t *dtp, const char *option, const char *value)
{
	if (dtrace_setopt(dtp, option, value) != 0)
		fatal(dtp, "option %s", option);
}

static inline dtrace_hdl_t *open_handle(void)
{
	dtrace_hdl_t *dtp;
	int err;

	dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (!dtp) {
		fprintf(stderr, "cannot open dtrace: %s\n",
			dtrace_errmsg(NULL, err));
		exit(EXAMPLE_SKIP);
	}
	set(dtp, "bufsize", "4m");
	set(dtp, "aggsize", "4m");
	return dtp;
}

static inline void enable(dtrace_hdl_t *dtp, const char *program)
{
	dtrace_prog_t *prog;

	prog = dtrace_program_strcompile(dtp, program, DTRACE_PROBESPEC_NAME,
					 0, 0, NULL);
	if (!prog)
		fatal(dtp, "cannot compile");
	if (dtrace_program_exec(dtp, prog, NULL) != 0)
		fatal(dtp, "cannot enable the program");
}

/*
 * Start tracing the live system.  Unlike a program of BEGIN and END alone this
 * may be refused: then print why, and exit.
 */
static inline void go_live(dtrace_hdl_t *dtp)
{
	if (dtrace_go(dtp) == 0)
		return;
	fprintf(stderr, "cannot trace here: %s\n",
		dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
	exit(EXAMPLE_SKIP);
}

/*
 * The standard deviation from the value of stddev(): count, sum, and the sum of
 * squares in two words.  The difference of two large numbers is exact only in
 * integers, so it is taken before the division.
 */
static inline double deviation(const uint64_t *value)
{
	unsigned __int128 squares = (unsigned __int128)value[3] << 64 |
		value[2];
	unsigned __int128 sum = (unsigned __int128)(int64_t)value[1];
	uint64_t count = value[0];

	return sqrt((double)(count * squares - sum * sum)) / count;
}

/* Do not print the record of exit(). */
static inline int skip_exit(const dtrace_probedata_t *data,
			    const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)arg;
	if (rec && rec->dtrd_action != DTRACEACT_EXIT)
		return DTRACE_CONSUME_THIS;
	return DTRACE_CONSUME_NEXT;
}

/* Consume until the program calls exit().  rec NULL: the library prints. */
static inline void consume_all(dtrace_hdl_t *dtp, dtrace_consume_rec_f *rec,
			       void *arg)
{
	dtrace_workstatus_t state;

	do {
		dtrace_sleep(dtp);
		state = dtrace_work(dtp, stdout, NULL, rec ? rec : skip_exit,
				    arg);
	} while (state == DTRACE_WORKSTATUS_OKAY);
	if (state == DTRACE_WORKSTATUS_ERROR)
		fatal(dtp, "processing aborted");
	if (dtrace_stop(dtp) != 0)
		fatal(dtp, "cannot stop tracing");
}

#endif
