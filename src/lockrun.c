/* SPDX-License-Identifier: MIT */
/* lockrun.c - traces a process, or the system during its life, and prints. */
#include "locks.h"
#include "interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* The D program, to be freed; NULL: no memory. */
static char *
make_program(const struct locks *l)
{
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	if (fp == NULL)
		return NULL;
	l->write(l->line.cmd, fp);
	if (l->seconds != 0)
		(void) fprintf(fp, "profile:::tick-%lds\n{\n\texit(0);\n}\n",
		    l->seconds);
	if (fclose(fp) == 0)
		return text;
	free(text);
	return NULL;
}

static dtrace_prog_t *
compile_program(struct locks *l)
{
	char *text = make_program(l);
	dtrace_prog_t *prog = NULL;

	if (text == NULL)
		(void) fail("%s", strerror(errno));
	if (text != NULL && l->print)
		(void) fputs(text, stderr);
	if (text != NULL && (l->must == NULL ||
	    compile(l->dtp, l->must, 0) != NULL))
		prog = compile(l->dtp, text, DTRACE_C_ZDEFS);
	free(text);
	return prog;
}

static int
start(struct locks *l)
{
	dtrace_prog_t *prog = compile_program(l);
	int rc = prog != NULL ? begin(l->dtp, prog) : EXIT_FAILED;

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
run_locks(struct locks *l)
{
	int rc = find_process(l);

	if (rc < 0)
		rc = start(l);
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
