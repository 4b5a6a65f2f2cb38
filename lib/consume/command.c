/* SPDX-License-Identifier: MIT */
/* command.c - runs the commands of system(), and redirects output. */
#include "consume/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int
dt_command_run(const char *command, FILE *fp)
{
	if (fp != NULL)
		(void) fflush(fp);
	return system(command) == -1 ? -errno : 0;
}

/* Keep the stream; let its descriptor refer to another file. */
static int
point_at(FILE *fp, int fd)
{
	return dup2(fd, fileno(fp)) < 0 ? -errno : 0;
}

static int
send_back(struct dt_redirect *r, FILE *fp)
{
	int rc = r->saved >= 0 ? point_at(fp, r->saved) : 0;

	if (rc == 0)
		r->at = -1;
	return rc;
}

static int
note(struct dt_redirect *r, FILE *fp)
{
	struct stat st;

	if (fstat(fileno(fp), &st) != 0)
		return -errno;
	r->at = fileno(fp);
	r->dev = st.st_dev;
	r->ino = st.st_ino;
	return 0;
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
	if (rc == 0)
		rc = note(r, fp);
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

/*
 * The owner may have closed the stream, and its descriptor may now be another
 * file.  If not, buffered text belongs to the file of the redirection; the FILE
 * is not known here, so all streams are flushed.
 */
void
dt_redirect_fini(struct dt_redirect *r)
{
	struct stat st;

	if (r->at >= 0 && fstat(r->at, &st) == 0 && st.st_dev == r->dev &&
	    st.st_ino == r->ino) {
		(void) fflush(NULL);
		(void) dup2(r->saved, r->at);
	}
	if (r->saved >= 0)
		(void) close(r->saved);
	r->saved = r->at = -1;
}

int
dt_truncate(FILE *fp)
{
	struct stat st;

	if (fflush(fp) != 0 || fstat(fileno(fp), &st) != 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return 0;
	if (ftruncate(fileno(fp), 0) != 0 || fseeko(fp, 0, SEEK_SET) != 0)
		return -errno;
	return 0;
}
