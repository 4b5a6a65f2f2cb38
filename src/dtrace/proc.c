/* SPDX-License-Identifier: MIT */
/* proc.c - the processes of -c and -p; tracing ends when all have ended. */
#include "cmd.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/*
 * The next word of a command, unquoted in place.  Blanks separate words unless
 * quoted or after a backslash.  NULL: there are no more, or *from is a word
 * with an unclosed quote.
 */
static char *
next_word(char **from)
{
	char *in = *from, *word, *out, quote = '\0';

	while (isspace((unsigned char)*in))
		in++;
	*from = in;
	if (*in == '\0')
		return NULL;
	word = out = in;
	for (; *in != '\0' &&
	    (quote != '\0' || !isspace((unsigned char)*in)); in++) {
		if (quote == '\0' && (*in == '\'' || *in == '"'))
			quote = *in;
		else if (*in == quote)
			quote = '\0';
		else if (*in == '\\' && quote != '\'' && in[1] != '\0')
			*out++ = *++in;
		else
			*out++ = *in;
	}
	if (quote != '\0')
		return NULL;
	*from = in + (*in != '\0');
	*out = '\0';
	return word;
}

static struct ps_prochandle *
create(struct cmd *c, const char *command)
{
	char *text = strdup(command), *at = text, *word;
	char **argv = calloc(strlen(command) + 1, sizeof(*argv));
	struct ps_prochandle *p = NULL;
	int n = 0;

	if (text == NULL || argv == NULL) {
		(void) fail(c, "%s", strerror(ENOMEM));
	} else {
		while ((word = next_word(&at)) != NULL)
			argv[n++] = word;
		if (*at != '\0')
			(void) fail(c, "-c %s: a quote is not closed",
			    command);
		else if (n == 0)
			(void) fail(c, "-c has no command");
		else if ((p = dtrace_proc_create(c->dtp, argv[0], argv)) ==
		    NULL)
			(void) dfail(c, "-c %s", command);
	}
	free(argv);
	free(text);
	return p;
}

/* With -q only what tracing has done to a process is reported. */
static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	struct cmd *c = arg;

	c->nrunning--;
	if (c->quiet && !c->releasing)
		return;
	if (msg != NULL)
		say(c, "%s", msg);
	else
		say(c, "pid %d has exited", (int)Ppsinfo(p)->pr_pid);
}

static int
adopt(struct cmd *c, struct ps_prochandle *p)
{
	bool known = false;

	if (p == NULL)
		return EXIT_FAILED;
	for (int i = 0; i < c->nprocs; i++)
		known = known || c->procs[i] == p;
	c->procs[c->nprocs++] = p;
	if (!known)
		c->nrunning++;
	return -1;
}

int
proc_start(struct cmd *c)
{
	int rc = -1;

	if (dtrace_handle_proc(c->dtp, on_end, c) != 0)
		return dfail(c, "failed to register a handler");
	for (int i = 0; i < c->ncommands && rc < 0; i++)
		rc = adopt(c, create(c, c->commands[i]));
	for (int i = 0; i < c->npids && rc < 0; i++) {
		rc = adopt(c, dtrace_proc_grab(c->dtp, c->pids[i], 0));
		if (rc >= 0)
			(void) dfail(c, "-p %d", (int)c->pids[i]);
	}
	return rc;
}

void
proc_continue(struct cmd *c)
{
	for (int i = 0; i < c->nprocs; i++) {
		struct ps_prochandle *p = c->procs[i];
		const char *hint = dtrace_proc_hint(c->dtp, p);

		if (hint != NULL)
			say(c, "process %d: %s", (int)Ppsinfo(p)->pr_pid,
			    hint);
		dtrace_proc_continue(c->dtp, p);
	}
}

void
proc_release(struct cmd *c)
{
	c->releasing = true;
	while (c->nprocs > 0)
		dtrace_proc_release(c->dtp, c->procs[--c->nprocs]);
}
