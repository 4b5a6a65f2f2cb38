/* SPDX-License-Identifier: MIT */
/* command.c - the commands of system(), the files of freopen(). */
#include "consume/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int
dt_command_run(const char *command, FILE *fp)
{
	if (fp != NULL)
		(void) fflush(fp);
	return system(command) == -1 ? -errno : 0;
}

/* The stream stays, its descriptor becomes another file. */
static int
point_at(FILE *fp, int fd)
{
	return dup2(fd, fileno(fp)) < 0 ? -errno : 0;
}

static int
send_back(const struct dt_redirect *r, FILE *fp)
{
	return r->saved >= 0 ? point_at(fp, r->saved) : 0;
}

static int
send_to(struct dt_redirect *r, FILE *fp, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int rc = 0;

	if (fd < 0)
		return -errno;
	if (r->saved < 0)
		r->saved = fcntl(fileno(fp), F_DUPFD_CLOEXEC, 3);
	if (r->saved < 0)
		rc = -errno;
	if (rc == 0)
		rc = point_at(fp, fd);
	(void) close(fd);
	return rc;
}

int
dt_redirect(struct dt_redirect *r, FILE *fp, const char *path)
{
	if (fileno(fp) < 0)
		return -EBADF;
	if (fflush(fp) != 0)
		return -errno;
	return *path != '\0' ? send_to(r, fp, path) : send_back(r, fp);
}

void
dt_redirect_fini(struct dt_redirect *r)
{
	if (r->saved >= 0)
		(void) close(r->saved);
	r->saved = -1;
}
