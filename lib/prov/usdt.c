/* SPDX-License-Identifier: MIT */
/*
 * usdt.c - the probes that a program or library has been built with, in one
 * process, whose id is behind the provider's name: python123:MODULE:FUNCTION:
 * NAME.  A probe exists once a description names it.  In C, __ in the name
 * stands for a dash.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "prov/operand.h"
#include "prov/prov.h"
#include "sym/elfnote.h"
#include "sym/objects.h"

#define	FIRST_ID	(1u << 22)

struct search {
	struct dt_probes *ps;
	const char *const *part;
	char provider[DTRACE_PROVNAMELEN];	/* without the process */
	pid_t pid;
	const char *path, *module;		/* of the file being read */
	bool is_program;
	bool odd;		/* an operand was not understood */
	bool any;		/* the provider has probes */
};

/* Take "python123" apart.  false: it is not such a name. */
static bool
is_named(struct search *s, const char *pattern)
{
	size_t len = pattern != NULL ? strlen(pattern) : 0, at = len;
	unsigned long n;

	while (at > 0 && isdigit((unsigned char)pattern[at - 1]))
		at--;
	if (at == 0 || at == len || at >= sizeof(s->provider) ||
	    strpbrk(pattern, "*?[\\") != NULL || len - at > 10)
		return false;
	n = strtoul(pattern + at, NULL, 10);
	(void) snprintf(s->provider, sizeof(s->provider), "%.*s", (int)at,
	    pattern);
	s->pid = (pid_t)n;
	return n != 0 && n <= INT_MAX && strcmp(s->provider, "pid") != 0;
}

/* Its name as D writes it. */
static void
name_of(const char *name, char *buf, size_t size)
{
	size_t n = 0;

	while (*name != '\0' && n + 1 < size) {
		bool dash = name[0] == '_' && name[1] == '_';

		buf[n++] = dash ? '-' : *name;
		name += dash ? 2 : 1;
	}
	buf[n] = '\0';
}

static struct dt_usite *
make_site(struct search *s, const struct dt_elfnote *n,
    const struct dt_uarg *args)
{
	struct dt_arena *arena = dt_probes_arena(s->ps);
	struct dt_usite *site = dt_arena_alloc(arena, sizeof(*site));
	struct dt_uarg *copy = dt_arena_alloc(arena, DT_NARGS * sizeof(*copy));

	if (site == NULL || copy == NULL)
		return NULL;
	memcpy(copy, args, DT_NARGS * sizeof(*copy));
	*site = (struct dt_usite){ .pid = s->pid, .path = s->path,
		.offset = n->offset, .is_program = s->is_program,
		.semaphore = n->semaphore, .args = copy };
	return site;
}

static bool
is_probe(const struct dt_probe *p, const char *const part[4])
{
	for (int i = 0; i < 4; i++)
		if (strcmp(p->part[i], part[i]) != 0)
			return false;
	return true;
}

/*
 * Add the site to the probe of this name, or make that; a site that the probe
 * has is not added twice.
 */
static int
add_site(struct search *s, const struct dt_probe *new,
    const struct dt_elfnote *n, const struct dt_uarg *args)
{
	const struct dt_probe *p = dt_probes_next(s->ps, FIRST_ID);
	const struct dt_usite *site, *last = NULL;
	struct dt_probe made = *new;

	for (made.id = FIRST_ID; p != NULL; made.key++) {
		made.id = p->id + 1;
		if (is_probe(p, new->part))
			break;
		p = dt_probes_next(s->ps, made.id);
	}
	for (site = p != NULL ? p->site : NULL; site != NULL;
	    site = site->next) {
		if (site->offset == n->offset &&
		    strcmp(site->path, s->path) == 0)
			return 0;
		last = site;
	}
	site = make_site(s, n, args);
	if (site == NULL)
		return -ENOMEM;
	if (last != NULL) {
		((struct dt_usite *)last)->next = site;
		return 0;
	}
	made.site = site;
	return dt_probes_add(s->ps, &made);
}

static int
visit(void *arg, const struct dt_elfnote *n)
{
	struct search *s = arg;
	struct dt_uarg args[DT_NARGS];
	char name[DTRACE_NAMELEN];
	struct dt_probe p = {
		.part = { s->part[0], s->module, n->func, name },
		.prov = &dt_prov_usdt,
		.point = DT_POINT_USDT,
	};
	int nargs;

	name_of(n->name, name, sizeof(name));
	if (strcmp(n->provider, s->provider) != 0)
		return 0;
	s->any = true;
	if (!dt_part_matches(s->part[2], n->func) ||
	    !dt_part_matches(s->part[3], name))
		return 0;
	nargs = dt_operands(n->args, args);
	if (nargs < 0) {
		s->odd = true;
		return 0;
	}
	p.nargs = (uint8_t)nargs;
	return s->ps != NULL ? add_site(s, &p, n, args) : 0;
}

/* A file that cannot be read has no probes; others may have. */
static int
read_object(void *arg, const char *path, const char *name, bool is_program)
{
	struct search *s = arg;
	int rc;

	if (!dt_module_matches(s->part[1], name, is_program))
		return 0;
	s->module = name;
	s->is_program = is_program;
	s->path = path;
	if (s->ps != NULL)
		s->path = dt_arena_strdup(dt_probes_arena(s->ps), path);
	rc = s->path != NULL ? dt_elf_notes(path, visit, s) : -ENOMEM;
	return rc == -ENOMEM ? rc : 0;
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	struct search s = { .ps = ps, .part = part };
	int err = is_named(&s, part[0]) ?
	    dt_objects(s.pid, read_object, &s) : 0;

	return err == -ENOMEM ? err : 0;
}

static bool
is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	return i == 1 && dt_module_matches(pattern, p->part[1],
	    p->site->is_program);
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	struct search s = { .part = part };

	if (!is_named(&s, part[0]) ||
	    dt_objects(s.pid, read_object, &s) != 0)
		return false;
	if (!s.any)
		(void) snprintf(buf, n, "process %d has no probes of a "
		    "provider %s there", (int)s.pid, s.provider);
	else if (s.odd)
		(void) snprintf(buf, n, "%s: an argument of this probe is in "
		    "a place that is not understood", part[3]);
	else
		(void) snprintf(buf, n, "process %d has no such probe of "
		    "provider %s", (int)s.pid, s.provider);
	return true;
}

const struct dt_prov dt_prov_usdt = {
	.name = "usdt",
	.attr = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING,
	    DTRACE_CLASS_COMMON },
	.provide = provide,
	.explain = explain,
	.is_alias = is_alias,
};
