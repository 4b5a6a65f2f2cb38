/* SPDX-License-Identifier: MIT */
/* objects.c - finds the program and libraries of a process. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/procfs.h"
#include "base/regular.h"
#include "base/spawn.h"
#include "sym/elffile.h"
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

/* A path of the program that is valid here: its link is, too. */
static int
visit_program(struct listing *l, char *path, size_t size)
{
	static const char gone[] = " (deleted)";
	struct dt_umap m = { .ino = l->ino, .path = l->program };
	size_t len = strlen(l->program);

	if (len >= sizeof(gone) &&
	    strcmp(l->program + len - (sizeof(gone) - 1), gone) == 0)
		l->program[len - (sizeof(gone) - 1)] = '\0';
	if (!dt_maps_path(l->pid, &m, path, size))
		(void) snprintf(path, size, "/proc/%d/exe", (int)l->pid);
	(void) was_seen(l, &m);
	return l->seen.err != 0 ? l->seen.err : l->fn(l->arg, path,
	    strrchr(l->program, '/') + 1, true);
}

/* --- a program that has not loaded its libraries ------------------------ */

/* The path of the dynamic loader in the program; false: none. */
static bool
read_loader(const char *program, char *loader, size_t size)
{
	struct dt_elffile f;
	GElf_Phdr ph;
	bool found = false;
	size_t n = 0;
	int fd = dt_regular_open(program, 0);

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
 * The loader runs with our privileges, so it is run only for our own child with
 * our user id, whose program the consumer chose itself.
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

/* The output of "LOADER --list PROGRAM".  0 or -errno. */
static int
read_list(const char *loader, const char *program, char **env,
    struct dt_buf *text)
{
	char *argv[] = { (char *)loader, (char *)"--list", (char *)program,
	    NULL };
	int fd = memfd_create("list", MFD_CLOEXEC), status, err;
	FILE *fp = fd >= 0 ? fdopen(fd, "r") : NULL;

	if (fp == NULL) {
		err = -errno;
		if (fd >= 0)
			(void) close(fd);
		return err;
	}
	err = dt_spawn(argv, env, -1, fd, &status);
	rewind(fp);
	dt_buf_file(text, fp);
	(void) fclose(fp);
	return err != 0 ? err : text->err;
}

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
visit_listed(struct listing *l, const char *program, const char *loader)
{
	struct dt_buf vars = { 0 }, text = { 0 };
	char **env = NULL, *line, *next;
	int rc = read_environment(l->pid, &vars, &env);

	if (rc == 0)
		rc = read_list(loader, program, env, &text);
	for (line = text.p; rc == 0 && line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		rc = visit_line(l, line);
	}
	free(env);
	dt_buf_free(&vars);
	dt_buf_free(&text);
	return rc;
}

static int
visit_all(struct listing *l, bool mapped_only)
{
	char loader[PATH_MAX], program[PATH_MAX + 64];
	int rc = visit_program(l, program, sizeof(program));

	if (rc == 0)
		rc = visit_mapped(l);
	/* two files at most: the program, and perhaps its loader */
	if (rc == 0 && !mapped_only && l->nseen <= 2 && is_ours(l->pid) &&
	    read_loader(program, loader, sizeof(loader)))
		rc = visit_listed(l, program, loader);
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
	rc = read_link(pid, "exe", l->program, sizeof(l->program));
	if (rc == 0)
		rc = read_inode(pid, "exe", &l->ino);
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
