/* SPDX-License-Identifier: MIT */
/*
 * command.h - a command that reports its own time, under the embedded engine of
 * this library and under other tracers.  The command is the bench itself with
 * two more arguments: a verb, and the descriptor to which it reports.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "bench.h"

struct command {
	char self[4096];	/* this program */
	char verb[16];
	char fd[16];		/* to which the command reports */
	int from;
};

/* A way to run the command. */
struct tracer {
	char *argv[12];		/* of another tracer; none: not traced */
	double goal;		/* of the ratio to that tracer; 0: none */
	const char *text;	/* of this library's program, or NULL */
	void (*check)(struct ours *o, const char *text);
};

/* The descriptor to report to, or -1 if this process is not the command. */
static inline int
command_fd(int argc, char *argv[], const char *verb)
{
	return argc == 3 && strcmp(argv[1], verb) == 0 ? atoi(argv[2]) : -1;
}

/* Report ns; returns the status of the command. */
static inline int
command_report(int fd, double ns)
{
	return write(fd, &ns, sizeof(ns)) != sizeof(ns);
}

static inline int
command_prepare(struct command *c, const char *verb)
{
	ssize_t n = readlink("/proc/self/exe", c->self, sizeof(c->self) - 1);
	int ends[2];

	if (n < 0 || pipe(ends) != 0)
		return -1;
	c->self[n] = '\0';
	c->from = ends[0];
	fcntl(c->from, F_SETFL, O_NONBLOCK);
	snprintf(c->verb, sizeof(c->verb), "%s", verb);
	snprintf(c->fd, sizeof(c->fd), "%d", ends[1]);
	return 0;
}

static inline double
command_read(const struct command *c)
{
	double ns;

	return read(c->from, &ns, sizeof(ns)) == sizeof(ns) ? ns : -1;
}

/* Run argv without input and output; returns its status, or -1. */
static inline int
command_spawn(char *const argv[])
{
	pid_t pid = fork();
	int status, null;

	if (pid == 0) {
		null = open("/dev/null", O_RDWR);
		for (int fd = 0; fd < 3; fd++)
			dup2(null, fd);
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid ? -1 : status;
}

/* ns of the command under another tracer; -1: failed, or not installed. */
static inline double
command_by_other(struct command *c, const struct tracer *tracer)
{
	char *argv[16];
	int n = 0, status;
	double ns;

	for (; tracer->argv[n] != NULL; n++)
		argv[n] = tracer->argv[n];
	argv[n++] = c->self;
	argv[n++] = c->verb;
	argv[n++] = c->fd;
	argv[n] = NULL;
	status = command_spawn(argv);
	ns = command_read(c);
	return status == 0 ? ns : -1;
}

static inline void
command_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void) p;
	(void) msg;
	*(bool *)arg = true;
}

/* Trace the command until it ends. */
static inline int
command_follow(struct ours *o, struct command *c, const char *text)
{
	char *argv[] = { c->self, c->verb, c->fd, NULL };
	struct ps_prochandle *p;
	bool ended = false;

	if (dtrace_handle_proc(o->dtp, command_end, &ended) != 0)
		return bench_complain(o, "handler");
	p = dtrace_proc_create(o->dtp, c->self, argv);
	if (p == NULL)
		return bench_complain(o, c->self);
	if (bench_go(o, text) != 0)
		return -1;
	dtrace_proc_continue(o->dtp, p);
	while (!ended) {
		dtrace_sleep(o->dtp);
		if (dtrace_work(o->dtp, stdout, NULL, NULL, NULL) < 0)
			return bench_complain(o, "work");
	}
	if (dtrace_stop(o->dtp) != 0)
		return bench_complain(o, "stop");
	return bench_total(o) != 0 ? bench_complain(o, text) : 0;
}

static inline double
command_by_us(struct command *c, const struct tracer *tracer)
{
	struct ours o;
	double ns;
	int bad;

	if (bench_open(&o, "1m") != 0)
		return -1;
	if (dtrace_setopt(o.dtp, "engine", "vm") != 0 ||
	    dtrace_setopt(o.dtp, "argref", NULL) != 0 ||
	    dtrace_setopt(o.dtp, "aggrate", "1s") != 0)
		return bench_complain(&o, "option");
	bad = command_follow(&o, c, tracer->text);
	ns = command_read(c);
	if (bad != 0)
		return -1;
	tracer->check(&o, tracer->text);
	dtrace_close(o.dtp);
	return ns;
}

/* Run the command under each of n tracers in every round; samples in ns. */
static inline void
command_turns(struct command *c, const struct tracer *v, size_t n, int rounds,
    struct samples *s)
{
	double ns;

	for (int i = 0; i < rounds; i++)
		for (size_t j = 0; j < n; j++) {
			ns = v[j].text != NULL ? command_by_us(c, &v[j]) :
			    command_by_other(c, &v[j]);
			if (ns >= 0)
				bench_add(&s[j], ns);
		}
}

#endif
