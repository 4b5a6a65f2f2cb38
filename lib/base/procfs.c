/* SPDX-License-Identifier: MIT */
/* procfs.c - reads files of /proc that describe a process or thread. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/procfs.h"

#define	TRIES		100
#define	WAIT		10000	/* us between tries */

/* Retry while descriptors or memory are short: the process has not ended. */
static int
open_patiently(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	for (int i = 0; fd < 0 && i < TRIES && (errno == EMFILE ||
	    errno == ENFILE || errno == ENOMEM); i++) {
		(void) usleep(WAIT);
		fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	return fd;
}

ssize_t
dt_procfs_read(pid_t id, const char *name, char *buf, size_t size)
{
	char path[64];
	ssize_t n;
	int fd;

	buf[0] = '\0';
	(void) snprintf(path, sizeof(path), "/proc/%d/%s", (int)id, name);
	fd = open_patiently(path);
	if (fd < 0)
		return -1;
	do
		n = read(fd, buf, size - 1);
	while (n < 0 && errno == EINTR);
	(void) close(fd);
	buf[n < 0 ? 0 : n] = '\0';
	return n;
}

bool
dt_procfs_comm(pid_t id, char *buf, size_t size)
{
	ssize_t n = dt_procfs_read(id, "comm", buf, size);

	if (n > 0 && buf[n - 1] == '\n')
		buf[n - 1] = '\0';
	return n > 0;
}

/* The text after a key; "" if the key is missing. */
static const char *
value_of(const char *status, const char *key)
{
	const char *s = strstr(status, key);

	return s == NULL ? "" : s + strlen(key);
}

uint32_t
dt_procfs_number(const char *status, const char *key)
{
	return (uint32_t)strtoul(value_of(status, key), NULL, 10);
}

void
dt_procfs_ids(const char *status, const char *key, uint32_t *real,
    uint32_t *effective)
{
	const char *s = strstr(status, key);
	char *end;

	if (s == NULL)
		return;
	*real = (uint32_t)strtoul(s + strlen(key), &end, 10);
	*effective = (uint32_t)strtoul(end, NULL, 10);
}

uint64_t
dt_procfs_set(const char *status, const char *key)
{
	return strtoull(value_of(status, key), NULL, 16);
}

bool
dt_procfs_ended(const char *status)
{
	char state = *value_of(status, "\nState:\t");

	return state == 'Z' || state == 'X';
}

/* The command's name may contain any character, so its last ) is searched. */
const char *
dt_procfs_stat(const char *stat, enum dt_statfield field)
{
	const char *s = strrchr(stat, ')');

	for (int i = DT_STAT_STATE; s != NULL && i <= (int)field; i++) {
		s = strchr(s, ' ');
		if (s != NULL)
			s++;
	}
	return s;
}

int64_t
dt_procfs_field(const char *stat, enum dt_statfield field)
{
	const char *s = dt_procfs_stat(stat, field);

	return s != NULL ? strtoll(s, NULL, 10) : 0;
}

uint64_t
dt_procfs_started(pid_t pid)
{
	char buf[1024];

	(void) dt_procfs_read(pid, "stat", buf, sizeof(buf));
	return (uint64_t)dt_procfs_field(buf, DT_STAT_START);
}

void
dt_procfs_ancestors(pid_t pid, uint32_t *v, size_t n)
{
	char buf[4096];
	size_t i = 0;

	while (i < n && pid != 0 &&
	    dt_procfs_read(pid, "status", buf, sizeof(buf)) > 0) {
		pid = (pid_t)dt_procfs_number(buf, "\nPPid:\t");
		v[i++] = (uint32_t)pid;
	}
	v[i] = 0;
}
