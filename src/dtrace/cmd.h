/* SPDX-License-Identifier: MIT */
/* cmd.h - what dtrace(1) was asked to do, and how far it has come. */
#ifndef CMD_H
#define CMD_H

#include <dtrace.h>
#include <stdbool.h>

enum { EXIT_OKAY, EXIT_FAILED, EXIT_USAGE, EXIT_LOST };

/* A D program, of -n and its like or of -s. */
struct program {
	const char *text;		/* what was given with the option */
	bool script;			/* it is the name of a file */
	dtrace_probespec_t spec;
	dtrace_prog_t *prog;
};

/* An option of the library. */
struct setting {
	const char *flag, *arg;		/* as it was given; arg may be NULL */
	const char *sets;		/* opt, or opt=value */
};

struct cmd {
	enum { TRACE, COMPILE, LIST, CHECK, HELP, VERSION } mode;
	bool verbose;
	const char *outname;		/* -o, or NULL */
	struct program *progs;
	struct setting *settings;
	const char **commands;		/* -c */
	pid_t *pids;			/* -p */
	char **args;			/* of the programs, from 1 on */
	int nprogs, nsettings, ncommands, npids, nargs;

	dtrace_hdl_t *dtp;
	FILE *out;
	struct ps_prochandle **procs;
	int nprocs, nrunning;
	bool quiet, flow;		/* what these options are now */
	bool structured;		/* the output is JSON */
	bool headed;			/* the line over the records is out */
	bool lost;			/* something was */
	int write_error;		/* of the first write that failed */
	int status;			/* of the program's exit() */
};

/* opts.c: both return an exit status, or -1 to go on. */
int cmd_parse(struct cmd *c, int argc, char **argv);
int cmd_settings(struct cmd *c);
/* Does the command line set an option that takes no value? */
bool cmd_is_set(const struct cmd *c, const char *option);
void cmd_help(FILE *fp);

/* main.c: a write to out has failed, for this reason if none is known. */
void wrote_badly(struct cmd *c, int err);
/* Say it on stderr; the fail ones return EXIT_FAILED. */
void say(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
int fail(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, and the library's reason. */
int dfail(struct cmd *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* prog.c: -1 to go on, or an exit status. */
int prog_compile(struct cmd *c);
int prog_enable(struct cmd *c);
int prog_list(struct cmd *c);
/* An exit status. */
int prog_save(struct cmd *c);

/* proc.c */
int proc_start(struct cmd *c);
void proc_continue(struct cmd *c);
void proc_release(struct cmd *c);

/* check.c: an exit status: 0 kernel engine, 1 the vm alone, 2 neither. */
int check(void);

/* run.c: an exit status. */
int run(struct cmd *c);

#endif
