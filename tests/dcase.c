/* SPDX-License-Identifier: MIT */
/*
 * dcase - runs a D case, by the public interface alone.
 *
 * usage: dcase [-e vm|kernel] [-x opt[=val]]... [-r command] [-cs]
 *              [-m | -o image | -i] [-n text | file] [args...]
 *	-c	compile only
 *	-i	the file is an image: load it
 *	-m	compile each paragraph of the file but the first as a program,
 *		and print the messages
 *	-o	compile only, and save the program as an image
 *	-r	start this shell command as $target, and continue it after go
 *	-s	exit with the status that the program passed to exit()
 *
 * Prints the library's output in quiet mode, then the aggregations; drops,
 * errors and messages of the compiler go to stderr.  Exit status 1: something
 * failed; 77: the engine cannot be used here.
 */
#include <dtrace.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#define NOT_HERE 77
/* EDT_ACCESS and EDT_NOENT, which the public header does not name. */
#define NO_ACCESS 1062
#define NO_ENTRY 1063

struct dcase {
	dtrace_hdl_t *dtp;
	const char *text;		/* -n, or NULL */
	const char *command;		/* -r, or NULL */
	struct ps_prochandle *proc;
	const char *image;		/* -o, or NULL */
	bool compile_only, use_status, is_image, is_many;
	int argc;			/* args[0] is the file */
	char **args;
	int status;			/* the argument of exit() */
};

static const char *const defaults[][2] = {
	{ "errtags", NULL },
	{ "bufsize", "4m" },
	{ "aggsize", "4m" },
	{ "quiet", "yes" },
	{ "switchrate", "10ms" },
	{ "aggrate", "10ms" },
	{ "statusrate", "10ms" },
};

/* Flush stdout, and print what failed and why to stderr. */
static int failed(struct dcase *c, const char *what)
{
	int err = dtrace_errno(c->dtp);

	fflush(stdout);
	fprintf(stderr, "dcase: %s: %s\n", what, dtrace_errmsg(c->dtp, err));
	return 1;
}

/* The same for a call that fails where the engine cannot be used. */
static int refused(struct dcase *c, const char *what)
{
	int err = dtrace_errno(c->dtp);

	failed(c, what);
	/* To root the kernel refuses a program only if it is wrong */
	if (err == NO_ACCESS || err == NO_ENTRY ||
	    ((err == EPERM || err == EACCES) && geteuid() != 0))
		return NOT_HERE;
	return 1;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)arg;
	fflush(stdout);
	fprintf(stderr, "%s", drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)arg;
	fflush(stdout);
	fprintf(stderr, "%s", err->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_probe(const dtrace_probedata_t *data, void *arg)
{
	(void)data;
	(void)arg;
	return DTRACE_CONSUME_THIS;
}

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct dcase *c = arg;

	if (!rec)
		return DTRACE_CONSUME_NEXT;
	if (rec->dtrd_action == DTRACEACT_EXIT) {
		memcpy(&c->status, data->dtpda_data, sizeof(c->status));
		return DTRACE_CONSUME_NEXT;
	}
	return DTRACE_CONSUME_THIS;
}

/* opt or opt=val */
static int set(struct dcase *c, char *option)
{
	char *value = strchr(option, '=');

	if (value)
		*value++ = '\0';
	if (dtrace_setopt(c->dtp, option, value) == 0)
		return 0;
	return failed(c, option);
}

static int setup(struct dcase *c)
{
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		if (dtrace_setopt(c->dtp, defaults[i][0], defaults[i][1]) != 0)
			return failed(c, defaults[i][0]);
	if (dtrace_handle_drop(c->dtp, on_drop, NULL) != 0 ||
	    dtrace_handle_err(c->dtp, on_err, NULL) != 0)
		return failed(c, "handlers");
	return 0;
}

static int start_command(struct dcase *c)
{
	char *argv[] = { (char *)"sh", (char *)"-c", NULL, NULL };

	if (!c->command)
		return 0;
	argv[2] = (char *)c->command;
	c->proc = dtrace_proc_create(c->dtp, "/bin/sh", argv);
	return c->proc ? 0 : failed(c, c->command);
}

static int compile(struct dcase *c, dtrace_prog_t **prog)
{
	FILE *fp;

	if (c->text) {
		*prog = dtrace_program_strcompile(c->dtp, c->text,
				DTRACE_PROBESPEC_NAME, 0, c->argc, c->args);
		return *prog ? 0 : 1;
	}
	fp = fopen(c->args[0], "r");
	if (!fp) {
		perror(c->args[0]);
		return 1;
	}
	*prog = dtrace_program_fcompile(c->dtp, fp, 0, c->argc, c->args);
	fclose(fp);
	return *prog ? 0 : 1;
}

static void compile_paragraph(struct dcase *c, const char *text)
{
	if (dtrace_program_strcompile(c->dtp, text, DTRACE_PROBESPEC_NAME, 0,
				      c->argc, c->args))
		fprintf(stderr, "this compiles:%s\n", strrchr(text, '\n'));
	else
		fprintf(stderr, "%s\n",
			dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)));
}

/*
 * The text before a paragraph becomes blank, so that messages have the numbers
 * of the lines in the file.  The last paragraph is the expected output.
 */
