/* SPDX-License-Identifier: MIT */
/* objects.c - finds the files of a process by what it has mapped. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/procfs.h"
#include "sym/elffile.h"
#include "sym/maps.h"
#include "sym/objects.h"

struct listing {
	pid_t pid;
	char program[PATH_MAX];
	struct dt_buf seen;		/* paths, each with its NUL */
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

static bool
was_seen(const struct listing *l, const char *path)
{
	const char *s = l->seen.p;

	for (uint32_t i = 0; i < l->nseen; i++, s += strlen(s) + 1)
		if (strcmp(s, path) == 0)
			return true;
	return false;
}

static int
visit(struct listing *l, const char *path)
{
	char from_here[PATH_MAX + 32];

	if (path[0] != '/' || was_seen(l, path))
		return 0;
	dt_buf_add(&l->seen, path, strlen(path) + 1);
	if (l->seen.err != 0)
		return l->seen.err;
	l->nseen++;
	(void) snprintf(from_here, sizeof(from_here), "/proc/%d/root%s",
	    (int)l->pid, path);
	return l->fn(l->arg, from_here, strrchr(path, '/') + 1,
	    strcmp(path, l->program) == 0);
}

static int
visit_mapped(struct listing *l)
{
	struct dt_buf text = { 0 };
	struct dt_umap m;
	int rc = dt_maps_read(l->pid, &text);
	char *at = text.p;

	while (rc == 0 && dt_maps_next(&at, &m))
		rc = visit(l, m.path);
	dt_buf_free(&text);
	return rc;
}

/* --- a program that has not begun --------------------------------------- */

/* The path of the loader that the program names; false: none. */
static bool
read_loader(const char *program, char *loader, size_t size)
{
	struct dt_elffile f;
	GElf_Phdr ph;
	bool found = false;
	size_t n = 0;
	int fd = open(program, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (dt_elffile_open(&f, fd) == 0)
		(void) elf_getphdrnum(f.elf, &n);
	for (size_t i = 0; i < n && !found; i++)
		if (gelf_getphdr(f.elf, (int)i, &ph) != NULL &&
		    ph.p_type == PT_INTERP && ph.p_filesz > 1 &&
		    ph.p_filesz <= size && pread(fd, loader, ph.p_filesz,
		    (off_t)ph.p_offset) == (ssize_t)ph.p_filesz)
			found = loader[ph.p_filesz - 1] == '\0';
	dt_elffile_close(&f);
	(void) close(fd);
	return found;
}

/*
 * The loader runs with our rights, so it must be that of a child of ours which
 * has the same ones: the consumer has started it as well.
 */
static bool
is_ours(pid_t pid)
{
	char status[4096], mine[4096];

	return dt_procfs_read(pid, "status", status, sizeof(status)) > 0 &&
	    dt_procfs_read(getpid(), "status", mine, sizeof(mine)) > 0 &&
	    (pid_t)dt_procfs_number(status, "\nPPid:\t") == getpid() &&
	    dt_procfs_number(status, "\nUid:\t") ==
	    dt_procfs_number(mine, "\nUid:\t");
}

static int
read_environment(pid_t pid, struct dt_buf *text, char ***env)
{
	char path[64], *s;
	size_t n = 0;
	FILE *fp;

	(void) snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	fp = fopen(path, "re");
	if (fp == NULL)
		return -errno;
	dt_buf_file(text, fp);
	(void) fclose(fp);
	*env = calloc(text->len + 2, sizeof(**env));
	if (text->err != 0 || *env == NULL)
		return -ENOMEM;
	for (s = text->p; s != NULL && s < text->p + text->len;
	    s += strlen(s) + 1)
		(*env)[n++] = s;
	return 0;
}

/* Start "LOADER --list PROGRAM"; its output can be read from *fd. */
static int
start_loader(const char *loader, const char *program, char **env, int *fd,
    pid_t *pid)
{
	char *argv[] = { (char *)loader, (char *)"--list", (char *)program,
	    NULL };
	posix_spawn_file_actions_t io;
	int ends[2], err;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -errno;
	err = posix_spawn_file_actions_init(&io);
	if (err == 0) {
		err = posix_spawn_file_actions_adddup2(&io, ends[1],
		    STDOUT_FILENO);
		if (err == 0)
			err = posix_spawn(pid, loader, &io, NULL, argv, env);
		(void) posix_spawn_file_actions_destroy(&io);
	}
	(void) close(ends[1]);
	if (err != 0) {
		(void) close(ends[0]);
		return -err;
	}
	*fd = ends[0];
	return 0;
}

static void
read_list(int fd, pid_t pid, struct dt_buf *text)
{
	FILE *fp = fdopen(fd, "r");

	if (fp != NULL) {
		dt_buf_file(text, fp);
		(void) fclose(fp);
	} else {
		(void) close(fd);
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* "NAME => PATH (ADDRESS)", or "PATH (ADDRESS)". */
static int
visit_line(struct listing *l, char *line)
{
	char *path = strchr(line, '/'), *end;

	if (path == NULL)
		return 0;
	end = strstr(path, " (");
	if (end != NULL)
		*end = '\0';
	return visit(l, path);
}

static int
visit_listed(struct listing *l, const char *loader)
{
	struct dt_buf environ = { 0 }, text = { 0 };
	char **env = NULL, *line, *next;
	pid_t pid;
	int fd = -1, rc = read_environment(l->pid, &environ, &env);

	if (rc == 0)
		rc = start_loader(loader, l->program, env, &fd, &pid);
	if (rc == 0) {
		read_list(fd, pid, &text);
		rc = text.err;
	}
	for (line = text.p; rc == 0 && line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		rc = visit_line(l, line);
	}
	free(env);
	dt_buf_free(&environ);
	dt_buf_free(&text);
	return rc;
}

static int
visit_all(struct listing *l)
{
	char loader[PATH_MAX];
	int rc = visit(l, l->program);

	if (rc == 0)
		rc = visit_mapped(l);
	/* Nothing but the program and its loader, or not even that */
	if (rc == 0 && l->nseen <= 2 && is_ours(l->pid) &&
	    read_loader(l->program, loader, sizeof(loader)))
		rc = visit_listed(l, loader);
	return rc;
}

int
dt_objects(pid_t pid, dt_object_f *fn, void *arg)
{
	struct listing *l = calloc(1, sizeof(*l));
	int rc;

	if (l == NULL)
		return -ENOMEM;
	l->pid = pid;
	l->fn = fn;
	l->arg = arg;
	rc = read_link(pid, "exe", l->program, sizeof(l->program));
	if (rc == 0)
		rc = visit_all(l);
	dt_buf_free(&l->seen);
	free(l);
	return rc;
}
