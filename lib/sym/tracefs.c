/* SPDX-License-Identifier: MIT */
/*
 * tracefs.c - opens files of tracefs.  Where it is not mounted, root creates a
 * detached mount.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sym/tracefs.h"

static int
open_detached(const char *name)
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
	fd = openat(at, name, O_RDONLY | O_CLOEXEC);
	(void) close(at);
	return fd;
}

FILE *
dt_tracefs_open(const char *name)
{
	static const char *const dirs[] = {
		"/sys/kernel/tracing", "/sys/kernel/debug/tracing",
	};
	char path[128];
	FILE *fp = NULL;
	size_t i;
	int fd;

	for (i = 0; fp == NULL && i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		(void) snprintf(path, sizeof(path), "%s/%s", dirs[i], name);
		fp = fopen(path, "re");
	}
	if (fp != NULL || errno == EACCES)
		return fp;
	fd = open_detached(name);
	fp = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (fp == NULL && fd >= 0)
		(void) close(fd);
	return fp;
}
