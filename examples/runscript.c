/* SPDX-License-Identifier: MIT */
/*
 * runscript - traces a command with a D script, and prints its records, then
 * its aggregations.
 *
 * usage: runscript file.d [command...]	$target is the command
 */
#include <signal.h>
#include "example.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
	interrupted = sig;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)arg;
	fprintf(stderr, "runscript: %s", drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)arg;
	fprintf(stderr, "runscript: %s", err->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static void enable_file(dtrace_hdl_t *dtp, const char *name)
{
	dtrace_prog_t *prog;
	FILE *fp = fopen(name, "r");

	if (!fp) {
		perror(name);
		exit(1);
	}
	prog = dtrace_program_fcompile(dtp, fp, 0, 1, (char *[]){
				       (char *)name });
	fclose(fp);
	if (!prog)
		fatal(dtp, "cannot compile %s", name);
	if (dtrace_program_exec(dtp, prog, NULL) != 0)
		fatal(dtp, "cannot enable %s", name);
}

/* Consume until exit() or a signal, and then the remaining records. */
static void consume(dtrace_hdl_t *dtp)
{
	dtrace_workstatus_t state;
	int stopped = 0;

	do {
		if (!interrupted)
			dtrace_sleep(dtp);
		if (interrupted && !stopped) {
			stopped = 1;
			if (dtrace_stop(dtp) != 0)
				fatal(dtp, "cannot stop tracing");
		}
		state = dtrace_work(dtp, stdout, NULL, skip_exit, NULL);
	} while (state == DTRACE_WORKSTATUS_OKAY);
	if (state == DTRACE_WORKSTATUS_ERROR)
		fatal(dtp, "processing aborted");
}

int main(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = on_signal };
	struct ps_prochandle *proc = NULL;
	dtrace_hdl_t *dtp;

	if (argc < 2) {
		fprintf(stderr, "usage: runscript file.d [command...]\n");
		return 2;
	}
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	dtp = open_handle();
	set(dtp, "quiet", NULL);
	if (dtrace_handle_drop(dtp, on_drop, NULL) != 0 ||
	    dtrace_handle_err(dtp, on_err, NULL) != 0)
		fatal(dtp, "cannot register handlers");
	if (argc > 2) {
		proc = dtrace_proc_create(dtp, argv[2], argv + 2);
		if (!proc)
			fatal(dtp, "cannot start %s", argv[2]);
	}
	enable_file(dtp, argv[1]);
	go_live(dtp);
	if (proc)
		dtrace_proc_continue(dtp, proc);
	consume(dtp);
	if (dtrace_aggregate_print(dtp, stdout, NULL) != 0)
		fatal(dtp, "cannot print aggregations");
	dtrace_close(dtp);
	return 0;
}
