/* SPDX-License-Identifier: MIT */
/* command.h - actions in the consumer's process: system(), freopen(), ... */
#ifndef DT_COMMAND_H
#define DT_COMMAND_H

#include <stdio.h>
#include <sys/types.h>

/* A redirected stream. */
struct dt_redirect {
	int saved;		/* the original file; -1: never redirected */
	int at;			/* the stream's descriptor; -1: restored */
	dev_t dev;		/* the file that it refers to now */
	ino_t ino;
};

/* Flush fp, if not NULL, then run a shell command.  0 or -errno. */
int dt_command_run(const char *command, FILE *fp);
/* Redirect the stream to a file; "" restores the original.  0 or -errno. */
int dt_redirect(struct dt_redirect *r, FILE *fp, const char *path);
/* Restore the original file, if the stream is still open. */
void dt_redirect_fini(struct dt_redirect *r);
/* Truncate the stream's file, if it is a regular one.  0 or -errno. */
int dt_truncate(FILE *fp);

#endif
