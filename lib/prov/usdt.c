/* SPDX-License-Identifier: MIT */
/*
 * usdt.c - the probes that programs and libraries were built with, in one
 * process: python123:MODULE:FUNCTION:NAME.  A probe is added when a description
 * first names it; python* means those of all processes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/buf.h"
#include "base/pdesc.h"
#include "prov/operand.h"
#include "prov/process.h"
#include "sym/elfnote.h"

#define	FIRST_ID	(1u << 22)

/*
 * The type of an argument.  A note gives only the sizes of integers, which can
 * differ between places; a value has all 64 bits.
 */
static const char *
type_of(const struct dt_operand *o)
{
	if (!o->is_float)
		return "long";
	return o->at.size == 4 ? "float" : "double";
}

/* The types of n arguments, and NULL. */
static const char *const *
make_types(struct dt_arena *arena, const struct dt_operand *v, int n)
{
	const char **types = dt_arena_alloc(arena,
	    ((size_t)n + 1) * sizeof(*types));

	if (types == NULL)
		return NULL;
	for (int i = 0; i < n; i++)
		types[i] = type_of(&v[i]);
	types[n] = NULL;
	return types;
}

struct fileid {
	dev_t dev;
	ino_t ino;
};

struct search {
	struct dt_psearch base;	/* first: read_probes() gets it */
	struct dt_buf empty;	/* struct fileid: those without probes */
	bool has_notes;		/* the current file */
	bool has_provider;	/* the provider has probes */
};

static struct dt_usite *
make_site(struct search *s, const struct dt_elfnote *n,
    const struct dt_operand *v)
{
	struct dt_arena *arena = dt_probes_arena(s->base.ps);
	struct dt_usite *site = dt_arena_alloc(arena, sizeof(*site));
	struct dt_uarg *args = dt_arena_alloc(arena, DT_NARGS * sizeof(*args));
	char *text = dt_arena_strdup(arena, n->args);

	if (site == NULL || args == NULL || text == NULL)
		return NULL;
	for (int i = 0; i < DT_NARGS; i++)
		args[i] = v[i].at;
	*site = dt_psearch_site(&s->base);
	site->offset = n->offset;
	site->no_uprobe = dt_probes_in_kernel(s->base.ps) &&
	    !dt_psearch_can_break(&s->base, dt_elfcode_break(site->path,
	    n->offset));
	site->semaphore = n->semaphore;
	site->args = args;
	site->operands = text;
	site->is_narrow = n->is_narrow;
	return site;
}

/* Do the probes have the same provider, function and name? */
static bool
has_names(const struct dt_probe *a, const struct dt_probe *b)
{
	return strcmp(a->part[0], b->part[0]) == 0 &&
	    strcmp(a->part[2], b->part[2]) == 0 &&
	    strcmp(a->part[3], b->part[3]) == 0;
}

/* The probe's site at this note of the current file, or NULL. */
static struct dt_usite *
find_site(const struct search *s, const struct dt_probe *p,
    const struct dt_elfnote *n)
{
	struct dt_usite *site = p->site;

	while (site != NULL && (site->offset != n->offset ||
	    !dt_usite_is_same_file(site, &s->base.site)))
		site = site->next;
	return site;
}

static void
append_site(const struct dt_probe *p, struct dt_usite *site)
{
	struct dt_usite *last = p->site;

	while (last->next != NULL)
		last = last->next;
	last->next = site;
}

/*
 * Add the site, unless it exists, to the probe of this name or a new one.  It
 * exists under another module if a symbolic link named the library before the
 * process loaded it.
 */
static int
add_site(struct search *s, const struct dt_probe *new,
    const struct dt_elfnote *n, const struct dt_operand *v)
{
	const struct dt_probe *p = dt_probes_next(s->base.ps, FIRST_ID);
	const struct dt_probe *same = NULL;
	struct dt_probe made = *new;

	for (made.id = FIRST_ID; p != NULL; made.key++) {
		bool is_named = has_names(p, new);
		struct dt_usite *site = is_named ? find_site(s, p, n) : NULL;

		if (site != NULL) {
			site->by_pattern |= s->base.site.by_pattern;
			return 0;
		}
		if (is_named && strcmp(p->part[1], new->part[1]) == 0)
			same = p;
		made.id = p->id + 1;
		p = dt_probes_next(s->base.ps, made.id);
	}
	made.site = make_site(s, n, v);
	made.argtypes = make_types(dt_probes_arena(s->base.ps), v, new->nargs);
	if (made.site == NULL || made.argtypes == NULL)
		return -ENOMEM;
	if (made.site->no_uprobe && dt_process_is_pattern(s->base.part[3]))
		return dt_probes_leave_out(s->base.ps, &made,
		    dt_process_no_break);
	dt_probes_take_in(s->base.ps, &made);
	if (same == NULL)
		return dt_probes_add(s->base.ps, &made);
	append_site(same, made.site);
	return 0;
}

