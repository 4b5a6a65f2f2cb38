/* SPDX-License-Identifier: MIT */
/* regular.c - opens regular files only. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/regular.h"

/*
 * The file is checked before it is opened for reading, as opening a pipe waits
 * and opening a device can have effects.
 */
int
dt_regular_open(const char *path, uint64_t ino)
{
	int at = open(path, O_PATH | O_CLOEXEC), fd = -1, err;
	char itself[64];
	struct stat st;

	if (at < 0)
		return -1;
	if (fstat(at, &st) != 0 || (ino != 0 && st.st_ino != ino) ||
	    !S_ISREG(st.st_mode)) {
		errno = ENOEXEC;
	} else {
		(void) snprintf(itself, sizeof(itself), "/proc/self/fd/%d", at);
		fd = open(itself, O_RDONLY | O_CLOEXEC);
	}
	err = errno;
	(void) close(at);
	errno = err;
	return fd;
}
