/* SPDX-License-Identifier: MIT */
/*
 * eventloop - a consumer that also waits for other events: one poll(2) for a
 * timer and for the library's descriptor (dtrace_ctlfd).  It ends when the
 * command has ended.  (live numbers)
 *
 * usage: eventloop [command [args...]]
 */
#include <poll.h>
#include <sys/timerfd.h>

#include "example.h"

static const char program[] =
	"syscall::write:entry /pid == $target/ { @writes = count(); }\n"
	"syscall::exit_group:entry /pid == $target/ { trace(execname); }\n";

static char *default_command[] = {
	(char *)"/bin/dd", (char *)"if=/dev/zero", (char *)"of=/dev/null",
	(char *)"bs=1", (char *)"count=500000", (char *)"status=none", NULL
};

/* Called by dtrace_work() when the command has ended. */
static void ended(struct ps_prochandle *proc, const char *msg, void *arg)
{
	(void)proc;
	printf("the command has ended%s%s\n", msg ? ": " : "", msg ? msg : "");
	*(int *)arg = 1;
}

static int make_clock(dtrace_hdl_t *dtp)
{
	const struct itimerspec every = {
		.it_interval = { .tv_nsec = 50000000 },
		.it_value = { .tv_nsec = 50000000 },
	};
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);

	if (fd == -1 || timerfd_settime(fd, 0, &every, NULL) != 0) {
		perror("timerfd");
		dtrace_close(dtp);
		exit(1);
	}
	return fd;
}

static void tick(int fd)
{
	uint64_t times;

	if (read(fd, &times, sizeof(times)) == sizeof(times))
		printf("the clock has ticked\n");
}

/* Let the library print the records, a firing on each line. */
static int record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	(void)data;
	(void)arg;
	if (rec)
		return DTRACE_CONSUME_THIS;
	printf("\n");
	return DTRACE_CONSUME_NEXT;
}

int main(int argc, char **argv)
{
	char **command = argc > 1 ? argv + 1 : default_command;
	dtrace_workstatus_t state = DTRACE_WORKSTATUS_OKAY;
	struct pollfd fds[2] = { { .events = POLLIN }, { .events = POLLIN } };
	dtrace_hdl_t *dtp = open_handle();
	struct ps_prochandle *proc;
	int over = 0;

	set(dtp, "quiet", NULL);
	set(dtp, "switchrate", "100ms");
	if (dtrace_handle_proc(dtp, ended, &over) != 0)
		fatal(dtp, "cannot register a handler");
	proc = dtrace_proc_create(dtp, command[0], command);
	if (!proc)
		fatal(dtp, "cannot start %s", command[0]);
	enable(dtp, program);
	go_live(dtp);
	dtrace_proc_continue(dtp, proc);

	fds[0].fd = make_clock(dtp);
	fds[1].fd = dtrace_ctlfd(dtp);
	if (fds[1].fd == -1)
		fatal(dtp, "no descriptor");
	while (state == DTRACE_WORKSTATUS_OKAY && poll(fds, 2, -1) > 0) {
		if (fds[0].revents)
			tick(fds[0].fd);
		if (!fds[1].revents)
			continue;
		state = dtrace_work(dtp, stdout, NULL, record, NULL);
		if (over && dtrace_stop(dtp) != 0)
			fatal(dtp, "cannot stop tracing");
	}
	if (state != DTRACE_WORKSTATUS_DONE)
		fatal(dtp, "processing aborted");
	if (dtrace_aggregate_print(dtp, stdout, NULL) != 0)
		fatal(dtp, "failed to print aggregations");
	close(fds[0].fd);
	dtrace_close(dtp);
	return 0;
}