static int
visit(void *arg, const struct dt_elfnote *n)
{
	struct search *s = arg;
	struct dt_operand v[DT_NARGS];
	char provider[DTRACE_PROVNAMELEN], name[DTRACE_NAMELEN];
	struct dt_probe p = {
		.part = { provider, s->base.module, n->func, name },
		.prov = &dt_prov_usdt,
		.point = DT_POINT_USDT,
	};
	int nargs;

	dt_pdesc_cname(n->name, name, sizeof(name));
	s->has_notes = true;
	if (!dt_psearch_name(&s->base, n->provider, provider,
	    sizeof(provider)))
		return 0;
	s->has_provider = true;
	if (!dt_part_matches(s->base.part[2], n->func) ||
	    !dt_part_matches(s->base.part[3], name))
		return 0;
	nargs = dt_operands(n->args, v);
	p.nargs = (uint8_t)nargs;
	return s->base.ps != NULL ? add_site(s, &p, n, v) : 0;
}

/* Is the file, such as a library of many processes, known to have no probes? */
static bool
is_known_empty(const struct search *s, const struct fileid *f)
{
	const struct fileid *v = (const struct fileid *)s->empty.p;

	for (size_t i = 0; i < s->empty.len / sizeof(*v); i++)
		if (v[i].dev == f->dev && v[i].ino == f->ino)
			return true;
	return false;
}

/* Skip a file that cannot be read: others may have the probe. */
static int
read_probes(struct dt_psearch *base)
{
	struct search *s = (struct search *)base;
	struct fileid f = { base->site.dev, base->site.ino };
	int rc;

	if (is_known_empty(s, &f))
		return 0;
	s->has_notes = false;
	rc = dt_elf_notes(base->site.path, visit, s);
	base->failed = rc != 0;
	if (rc == -ENOMEM)
		return rc;
	if (!s->has_notes)
		dt_buf_add(&s->empty, &f, sizeof(f));
	return s->empty.err;
}

/* Prepare a search; not for pid123, the provider of functions. */
static bool
init(struct search *s, struct dt_probes *ps, const char *const part[4])
{
	return dt_psearch_init(&s->base, ps, part) &&
	    strcmp(s->base.provider, "pid") != 0;
}

static int
provide_in(struct dt_probes *ps, const char *const part[4],
    const struct dt_where *where)
{
	struct search s = { .base.read = read_probes };
	int err = 0;

	if (init(&s, ps, part)) {
		s.base.only = where;
		err = dt_psearch_run(&s.base);
	}
	dt_buf_free(&s.empty);
	return err == -ENOMEM ? err : 0;
}

static uint32_t
later(const char *const part[4], pid_t pid)
{
	struct search s = { .base.read = read_probes };

	return init(&s, NULL, part) && dt_psearch_has(&s.base, pid) ?
	    1u << DT_POINT_USDT : 0;
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	struct search s = { .base.read = read_probes };
	int err = init(&s, NULL, part) ? dt_psearch_run(&s.base) : -ENOENT;
	const char *reason;

	dt_buf_free(&s.empty);
	if (err == -EACCES || err == -EPERM ||
	    (err == -ESRCH && dt_prov_absent(part[0]) == NULL)) {
		(void) snprintf(buf, n, "the code of process %d cannot be "
		    "read: %s", (int)s.base.pid, strerror(-err));
		return true;
	}
	if (err != 0 || (s.base.provider[0] == '\0' && !s.has_provider))
		return false;
	reason = dt_prov_absent(s.base.provider);
	if (s.base.provider[0] == '\0')
		(void) snprintf(buf, n, "no process has such a probe of a "
		    "provider that matches %s", part[0]);
	else if (!s.has_provider)
		(void) snprintf(buf, n, "process %d has no probes of a "
		    "provider %s there%s%s", (int)s.base.pid, s.base.provider,
		    reason != NULL ? ": " : "", reason != NULL ? reason : "");
	else
		(void) snprintf(buf, n, "process %d has no such probe of "
		    "provider %s", (int)s.base.pid, s.base.provider);
	return true;
}

/* Do two places of a probe give an argument different types? */
static bool
differs(const struct dt_operand *a, const struct dt_operand *b)
{
	return a->why == NULL && b->why == NULL &&
	    strcmp(type_of(a), type_of(b)) != 0;
}

/* Is there a place where argument i cannot be read as at the first place? */
static bool
unreadable(const struct dt_probe *p, uint32_t i, bool in_kernel, char *buf,
    size_t n)
{
	struct dt_operand first[DT_NARGS], v[DT_NARGS];
	const char *why = NULL;

	(void) dt_operands(p->site->operands, first);
	for (const struct dt_usite *s = p->site; s != NULL && why == NULL;
	    s = s->next) {
		if ((int)i >= dt_operands(s->operands, v))
			continue;
		why = dt_operand_why(&v[i], in_kernel, s->is_narrow);
		if (why == NULL && differs(&first[i], &v[i]))
			why = "its type is another one at another place of the "
			    "probe: give the places different names";
	}
	if (why == NULL)
		return false;
	(void) snprintf(buf, n, "arg%u of %s:%s:%s:%s is \"%.*s\": %s", i,
	    p->part[0], p->part[1], p->part[2], p->part[3], (int)v[i].len,
	    v[i].text, why);
	return true;
}

const struct dt_prov dt_prov_usdt = {
	.name = "usdt",
	.attrs = DT_PA_USDT,
	.later = later,
	.provide_in = provide_in,
	.explain = explain,
	.unreadable = unreadable,
	.is_alias = dt_process_is_alias,
};
