/* SPDX-License-Identifier: MIT */
/* process.c - searches the files of a process for probes. */
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
dt_psearch_init(struct dt_psearch *s, struct dt_probes *ps,
    const char *const part[4])
{
	const char *name = part[0] != NULL ? part[0] : "";
	size_t len = dt_pdesc_stem(name);
	unsigned long pid;

	s->ps = ps;
	s->part = part;
	s->provider[0] = '\0';
	s->pid = s->only = 0;
	if (dt_glob_is_pattern(name))
		return !dt_prov_matches(name);
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

static int
read_object(void *arg, const char *path, const char *name, bool is_program)
{
	struct dt_psearch *s = arg;
	struct stat st;

	/* skip a deleted file: others may have the probe */
	if (!dt_process_is_module(s->part[1], name, is_program) ||
	    stat(path, &st) != 0)
		return 0;
	if (s->ps != NULL)
		path = dt_arena_strdup(dt_probes_arena(s->ps), path);
	if (path == NULL)
		return -ENOMEM;
	s->module = name;
	s->site = (struct dt_usite){ .pid = s->pid, .path = path,
	    .dev = st.st_dev, .ino = st.st_ino, .is_program = is_program,
	    .started = s->site.started, .by_pattern = s->provider[0] == '\0' };
	return s->read(s);
}

struct dt_usite
dt_psearch_site(struct dt_psearch *s)
{
	if (s->timed != s->pid)
		s->site.started = dt_procfs_started(s->pid);
	s->timed = s->pid;
	return s->site;
}

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

int
dt_psearch_run(struct dt_psearch *s)
{
	if (s->only != 0) {
		if (!dt_psearch_has(s, s->only))
			return 0;
		s->pid = s->only;
		return dt_objects_mapped(s->pid, read_object, s);
	}
	return s->pid == 0 ? search_all(s) :
	    dt_objects(s->pid, read_object, s);
}

bool
dt_process_is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	return i == 1 && dt_process_is_module(pattern, p->part[1],
	    p->site->is_program);
}
