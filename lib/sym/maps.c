/* SPDX-License-Identifier: MIT */
/* maps.c - reads the mappings of a process. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/maps.h"

int
dt_maps_read(pid_t pid, struct dt_buf *text)
{
	char path[64], part[4096];
	ssize_t n;
	int fd, err = 0;

	(void) snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while ((n = read(fd, part, sizeof(part))) != 0) {
		if (n > 0)
			dt_buf_add(text, part, (size_t)n);
		else if (errno != EINTR)
			err = -errno;
		if (err != 0 || text->err != 0)
			break;
	}
	(void) close(fd);
	return err != 0 ? err : text->err;
}

/* Parse a number and the character after it.  False: malformed. */
static bool
parse_number(char **at, int base, char after, uint64_t *v)
{
	char *end;

	*v = strtoull(*at, &end, base);
	if (end == *at || *end != after)
		return false;
	*at = end + 1;
	return true;
}

/* Does the mapping have the permission?  *at is moved to the next word. */
static bool
is_permitted(char **at, char perm)
{
	char *perms = *at, *end = strchr(perms, ' ');

	if (end == NULL)
		return false;
	*end = '\0';
	*at = end + 1;
	return strchr(perms, perm) != NULL;
}

/*
 * Parse "START-END PERMS OFFSET MAJOR:MINOR INODE   PATH".  False: malformed,
 * or the mapping does not have permission perm.  " (deleted)" is removed.
 */
static bool
parse_line(char *line, char perm, struct dt_umap *m)
{
	static const char gone[] = " (deleted)";
	uint64_t device;
	size_t len;

	if (!parse_number(&line, 16, '-', &m->start) ||
	    !parse_number(&line, 16, ' ', &m->end) ||
	    !is_permitted(&line, perm) ||
	    !parse_number(&line, 16, ' ', &m->offset) ||
	    !parse_number(&line, 16, ':', &device) ||
	    !parse_number(&line, 16, ' ', &device) ||
	    !parse_number(&line, 10, ' ', &m->ino) || m->start >= m->end)
		return false;
	line += strspn(line, " ");
	len = strlen(line);
	if (len >= sizeof(gone) && strcmp(line + len - (sizeof(gone) - 1),
	    gone) == 0)
		line[len - (sizeof(gone) - 1)] = '\0';
	m->path = line;
	return true;
}

static bool
next_with(char **at, char perm, struct dt_umap *m)
{
	char *line, *end;

	while ((line = *at) != NULL && *line != '\0') {
		end = strchrnul(line, '\n');
		*at = *end != '\0' ? end + 1 : end;
		*end = '\0';
		if (parse_line(line, perm, m))
			return true;
	}
	return false;
}

bool
dt_maps_next(char **at, struct dt_umap *m)
{
	return next_with(at, 'x', m);
}

bool
dt_maps_next_data(char **at, struct dt_umap *m)
{
	return next_with(at, 'w', m);
}

bool
dt_maps_next_readable(char **at, struct dt_umap *m)
{
	return next_with(at, 'r', m);
}

/* Is it a path of this file?  It may name another one, or none, by now. */
static bool
names(const char *path, uint64_t ino)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_ino == ino;
}

/*
 * A path is as this process would see it, unless the process is in another
 * mount namespace; in it, /proc shows a newline as an escape.  A file that has
 * no path any more, or never had one, has a link, which needs privileges.
 */
bool
dt_maps_path(pid_t pid, const struct dt_umap *m, char *buf, size_t size)
{
	if (m->path[0] != '/' || m->ino == 0)
		return false;
	(void) snprintf(buf, size, "/proc/%d/root%s", (int)pid, m->path);
	if (names(buf, m->ino))
		return true;
	(void) snprintf(buf, size, "%s", m->path);
	if (names(buf, m->ino))
		return true;
	(void) snprintf(buf, size, "/proc/%d/map_files/%" PRIx64 "-%" PRIx64,
	    (int)pid, m->start, m->end);
	return names(buf, m->ino);
}

int
dt_maps_open(pid_t pid, const struct dt_umap *m)
{
	char path[PATH_MAX + 64];

	if (!dt_maps_path(pid, m, path, sizeof(path))) {
		errno = ENOENT;
		return -1;
	}
	return dt_regular_open(path, m->ino);
}
