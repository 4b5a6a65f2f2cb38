/* SPDX-License-Identifier: MIT */
/* command.h - what records make this process do: system(), freopen(), ... */
#ifndef DT_COMMAND_H
#define DT_COMMAND_H

#include <stdio.h>
#include <sys/types.h>

/* Where a stream went before it was sent elsewhere. */
struct dt_redirect {
	int saved;		/* descriptor, -1: never sent elsewhere */
	int at;			/* its own descriptor, -1: not elsewhere now */
	dev_t dev;		/* where that leads to */
	ino_t ino;
};

/* Run a shell command, after what is in fp (NULL is fine). 0 or -errno. */
int dt_command_run(const char *command, FILE *fp);
/* Send the stream to a new file, for "" back to where it was.  0 or -errno. */
int dt_redirect(struct dt_redirect *r, FILE *fp, const char *path);
/* Send it back, if it is still open. */
void dt_redirect_fini(struct dt_redirect *r);
/* Empty the file that the stream goes to, if it is one.  0 or -errno. */
int dt_truncate(FILE *fp);

#endif
