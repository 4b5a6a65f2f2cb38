/* SPDX-License-Identifier: MIT */
/*
 * hint.c - tells which system calls of the programs were not made because the C
 * libraries of Linux make others in their place.  A clause of its own counts
 * both, in an aggregation that is removed before the others are printed.
 */
#include "cmd.h"

#include <fnmatch.h>
#include <stdlib.h>

#define	COUNTS	"__dtrace_calls"

/* A call that programs name, and one that is made in its place. */
struct hint {
	char name[DTRACE_FUNCNAMELEN], call[DTRACE_FUNCNAMELEN];
	uint64_t nname, ncall;		/* how often each was made */
};

/* All of them, in struct cmd. */
struct hints {
	struct hint *v;
	size_t n;
	FILE *text;			/* the clause, while it is made */
	const char *sep;
	bool has_aliases;		/* option sysaliases was set before */
};

typedef int visit_f(const dtrace_ecbdesc_t *e, struct hints *h);

struct visit {
	visit_f *fn;
	struct hints *h;
	const dtrace_ecbdesc_t *last;
};

static int
on_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmtdesc_t *stmt,
    void *arg)
{
	struct visit *v = arg;

	(void) dtp;
	(void) prog;
	if (stmt->dtsd_ecbdesc == v->last)
		return 0;
	v->last = stmt->dtsd_ecbdesc;
	return v->fn(v->last, v->h);
}

/* Call fn for each description of the program. */
static int
each_desc(struct cmd *c, dtrace_prog_t *prog, visit_f *fn, struct hints *h)
{
	return dtrace_stmt_iter(c->dtp, prog, on_stmt,
	    &(struct visit){ fn, h, NULL });
}

static bool
is_plain(const char *s)
{
	return *s != '\0' && strpbrk(s, "*?[\\") == NULL;
}

/* Add a call that the program names to the text. */
static int
add_name(const dtrace_ecbdesc_t *e, struct hints *h)
{
	const dtrace_probedesc_t *d = &e->dted_probe;

	h->has_aliases = h->has_aliases || e->dted_alias != NULL;
	if (strcmp(d->dtpd_provider, "syscall") != 0 || !is_plain(d->dtpd_func))
		return 0;
	(void) fprintf(h->text, "%ssyscall::%s:entry", h->sep, d->dtpd_func);
	h->sep = ",";
	return 0;
}

/* Note a call that stands for a name. */
static int
add_hint(const dtrace_ecbdesc_t *e, struct hints *h)
{
	struct hint *more;

	if (e->dted_alias == NULL)
		return 0;
	more = realloc(h->v, (h->n + 1) * sizeof(*more));
	if (more == NULL)
		return -1;
	h->v = more;
	h->v[h->n] = (struct hint){ .nname = 0 };
	(void) snprintf(h->v[h->n].name, sizeof(h->v->name), "%s",
	    e->dted_alias);
	(void) snprintf(h->v[h->n++].call, sizeof(h->v->call), "%s",
	    e->dted_probe.dtpd_func);
	return 0;
}

/* Leave out the calls that the program traces by a name or a pattern. */
static int
drop_known(const dtrace_ecbdesc_t *e, struct hints *h)
{
	const dtrace_probedesc_t *d = &e->dted_probe;
	size_t n = 0;

	if (fnmatch(d->dtpd_provider, "syscall", 0) != 0)
		return 0;
	for (size_t i = 0; i < h->n; i++)
		if (*d->dtpd_func != '\0' &&
		    fnmatch(d->dtpd_func, h->v[i].call, 0) != 0)
			h->v[n++] = h->v[i];
	h->n = n;
	return 0;
}

/* Compile the clause for all calls that the programs name; NULL: none. */
static dtrace_prog_t *
compile(struct cmd *c, struct hints *h)
{
	dtrace_prog_t *prog = NULL;
	char *text = NULL;
	size_t len;
	int rc = 0;

	h->text = open_memstream(&text, &len);
	if (h->text == NULL)
		return NULL;
	h->sep = "";
	for (int i = 0; i < c->nprogs && rc == 0; i++)
		rc = each_desc(c, c->progs[i].prog, add_name, h);
	(void) fprintf(h->text, "{ @" COUNTS "[probefunc] = count(); }");
	if (fclose(h->text) == 0 && rc == 0 && *h->sep != '\0' &&
	    !h->has_aliases && dtrace_setopt(c->dtp, "sysaliases", NULL) == 0)
		prog = dtrace_program_strcompile(c->dtp, text,
		    DTRACE_PROBESPEC_NAME, DTRACE_C_ZDEFS, 0, NULL);
	free(text);
	return prog;
}

int
hint_enable(struct cmd *c)
{
	struct hints *h = calloc(1, sizeof(*h));
	dtrace_prog_t *prog;
	int rc = 0;

	c->hints = h;
	if (h == NULL)
		return -1;
	prog = compile(c, h);
	if (prog != NULL)
		rc = each_desc(c, prog, add_hint, h);
	for (int i = 0; i < c->nprogs && rc == 0; i++)
		rc = each_desc(c, c->progs[i].prog, drop_known, h);
	if (rc == 0 && h->n != 0 &&
	    dtrace_program_exec(c->dtp, prog, NULL) != 0)
		return dfail(c, "failed to count system calls");
	return -1;
}

/* Take the count of a call out of the aggregations. */
static int
on_count(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *d = data->dtada_desc;
	const char *call = data->dtada_data + d->dtagd_rec[1].dtrd_offset;
	const struct hints *h = arg;
	uint64_t n;

	if (d->dtagd_name == NULL || strcmp(d->dtagd_name, COUNTS) != 0)
		return DTRACE_AGGWALK_NEXT;
	memcpy(&n, data->dtada_data + d->dtagd_rec[2].dtrd_offset, sizeof(n));
	for (size_t i = 0; i < h->n; i++) {
		if (strcmp(h->v[i].name, call) == 0)
			h->v[i].nname += n;
		if (strcmp(h->v[i].call, call) == 0)
			h->v[i].ncall += n;
	}
	return DTRACE_AGGWALK_REMOVE;
}

int
hint_count(struct cmd *c)
{
	if (c->hints == NULL || c->hints->n == 0)
		return -1;
	if (dtrace_aggregate_snap(c->dtp) != 0 ||
	    dtrace_aggregate_walk(c->dtp, on_count, c->hints) != 0)
		return dfail(c, "failed to count system calls");
	return -1;
}

void
hint_show(struct cmd *c)
{
	const struct hints *h = c->hints;

	for (size_t i = 0; h != NULL && i < h->n; i++)
		if (h->v[i].nname == 0 && h->v[i].ncall != 0)
			say(c, "system call %s was not made, but %s was, which "
			    "programs on Linux use instead: -x sysaliases lets "
			    "the name %s stand for both", h->v[i].name,
			    h->v[i].call, h->v[i].name);
}

void
hint_free(struct cmd *c)
{
	if (c->hints != NULL)
		free(c->hints->v);
	free(c->hints);
}
