/* SPDX-License-Identifier: MIT */
/*
 * events.c - the groups of the kernel's tracepoints.  Only tracefs knows them.
 * Where it is not mounted, root can read one that is mounted nowhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "sym/events.h"

#define	LIST	"available_events"	/* lines of GROUP:NAME */

struct dt_events {
	struct dt_buf text;
	struct dt_hash *groups;		/* by name */
};

static int
open_detached(void)
{
	int fs = (int)syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC);
	int at = -1, fd = -1;

	if (fs < 0)
		return -1;
	if (syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
		at = (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, 0);
	(void) close(fs);
	if (at < 0)
		return -1;
	fd = openat(at, LIST, O_RDONLY | O_CLOEXEC);
	(void) close(at);
	return fd;
}

static FILE *
open_list(void)
{
	static const char *const paths[] = {
		"/sys/kernel/tracing/" LIST,
		"/sys/kernel/debug/tracing/" LIST,
	};
	FILE *fp = NULL;
	size_t i;
	int fd;

	for (i = 0; fp == NULL && i < sizeof(paths) / sizeof(paths[0]); i++)
		fp = fopen(paths[i], "re");
	if (fp != NULL)
		return fp;
	fd = open_detached();
	fp = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (fp == NULL && fd >= 0)
		(void) close(fd);
	return fp;
}

/* Split the text into strings; a name in two groups keeps the first. */
static int
index_groups(struct dt_events *ev)
{
	char *p = ev->text.p, *end, *name;
	int err = 0;

	for (; p != NULL && *p != '\0' && err == 0; p = end) {
		end = p + strcspn(p, "\n");
		if (*end != '\0')
			*end++ = '\0';
		name = strchr(p, ':');
		if (name == NULL)
			continue;
		*name++ = '\0';
		err = dt_hash_put(ev->groups, name, p);
		err = err == -EEXIST ? 0 : err;
	}
	return err;
}

int
dt_events_create(struct dt_events **evp)
{
	struct dt_events *ev = calloc(1, sizeof(*ev));
	FILE *fp = open_list();
	int err = -ENOMEM;

	if (ev != NULL)
		ev->groups = dt_hash_create();
	if (ev != NULL && ev->groups != NULL) {
		if (fp != NULL)
			dt_buf_file(&ev->text, fp);
		err = ev->text.err == -ENOMEM ? -ENOMEM : index_groups(ev);
	}
	if (fp != NULL)
		(void) fclose(fp);
	if (err == 0) {
		*evp = ev;
		return 0;
	}
	dt_events_destroy(ev);
	return err;
}

void
dt_events_destroy(struct dt_events *ev)
{
	if (ev == NULL)
		return;
	dt_hash_destroy(ev->groups);
	dt_buf_free(&ev->text);
	free(ev);
}

const char *
dt_events_group(const struct dt_events *ev, const char *name)
{
	return dt_hash_get(ev->groups, name);
}
