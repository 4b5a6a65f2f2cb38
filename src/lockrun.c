/* SPDX-License-Identifier: MIT */
/* lockrun.c - traces a process, or the system during its life, and prints. */
#include "locks.h"
#include "stat.h"

#include <stdio.h>

static void
progress(const struct locks *l, const char *what)
{
	if (l->verbose)
		(void) fail("%s", what);
}

static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	struct locks *l = arg;

	(void) p;
	l->ended = true;
	if (msg != NULL)
		(void) fail("%s", msg);
}

static int
find_process(struct locks *l)
{
	if (dtrace_handle_proc(l->dtp, on_end, l) != 0)
		return dfail(l->dtp, "failed to register a handler");
	l->proc = l->command != NULL ?
	    dtrace_proc_create(l->dtp, l->command[0], l->command) :
	    dtrace_proc_grab(l->dtp, (pid_t)l->pid, 0);
	return l->proc != NULL ? -1 : dfail(l->dtp, l->command != NULL ?
	    l->command[0] : "-p");
}

static int
start(struct locks *l, const char *must, const char *text)
{
	dtrace_prog_t *prog;
	int rc;

	if (l->print)
		(void) fputs(text, stderr);
	if (must != NULL && compile(l->dtp, must, 0) == NULL)
		return EXIT_FAILED;
	prog = compile(l->dtp, text, DTRACE_C_ZDEFS);
	rc = prog != NULL ? begin(l->dtp, prog) : EXIT_FAILED;
	if (rc >= 0)
		return rc;
	l->elapsed = now();
	progress(l, "tracing has begun");
	dtrace_proc_continue(l->dtp, l->proc);
	return -1;
}

/* The program makes no records. */
static int
on_probe(const dtrace_probedata_t *data, void *arg)
{
	(void) data;
	(void) arg;
	return DTRACE_CONSUME_NEXT;
}

static int
consume(struct locks *l)
{
	dtrace_workstatus_t state = DTRACE_WORKSTATUS_OKAY;

	while (state == DTRACE_WORKSTATUS_OKAY) {
		if (!is_interrupted() && !l->ended)
			dtrace_sleep(l->dtp);
		if ((is_interrupted() || l->ended) &&
		    dtrace_stop(l->dtp) != 0)
			return dfail(l->dtp, "failed to stop tracing");
		state = dtrace_work(l->dtp, stdout, on_probe, NULL, NULL);
	}
	l->elapsed = now() - l->elapsed;
	return state == DTRACE_WORKSTATUS_DONE ? -1 :
	    dfail(l->dtp, "tracing was aborted");
}

int
run_locks(struct locks *l, const char *must, const char *text)
{
	int rc = find_process(l);

	if (rc < 0)
		rc = start(l, must, text);
	if (rc < 0)
		rc = consume(l);
	if (rc >= 0)
		return rc;
	progress(l, "tracing has ended");
	if (gather(l) != 0)
		return EXIT_FAILED;
	show(l);
	return flush();
}