static int compile_each(struct dcase *c)
{
	static char text[1 << 20];
	FILE *fp = fopen(c->args[0], "r");
	char *end, *next;

	if (!fp || fread(text, 1, sizeof(text) - 1, fp) == 0) {
		perror(c->args[0]);
		return 1;
	}
	fclose(fp);
	for (end = strstr(text, "\n\n"); end; end = next) {
		for (char *p = text; p < end; p++)
			if (*p != '\n')
				*p = ' ';
		next = strstr(end + 2, "\n\n");
		if (!next)
			break;
		*next = '\0';
		compile_paragraph(c, text);
		*next = '\n';
	}
	return 1;
}

static int load(struct dcase *c, dtrace_prog_t **prog)
{
	static char bytes[16 << 20];
	FILE *fp = fopen(c->args[0], "r");
	size_t n;

	if (!fp) {
		perror(c->args[0]);
		return 1;
	}
	n = fread(bytes, 1, sizeof(bytes), fp);
	fclose(fp);
	*prog = dtrace_program_load(c->dtp, bytes, n, 0);
	return *prog ? 0 : 1;
}

static int save(struct dcase *c, dtrace_prog_t *prog)
{
	void *dof = dtrace_dof_create(c->dtp, prog, 0);
	FILE *fp = dof ? fopen(c->image, "w") : NULL;
	size_t n = dof ? dtrace_dof_size(dof) : 0;

	if (!dof)
		return failed(c, "save");
	if (!fp || fwrite(dof, 1, n, fp) != n || fclose(fp) != 0) {
		perror(c->image);
		return 1;
	}
	dtrace_dof_destroy(c->dtp, dof);
	return 0;
}

static int work(struct dcase *c)
{
	return dtrace_work(c->dtp, stdout, on_probe, on_rec, c);
}

/* Run from go to the end of the program, then read the remaining data. */
static int trace(struct dcase *c)
{
	int state;

	if (dtrace_go(c->dtp) != 0)
		return refused(c, "go");
	if (c->proc)
		dtrace_proc_continue(c->dtp, c->proc);
	do {
		dtrace_sleep(c->dtp);
		state = work(c);
	} while (state == DTRACE_WORKSTATUS_OKAY);
	if (state == DTRACE_WORKSTATUS_ERROR)
		return failed(c, "work");
	if (dtrace_stop(c->dtp) != 0)
		return failed(c, "stop");
	if (work(c) == DTRACE_WORKSTATUS_ERROR)
		return failed(c, "work after stop");
	if (dtrace_aggregate_print(c->dtp, stdout, NULL) != 0)
		return failed(c, "print");
	return c->use_status ? c->status : 0;
}

static int run(struct dcase *c)
{
	dtrace_prog_t *prog = NULL;

	if (c->is_many)
		return compile_each(c);
	if (start_command(c))
		return 1;
	if (c->is_image ? load(c, &prog) : compile(c, &prog)) {
		fprintf(stderr, "%s\n",
			dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)));
		return 1;
	}
	if (c->image)
		return save(c, prog);
	if (c->compile_only)
		return 0;
	if (dtrace_program_exec(c->dtp, prog, NULL) != 0)
		return refused(c, "exec");
	return trace(c);
}

static int usage(void)
{
	fprintf(stderr, "usage: dcase [-e vm|kernel] [-x opt[=val]]... "
		"[-r command] [-cs] [-m | -o image | -i] "
		"[-n text | file] [args...]\n");
	return 2;
}

/* One option of the command line. */
static int option(struct dcase *c, int o)
{
	switch (o) {
	case 'c':
		c->compile_only = true;
		return 0;
	case 'e':
		if (dtrace_setopt(c->dtp, "engine", optarg) != 0)
			return refused(c, optarg);
		return 0;
	case 'i':
		c->is_image = true;
		return 0;
	case 'm':
		c->is_many = true;
		return 0;
	case 'o':
		c->image = optarg;
		return 0;
	case 'n':
		c->text = optarg;
		return 0;
	case 'r':
		/* the command may use several CPUs: order the output */
		c->command = optarg;
		return dtrace_setopt(c->dtp, "temporal", NULL) == 0 ? 0 :
			failed(c, "temporal");
	case 's':
		c->use_status = true;
		return 0;
	case 'x':
		return set(c, optarg);
	}
	return usage();
}

static int options(struct dcase *c, int argc, char **argv)
{
	int o, status;

	while ((o = getopt(argc, argv, "+ce:imn:o:r:sx:")) != -1) {
		status = option(c, o);
		if (status)
			return status;
	}
	c->args = argv + optind;
	c->argc = argc - optind;
	if (c->text) {			/* then $0 is this program */
		c->args--;
		c->argc++;
		c->args[0] = argv[0];
	}
	return c->argc > 0 ? 0 : usage();
}

int main(int argc, char **argv)
{
	struct dcase c = { 0 };
	int err, status;

	c.dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (!c.dtp) {
		fprintf(stderr, "%s: open: %s\n", argv[0],
			dtrace_errmsg(NULL, err));
		return err == NO_ACCESS || err == NO_ENTRY ? NOT_HERE : 1;
	}
	status = setup(&c);
	if (!status)
		status = options(&c, argc, argv);
	if (!status)
		status = run(&c);
	fflush(stdout);
	if (c.proc)
		dtrace_proc_release(c.dtp, c.proc);
	dtrace_close(c.dtp);
	return status;
}
