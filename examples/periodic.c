/* SPDX-License-Identifier: MIT */
/*
 * periodic - prints the counts of each interval until the command ends: snap,
 * print, clear, at the rate of option statusrate.  A call that was not made in
 * an interval is printed with 0.  (live numbers)
 *
 * usage: periodic [command [args...]]
 */
#include "example.h"

/* Only four calls, to keep the output short. */
static const char program[] =
	"syscall::openat:entry,\n"
	"syscall::close:entry,\n"
	"syscall::read:entry,\n"
	"syscall::write:entry\n"
	"/pid == $target/\n"
	"{\n"
	"	@[probefunc] = count();\n"
	"}\n"
	"proc:::exit\n"
	"/pid == $target/\n"
	"{\n"
	"	exit(0);\n"
	"}\n";

static char *default_command[] = {
	(char *)"/bin/dd", (char *)"if=/dev/zero", (char *)"of=/dev/null",
	(char *)"bs=1", (char *)"count=500000", (char *)"status=none", NULL
};

/* Get the status first: if tracing has ended, the snapshot has all data. */
static int interval(dtrace_hdl_t *dtp, dtrace_optval_t statustime)
{
	int status;

	usleep(statustime / 1000);
	status = dtrace_status(dtp);
	if (status == -1)
		fatal(dtp, "dtrace_status()");
	if (dtrace_aggregate_snap(dtp) != 0)
		fatal(dtp, "failed to add to aggregate");
	if (dtrace_aggregate_print(dtp, stdout, NULL) == -1)
		fatal(dtp, "failed to print aggregation");
	printf("\n");
	dtrace_aggregate_clear(dtp);
	return status;
}

int main(int argc, char **argv)
{
	char **command = argc > 1 ? argv + 1 : default_command;
	struct ps_prochandle *proc;
	dtrace_optval_t statustime;
	dtrace_hdl_t *dtp = open_handle();

	set(dtp, "statusrate", "100ms");
	set(dtp, "aggrate", "0");	/* a snapshot at each call */
	proc = dtrace_proc_create(dtp, command[0], command);
	if (!proc)
		fatal(dtp, "cannot start %s", command[0]);
	enable(dtp, program);
	go_live(dtp);
	dtrace_proc_continue(dtp, proc);

	if (dtrace_getopt(dtp, "statusrate", &statustime) == -1)
		fatal(dtp, "failed to get 'statusrate'");
	while (interval(dtp, statustime) != DTRACE_STATUS_EXITED)
		;
	if (dtrace_stop(dtp) != 0)
		fatal(dtp, "cannot stop tracing");
	dtrace_proc_release(dtp, proc);
	dtrace_close(dtp);
	return 0;
}
