/* SPDX-License-Identifier: MIT */
/* cmd.h - the command line of dtrace(1), and its state. */
#ifndef CMD_H
#define CMD_H

#include <dtrace.h>
#include <libproc.h>
#include <stdbool.h>

enum { EXIT_OKAY, EXIT_FAILED, EXIT_USAGE, EXIT_LOST };

/* A D program, of -f -i -m -n -P or -s. */
struct program {
	const char *text;		/* the option's argument */
	bool script;			/* text is the name of a file */
	dtrace_probespec_t spec;
	dtrace_prog_t *prog;
};

/* An option of the library. */
struct setting {
	const char *flag, *arg;		/* as given; arg may be NULL */
	const char *sets;		/* opt, or opt=value */
};

struct cmd {
	enum {
		TRACE, COMPILE, LIST, HEADER, LINK, CHECK, HELP, VERSION
	} mode;
	bool verbose;
	const char *outname;		/* -o, or NULL */
	struct program *progs;
	struct setting *settings;
	const char **commands;		/* -c */
	pid_t *pids;			/* -p */
	char **args;			/* from 1 on: $1 ... of the programs,
					 * or with -G object files */
	int nprogs, nsettings, ncommands, npids, nargs;

	dtrace_hdl_t *dtp;
	FILE *out;
	struct ps_prochandle **procs;
	int nprocs, nrunning;
	bool releasing;			/* procs */
	bool quiet, flow;		/* current values of these options */
	bool structured;		/* the output is JSON */
	bool headed;			/* the heading has been printed */
	bool lost;			/* data were lost */
	int write_error;		/* errno of the first failed write */
	int status;			/* of the program's exit() */
	struct hints *hints;		/* hint.c; or NULL */
};

/* opts.c: both return an exit status, or -1 to continue. */
int cmd_parse(struct cmd *c, int argc, char **argv);
int cmd_settings(struct cmd *c);
/* Does the command line set an option that takes no value? */
bool cmd_is_set(const struct cmd *c, const char *option);
void cmd_help(FILE *fp);

/* main.c: a write to out has failed with err; the first reason is kept. */
void note_write_error(struct cmd *c, int err);
/* Print a message to stderr; fail() and dfail() return EXIT_FAILED. */
void say(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
int fail(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* fail() with the library's message appended. */
int dfail(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* prog.c: -1 to continue, or an exit status. */
int prog_compile(struct cmd *c);
int prog_enable(struct cmd *c);
int prog_list(struct cmd *c);
/* Save the program: an exit status. */
int prog_save(struct cmd *c);

/* build.c: an exit status; and is the name of the output file known? */
int build(struct cmd *c);
bool build_has_name(const struct cmd *c);

/*
 * hint.c: hint_count() follows dtrace_stop() and precedes the printing of
 * aggregations.  -1 to continue, or an exit status.
 */
int hint_enable(struct cmd *c);
int hint_count(struct cmd *c);
void hint_show(struct cmd *c);
void hint_free(struct cmd *c);

/* proc.c */
int proc_start(struct cmd *c);
void proc_continue(struct cmd *c);
void proc_release(struct cmd *c);

/* check.c: exit status 0: engine kernel works, 1: only vm does, 2: neither. */
int check(void);

/* run.c: an exit status. */
int run(struct cmd *c);

#endif
