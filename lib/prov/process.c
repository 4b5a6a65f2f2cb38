/* SPDX-License-Identifier: MIT */
/* process.c - searches the files of a process for probes. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/arena.h"
#include "base/pdesc.h"
#include "base/procfs.h"
#include "prov/process.h"
#include "sym/objects.h"

#define	KEYLEN	(DTRACE_PROVNAMELEN + DTRACE_MODNAMELEN + \
	DTRACE_FUNCNAMELEN + DTRACE_NAMELEN + 128)

bool
dt_process_is_module(const char *pattern, const char *module, bool is_program)
{
	const char *so = strstr(module, ".so");
	char part[NAME_MAX + 1];
	size_t len = so != NULL ? (size_t)(so - module) : 0;

	if (dt_part_matches(pattern, module) ||
	    (is_program && dt_glob_match(pattern, "a.out")))
		return true;
	if (so == NULL || len + 3 > NAME_MAX)
		return false;
	(void) snprintf(part, sizeof(part), "%.*s", (int)len + 3, module);
	if (dt_glob_match(pattern, part))
		return true;
	part[len] = '\0';
	return dt_glob_match(pattern, part);
}

bool
dt_process_is_for_files(const char *provider)
{
	bool any = false, after = true;		/* an asterisk */

	if (strpbrk(provider, "?[]\\") != NULL)
		return false;
	for (const char *p = provider; *p != '\0'; p++) {
		bool is_digit = isdigit((unsigned char)*p);

		any |= *p == '*';
		if (is_digit && (after || p[1] == '*' || p[1] == '\0'))
			return false;
		after = *p == '*' || (after && is_digit);
	}
	return any;
}

bool
dt_psearch_name(const struct dt_psearch *s, const char *provider, char *full,
    size_t size)
{
	int n = s->by_file ? snprintf(full, size, "%s*", provider) :
	    snprintf(full, size, "%s%d", provider, (int)s->pid);

	return n > 0 && (size_t)n < size && (s->provider[0] != '\0' ?
	    strcmp(provider, s->provider) == 0 :
	    dt_glob_match(s->part[0], full));
}

bool
dt_psearch_init(struct dt_psearch *s, struct dt_probes *ps,
    const char *const part[4])
{
	const char *name = part[0] != NULL ? part[0] : "";
	size_t len = dt_pdesc_stem(name);
	unsigned long pid;

	s->ps = ps;
	s->part = part;
	s->provider[0] = '\0';
	s->pid = 0;
	s->only = NULL;
	s->by_file = ps != NULL && dt_process_is_for_files(name) &&
	    dt_probes_in_kernel(ps);
	if (dt_glob_is_pattern(name))
		return !dt_prov_matches(name) || strcmp(name, "pid*") == 0;
	if (len == 0 || len >= sizeof(s->provider))
		return false;
	(void) snprintf(s->provider, sizeof(s->provider), "%.*s", (int)len,
	    name);
	pid = strtoul(name + len, NULL, 10);
	s->pid = pid <= INT_MAX ? (pid_t)pid : 0;
	return s->pid != 0;
}

bool
dt_psearch_has(const struct dt_psearch *s, pid_t pid)
{
	return pid == 0 || s->pid == 0 || s->pid == pid;
}

static const char *
part_of(const struct dt_psearch *s, int i)
{
	return s->part[i] != NULL ? s->part[i] : "";
}

/*
 * The key of a search: the description, and the file in its present state.  A
 * library may be executed later, and is the program then.
 */
static void
make_key(const struct dt_psearch *s, const struct stat *st, bool is_program,
    char *key, size_t n)
{
	(void) snprintf(key, n, "%d %d %llx:%llx %lld.%09ld %llx %s:%s:%s:%s",
	    s->by_file ? 0 : (int)s->pid, is_program,
	    (unsigned long long)st->st_dev, (unsigned long long)st->st_ino,
	    (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
	    (unsigned long long)st->st_size, part_of(s, 0), part_of(s, 1),
	    part_of(s, 2), part_of(s, 3));
}

static int
read_file(struct dt_psearch *s, const char *path, const char *name,
    const struct stat *st, bool is_program)
{
	if (s->ps != NULL)
		path = dt_arena_strdup(dt_probes_arena(s->ps), path);
	if (path == NULL)
		return -ENOMEM;
	s->module = name;
	s->failed = false;
	s->site = (struct dt_usite){ .pid = s->by_file ? 0 : s->pid,
	    .path = path, .dev = st->st_dev, .ino = st->st_ino,
	    .is_program = is_program, .started = s->site.started,
	    .by_pattern = s->provider[0] == '\0' || s->by_file };
	return s->read(s);
}

static int
read_object(void *arg, const char *path, const char *name, bool is_program)
{
	struct dt_psearch *s = arg;
	char key[KEYLEN];
	struct stat st;
	int rc;

	/* skip a deleted file: others may have the probe */
	if (!dt_process_is_module(s->part[1], name, is_program) ||
	    stat(path, &st) != 0)
		return 0;
	make_key(s, &st, is_program, key, sizeof(key));
	if (s->ps != NULL && dt_probes_was_searched(s->ps, key))
		return 0;
	rc = read_file(s, path, name, &st, is_program);
	return rc != 0 || s->ps == NULL || s->failed ? rc :
	    dt_probes_searched(s->ps, key);
}

struct dt_usite
dt_psearch_site(struct dt_psearch *s)
{
	if (!s->by_file && s->timed != s->pid)
		s->site.started = dt_procfs_started(s->pid);
	s->timed = s->pid;
	return s->site;
}

bool
dt_psearch_can_break(const struct dt_psearch *s, enum dt_break how)
{
	if (!dt_probes_in_kernel(s->ps))
		return true;
	if (how == DT_BREAK_NOP)
		return dt_probes_on_nops(s->ps);
	return how != DT_BREAK_NO;
}

const char dt_process_no_break[] = DT_NO_UPROBE ": use the embedded engine "
    "(-x engine=vm)";

/* Search all processes; skip those that have ended or cannot be read. */
static int
search_all(struct dt_psearch *s)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;
	int rc = 0;

	if (dir == NULL)
		return -errno;
	while (rc == 0 && (d = readdir(dir)) != NULL) {
		s->pid = (pid_t)strtol(d->d_name, NULL, 10);
		if (s->pid > 0)
			rc = dt_objects(s->pid, read_object, s);
		if (rc < 0 && rc != -ENOMEM)
			rc = 0;
	}
	(void) closedir(dir);
	return rc;
}

/*
 * Search the process, or if it has ended the file that it had mapped, for the
 * processes that map it later.
 */
static int
search_one(struct dt_psearch *s)
{
	const char *path = s->only->path, *name;
	int rc;

	s->pid = s->only->pid;
	rc = dt_objects_mapped(s->pid, read_object, s);
	if (rc != -ESRCH || !s->by_file || path == NULL || path[0] != '/')
		return rc;
	name = strrchr(path, '/') + 1;
	return read_object(s, path, name, strstr(name, ".so") == NULL);
}

int
dt_psearch_run(struct dt_psearch *s)
{
	if (s->only != NULL)
		return dt_psearch_has(s, s->only->pid) ? search_one(s) : 0;
	return s->pid == 0 ? search_all(s) :
	    dt_objects(s->pid, read_object, s);
}

bool
dt_process_is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	return i == 1 && dt_process_is_module(pattern, p->part[1],
	    p->site->is_program);
}
