/* SPDX-License-Identifier: MIT */
/* objects.c - finds the program and libraries of a process. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/loader.h"
#include "sym/maps.h"
#include "sym/objects.h"

struct listing {
	pid_t pid;
	char program[PATH_MAX];		/* its path, and */
	uint64_t ino;
	struct dt_buf seen;		/* keys of was_seen(), as strings */
	uint32_t nseen;
	dt_object_f *fn;
	void *arg;
};

static int
read_link(pid_t pid, const char *name, char *buf, size_t size)
{
	char path[64];
	ssize_t n;

	(void) snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	n = readlink(path, buf, size - 1);
	if (n < 0)
		return errno == ENOENT ? -ESRCH : -errno;
	buf[n] = '\0';
	return 0;
}

static int
read_inode(pid_t pid, const char *name, uint64_t *ino)
{
	char path[64];
	struct stat st;

	(void) snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	if (stat(path, &st) != 0)
		return errno == ENOENT ? -ESRCH : -errno;
	*ino = st.st_ino;
	return 0;
}

/* Remember a file by its path and its inode; true: it is known. */
static bool
was_seen(struct listing *l, const struct dt_umap *m)
{
	char key[PATH_MAX + 32];
	const char *s = l->seen.p;

	(void) snprintf(key, sizeof(key), "%" PRIu64 ":%s", m->ino, m->path);
	for (uint32_t i = 0; i < l->nseen; i++, s += strlen(s) + 1)
		if (strcmp(s, key) == 0)
			return true;
	dt_buf_add(&l->seen, key, strlen(key) + 1);
	l->nseen++;
	return false;
}

static int
visit(struct listing *l, const struct dt_umap *m)
{
	char from_here[PATH_MAX + 64];

	if (m->path[0] != '/' || was_seen(l, m) ||
	    !dt_maps_path(l->pid, m, from_here, sizeof(from_here)))
		return l->seen.err;
	return l->fn(l->arg, from_here, strrchr(m->path, '/') + 1,
	    m->ino == l->ino);
}

static int
visit_mapped(struct listing *l)
{
	struct dt_buf text = { 0 };
	struct dt_umap m;
	int rc = dt_maps_read(l->pid, &text);
	char *at = text.p;

	while (rc == 0 && dt_maps_next(&at, &m))
		rc = visit(l, &m);
	dt_buf_free(&text);
	return rc;
}

static int
read_program(struct listing *l)
{
	static const char gone[] = " (deleted)";
	int rc = read_link(l->pid, "exe", l->program, sizeof(l->program));
	size_t len;

	if (rc != 0)
		return rc;
	len = strlen(l->program);
	if (len >= sizeof(gone) &&
	    strcmp(l->program + len - (sizeof(gone) - 1), gone) == 0)
		l->program[len - (sizeof(gone) - 1)] = '\0';
	return read_inode(l->pid, "exe", &l->ino);
}

/* A path of the program that is valid here: its link is, too. */
static void
find_program(const struct listing *l, char *path, size_t size)
{
	const struct dt_umap m = { .ino = l->ino, .path = l->program };

	if (!dt_maps_path(l->pid, &m, path, size))
		(void) snprintf(path, size, "/proc/%d/exe", (int)l->pid);
}

int
dt_object_program(pid_t pid, char *path, size_t size)
{
	struct listing l = { .pid = pid };
	int rc = read_program(&l);

	if (rc == 0)
		find_program(&l, path, size);
	return rc;
}

static int
visit_program(struct listing *l, char *path, size_t size)
{
	find_program(l, path, size);
	(void) was_seen(l, &(struct dt_umap){ .ino = l->ino,
	    .path = l->program });
	return l->seen.err != 0 ? l->seen.err : l->fn(l->arg, path,
	    strrchr(l->program, '/') + 1, true);
}

/* --- a program that has not loaded its libraries ------------------------ */

/* The path of a file, which may be relative to the process's directory. */
static int
absolute(pid_t pid, const char *path, char *full, size_t size)
{
	size_t len = 0;
	int rc = 0;

	if (path[0] != '/') {
		rc = read_link(pid, "cwd", full, PATH_MAX);
		len = rc == 0 ? strlen(full) : 0;
	}
	while (strncmp(path, "./", 2) == 0)
		path += 2;
	(void) snprintf(full + len, size - len, "%s%s",
	    path[0] == '/' ? "" : "/", path);
	return rc;
}

/* Visit the file of a line "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)". */
static int
visit_line(struct listing *l, char *line)
{
	char *arrow = strstr(line, " => "), *end, path[2 * PATH_MAX];
	struct dt_umap m = { .path = path };
	struct stat st;
	int rc;

	line = arrow != NULL ? arrow + strlen(" => ") :
	    line + strspn(line, " \t");
	end = strstr(line, " (");
	if (end != NULL)
		*end = '\0';
	if (strchr(line, '/') == NULL)
		return 0;
	rc = absolute(l->pid, line, path, sizeof(path));
	if (rc != 0 || stat(path, &st) != 0)
		return rc;
	m.ino = st.st_ino;
	return visit(l, &m);
}

static int
visit_listed(struct listing *l, const char *program)
{
	struct dt_buf text = { 0 };
	char *line, *next;
	int rc = dt_loader_list(l->pid, program, &text);

	if (rc == -ENOENT)
		rc = 0;
	for (line = text.p; rc == 0 && line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		rc = visit_line(l, line);
	}
	dt_buf_free(&text);
	return rc;
}

static int
visit_all(struct listing *l, bool mapped_only)
{
	char program[PATH_MAX + 64];
	int rc = visit_program(l, program, sizeof(program));

	if (rc == 0)
		rc = visit_mapped(l);
	/* two files at most: the program, and perhaps its loader */
	if (rc == 0 && !mapped_only && l->nseen <= 2)
		rc = visit_listed(l, program);
	return rc;
}

static int
list(pid_t pid, bool mapped_only, dt_object_f *fn, void *arg)
{
	struct listing *l = calloc(1, sizeof(*l));
	int rc;

	if (l == NULL)
		return -ENOMEM;
	l->pid = pid;
	l->fn = fn;
	l->arg = arg;
	rc = read_program(l);
	if (rc == 0)
		rc = visit_all(l, mapped_only);
	dt_buf_free(&l->seen);
	free(l);
	return rc;
}

int
dt_objects(pid_t pid, dt_object_f *fn, void *arg)
{
	return list(pid, false, fn, arg);
}

int
dt_objects_mapped(pid_t pid, dt_object_f *fn, void *arg)
{
	return list(pid, true, fn, arg);
}
