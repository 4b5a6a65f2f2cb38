/* SPDX-License-Identifier: MIT */
/*
 * usertype.c - types of the programs and libraries of processes, by name, from
 * their debug information: "struct x" or "x_t", which is searched in all files
 * of a process, "struct lib.so`x", and "struct pid123`lib.so`x".
 */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "front/front.h"
#include "prov/process.h"
#include "sym/objects.h"
#include "sym/objtype.h"

struct search {
	dtrace_hdl_t *dtp;
	struct dt_usertype *u;
	pid_t pid;		/* the current process; 0: there was none */
	pid_t only;		/* the process that the name has, or 0 */
	char module[NAME_MAX + 1];	/* that the name has, or "" */
	char name[128];		/* "struct x" or a typedef */
	uint32_t nfiles;	/* that match the module */
	uint32_t ntyped;	/* of these, those with debug information */
	int err;		/* the process cannot be searched */
};

/* Read the id of the process before the first `, if a module follows it. */
static const char *
take_process(struct search *s, const char *p)
{
	char *end;

	if (strncmp(p, "pid", 3) != 0 || !isdigit((unsigned char)p[3]))
		return p;
	s->only = (pid_t)strtol(p + 3, &end, 10);
	if (*end == '`' && strchr(end + 1, '`') != NULL)
		return end + 1;
	s->only = 0;
	return p;
}

/* Take the name apart; false: it is not one of a file. */
static bool
parse(struct search *s, const char *name)
{
	const char *space = strchr(name, ' '), *p, *tick;
	size_t word = space != NULL ? (size_t)(space + 1 - name) : 0;

	p = take_process(s, name + word);
	tick = strchr(p, '`');
	if (tick != NULL && ((size_t)(tick - p) >= sizeof(s->module) ||
	    strchr(tick + 1, '`') != NULL))
		return false;
	(void) snprintf(s->name, sizeof(s->name), "%.*s%s", (int)word, name,
	    tick != NULL ? tick + 1 : p);
	if (tick == NULL)
		return true;
	(void) snprintf(s->module, sizeof(s->module), "%.*s", (int)(tick - p),
	    p);
	return *s->module != '\0' && strcmp(s->module, "vmlinux") != 0 &&
	    strcmp(s->module, "C") != 0 && strcmp(s->module, "D") != 0;
}

/* dt_object_f: 1 if the file has the type. */
static int
search_file(void *arg, const char *path, const char *name, bool is_program)
{
	struct search *s = arg;
	struct dt_objfile file = { .path = path };
	struct stat st;
	int err;

	if ((*s->module != '\0' && !dt_process_is_module(s->module, name,
	    is_program)) || stat(path, &st) != 0)
		return 0;
	file.dev = st.st_dev;
	file.ino = st.st_ino;
	err = dt_objtypes_named(s->dtp->objtypes, &file, s->name,
	    &s->u->type);
	s->nfiles++;
	s->ntyped += err != -ENODATA;
	return err == 0 ? 1 : err == -ENOMEM ? err : 0;
}

static int
search_process(struct search *s, pid_t pid)
{
	int rc;

	s->pid = pid;
	s->nfiles = s->ntyped = 0;
	rc = dt_objects(pid, search_file, s);
	s->err = rc < 0 ? rc : 0;
	return rc == -ENOMEM ? rc : rc > 0;
}

/* The process that a description names, or 0. */
static pid_t
process_of(const struct dt_pdesc *pd)
{
	const char *provider = pd->part[0] != NULL ? pd->part[0] : "";

	return (pid_t)strtol(provider + dt_pdesc_stem(provider), NULL, 10);
}

/* 1: found; 0 or -ENOMEM. */
static int
search_all(struct search *s)
{
	int rc = 0;
	pid_t pid;

	if (s->only != 0)
		return search_process(s, s->only);
	for (uint32_t i = 0; i < s->u->npdescs && rc == 0; i++) {
		pid = process_of(&s->u->pdescs[i]);
		if (pid != 0 && pid != s->pid)
			rc = search_process(s, pid);
	}
	if (s->pid != 0)
		return rc;
	for (uint32_t i = 0; i < s->dtp->nprocs && rc == 0; i++)
		rc = search_process(s, dt_victim_pid(s->dtp->procs[i].p));
	return rc;
}

/* Say why the type was not found, in the words of a message about its name. */
static void
explain(const struct search *s, char *buf, size_t len)
{
	bool scoped = *s->module != '\0';
	int pid = (int)s->pid;

	if (pid == 0 && scoped)
		(void) snprintf(buf, len, ": there is no process that could "
		    "have a file %.64s: start or name one first (option -c or "
		    "-p of dtrace)", s->module);
	else if (pid != 0 && s->err != 0)
		(void) snprintf(buf, len, ": the files of process %d cannot be "
		    "read: %s", pid, dtrace_errmsg(NULL, -s->err));
	else if (scoped && s->nfiles == 0)
		(void) snprintf(buf, len, ": process %d has no file %.64s", pid,
		    s->module);
	else if (pid != 0 && s->ntyped == 0)
		(void) snprintf(buf, len, ": none of the %u searched files of "
		    "process %d has debug information (cc -g)", s->nfiles,
		    pid);
	else if (pid != 0)
		(void) snprintf(buf, len, ": it is not in the debug "
		    "information of process %d, which %u of %u searched "
		    "files have", pid, s->ntyped, s->nfiles);
}

int
dt_usertype_find(void *arg, struct dt_usertype *u)
{
	struct search s = { .dtp = arg, .u = u };
	int rc = 0;

	u->why[0] = '\0';
	if (!parse(&s, u->name))
		return -ENOENT;
	dt_grow_lock(s.dtp);
	if (s.dtp->objtypes == NULL)
		rc = dt_objtypes_create(&s.dtp->objtypes, s.dtp->types);
	if (rc == 0)
		rc = search_all(&s);
	dt_grow_unlock(s.dtp);
	if (rc == 0)
		explain(&s, u->why, sizeof(u->why));
	return rc > 0 ? 0 : rc < 0 ? rc : -ENOENT;
}
