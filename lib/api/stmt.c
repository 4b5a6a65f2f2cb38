/* SPDX-License-Identifier: MIT */
/* stmt.c - the statements of a program, as descriptions. */
#include "api/hdl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A statement made by dtrace_stmt_create(), and its actions. */
struct dt_newstmt {
	dtrace_stmtdesc_t desc;
	struct dt_newstmt *next;
	struct newact {
		dtrace_actdesc_t desc;
		struct newact *next;
	} *acts, **acts_tail;
	bool compiled;
};

/* The number of statements; a clause without any has the default action. */
static uint32_t
clause_nstmts(const struct dt_clause *c)
{
	return c->nstmts != 0 ? c->nstmts : 1;
}

static uint32_t
prog_nstmts(const struct dt_image *img)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < img->nclauses; i++)
		n += img->clauses[i].npdescs * clause_nstmts(&img->clauses[i]);
	return n;
}

static dtrace_ecbdesc_t *
make_ecbdesc(struct dt_arena *a, const struct dt_pdesc *pd)
{
	dtrace_ecbdesc_t *e = dt_arena_alloc(a, sizeof(*e));

	if (e == NULL)
		return NULL;
	dt_probedesc_fill(&e->dted_probe, pd->id, pd->part);
	e->dted_refcnt = 1;
	e->dted_alias = pd->alias;
	return e;
}

/* Describe the statements of a clause, which share one dtrace_ecbdesc_t. */
static int
make_clause(dtrace_hdl_t *dtp, struct dt_arena *a, const struct dt_clause *c,
    const struct dt_pdesc *pd, dtrace_stmtdesc_t *out)
{
	const dtrace_attribute_t attr = dt_prog_descattr(dtp, pd);
	dtrace_ecbdesc_t *ecb = make_ecbdesc(a, pd);
	uint32_t n = clause_nstmts(c);
	dtrace_actdesc_t *acts = dt_arena_alloc(a, n * sizeof(*acts));

	if (ecb == NULL || acts == NULL)
		return -ENOMEM;
	ecb->dted_action = acts;
	for (uint32_t i = 0; i < n; i++) {
		acts[i].dtad_kind = i < c->nstmts ? c->stmts[i].action :
		    DTRACEACT_NONE;
		acts[i].dtad_next = i + 1 < n ? &acts[i + 1] : NULL;
		acts[i].dtad_refcnt = 1;
		out[i].dtsd_ecbdesc = ecb;
		out[i].dtsd_action = out[i].dtsd_action_last = &acts[i];
		out[i].dtsd_descattr = attr;
		out[i].dtsd_stmtattr = i < c->nstmts ? c->stmts[i].attr :
		    DT_ATTR_DEFAULT;
	}
	return 0;
}

static int
make_stmts(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	const struct dt_image *img = pgp->image;
	uint32_t n = prog_nstmts(img), at = 0;
	int rc = 0;

	pgp->stmts = calloc(n + 1, sizeof(pgp->stmts[0]));
	if (pgp->stmts == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < img->nclauses && rc == 0; i++) {
		const struct dt_clause *c = &img->clauses[i];

		for (uint32_t j = 0; j < c->npdescs && rc == 0; j++) {
			rc = make_clause(dtp, pgp->arena, c,
			    &c->pdescs[j], &pgp->stmts[at]);
			at += clause_nstmts(c);
		}
	}
	if (rc != 0) {
		free(pgp->stmts);
		pgp->stmts = NULL;
		return rc;
	}
	pgp->nstmts = n;
	return 0;
}

int
dtrace_stmt_iter(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, dtrace_stmt_f *func,
    void *arg)
{
	int rc = 0;

	if (dt_check(dtp, pgp != NULL && func != NULL) != 0)
		return -1;
	if (pgp->stmts == NULL && make_stmts(dtp, pgp) != 0)
		return dt_set_errno(dtp, EDT_NOMEM);
	for (uint32_t i = 0; i < pgp->nstmts && rc == 0; i++)
		rc = func(dtp, pgp, &pgp->stmts[i], arg);
	for (struct dt_newstmt *s = pgp->added; s != NULL && rc == 0;
	    s = s->next)
		rc = func(dtp, pgp, &s->desc, arg);
	return rc;
}

/* The pointer to the statement in the list of the handle or a program. */
static struct dt_newstmt **
find_new(dtrace_hdl_t *dtp, const dtrace_stmtdesc_t *stmt)
{
	struct dt_newstmt **at = &dtp->newstmts;
	dtrace_prog_t *pgp = dtp->progs;

	for (;;) {
		for (; *at != NULL; at = &(*at)->next)
			if (&(*at)->desc == stmt)
				return at;
		if (pgp == NULL)
			return NULL;
		at = &pgp->added;
		pgp = pgp->next;
	}
}

dtrace_stmtdesc_t *
dtrace_stmt_create(dtrace_hdl_t *dtp, dtrace_ecbdesc_t *ecb)
{
	struct dt_newstmt *s;

	if (dt_check(dtp, ecb != NULL) != 0)
		return NULL;
	s = calloc(1, sizeof(*s));
	if (s == NULL) {
		(void) dt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	s->acts_tail = &s->acts;
	s->desc.dtsd_ecbdesc = ecb;
	s->desc.dtsd_descattr = s->desc.dtsd_stmtattr = DT_ATTR_DEFAULT;
	ecb->dted_refcnt++;
	s->next = dtp->newstmts;
	dtp->newstmts = s;
	return &s->desc;
}

dtrace_actdesc_t *
dtrace_stmt_action(dtrace_hdl_t *dtp, dtrace_stmtdesc_t *stmt)
{
	struct dt_newstmt **s;
	dtrace_actdesc_t **at;
	struct newact *act;

	if (dt_alive(dtp) != 0)
		return NULL;
	s = find_new(dtp, stmt);
	act = s != NULL && !(*s)->compiled ? calloc(1, sizeof(*act)) : NULL;
	if (act == NULL) {
		(void) dt_set_errno(dtp, s == NULL || (*s)->compiled ? EINVAL :
		    EDT_NOMEM);
		return NULL;
	}
	act->desc.dtad_uarg = (uintptr_t)stmt;
	act->desc.dtad_refcnt = 1;
	for (at = &stmt->dtsd_ecbdesc->dted_action; *at != NULL;
	    at = &(*at)->dtad_next)
		continue;
	*at = stmt->dtsd_action_last = &act->desc;
	if (stmt->dtsd_action == NULL)
		stmt->dtsd_action = &act->desc;
	*(*s)->acts_tail = act;
	(*s)->acts_tail = &act->next;
	return &act->desc;
}

/* Write an action in D; false if it needs an expression. */
static bool
add_action(struct dt_buf *b, const dtrace_actdesc_t *act)
{
	uint32_t frames = DTRACE_USTACK_NFRAMES(act->dtad_arg);
	const char *name = act->dtad_kind == DTRACEACT_USTACK ? "ustack" :
	    act->dtad_kind == DTRACEACT_JSTACK ? "jstack" :
	    act->dtad_kind == DTRACEACT_STACK ? "stack" :
	    act->dtad_kind == DTRACEACT_STOP ? "stop" : NULL;

	if (act->dtad_kind == DTRACEACT_NONE)
		return act->dtad_difo == NULL;
	if (name == NULL || act->dtad_difo != NULL)
		return false;
	dt_buf_printf(b, "%s(", name);
	if (frames != 0 && act->dtad_kind != DTRACEACT_STOP)
		dt_buf_printf(b, "%u", frames);
	if (act->dtad_arg > UINT32_MAX && frames != 0)
		dt_buf_printf(b, ", %u", DTRACE_USTACK_STRSIZE(act->dtad_arg));
	dt_buf_str(b, "); ");
	return true;
}

static bool
add_actions(struct dt_buf *b, const struct dt_newstmt *s)
{
	const struct newact *act = s->acts;

	for (; act != NULL; act = act->next)
		if (!add_action(b, &act->desc))
			return false;
	return true;
}

int
dtrace_stmt_add(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, dtrace_stmtdesc_t *stmt)
{
	struct dt_newstmt **from, **to, *s;
	struct dt_buf text = { 0 };
	bool fits;

	if (dt_alive(dtp) != 0)
		return -1;
	from = find_new(dtp, stmt);
	if (from == NULL || !dt_prog_is_ours(dtp, pgp) || pgp->execed)
		return dt_set_errno(dtp, EINVAL);
	fits = stmt->dtsd_ecbdesc->dted_pred.dtpdd_difo == NULL &&
	    add_actions(&text, *from);
	dt_buf_free(&text);
	if (!fits)
		return dt_set_error(dtp, EINVAL, "an action or predicate that "
		    "needs an expression cannot be added: compile it from D");
	for (to = &dtp->newstmts; *to != NULL && to != from; to = &(*to)->next)
		continue;
	if (to != from)		/* it is in a program already */
		return dt_set_errno(dtp, EALREADY);
	s = *from;
	*from = s->next;
	s->next = NULL;
	for (to = &pgp->added; *to != NULL; to = &(*to)->next)
		continue;
	*to = s;
	return 0;
}

static void
unlink_actions(const struct dt_newstmt *s)
{
	const struct newact *act = s->acts;

	for (; act != NULL; act = act->next) {
		dtrace_actdesc_t **at = &s->desc.dtsd_ecbdesc->dted_action;

		while (*at != NULL && *at != &act->desc)
			at = &(*at)->dtad_next;
		if (*at != NULL)
			*at = act->desc.dtad_next;
	}
	s->desc.dtsd_ecbdesc->dted_refcnt--;
}

static void
free_stmt(struct dt_newstmt *s)
{
	while (s->acts != NULL) {
		struct newact *next = s->acts->next;

		free(s->acts);
		s->acts = next;
	}
	free(s);
}

void
dtrace_stmt_destroy(dtrace_hdl_t *dtp, dtrace_stmtdesc_t *stmt)
{
	struct dt_newstmt **at, *s;

	if (dt_alive(dtp) != 0)
		return;
	at = find_new(dtp, stmt);
	if (at == NULL || (*at)->compiled)
		return;
	s = *at;
	*at = s->next;
	unlink_actions(s);
	free_stmt(s);
}

/* The dtrace_ecbdesc_t is not read: the consumer may have freed it. */
void
dt_stmts_free(struct dt_newstmt *list)
{
	while (list != NULL) {
		struct dt_newstmt *next = list->next;

		free_stmt(list);
		list = next;
	}
}

void
dt_stmts_fini(dtrace_hdl_t *dtp)
{
	dt_stmts_free(dtp->newstmts);
}

/* Write a clause for each sequence of statements with one dtrace_ecbdesc_t. */
static void
add_clauses(struct dt_buf *b, const struct dt_newstmt *s)
{
	const dtrace_ecbdesc_t *last = NULL;

	for (; s != NULL; s = s->next) {
		const dtrace_probedesc_t *d = &s->desc.dtsd_ecbdesc->dted_probe;

		if (last != NULL && last != s->desc.dtsd_ecbdesc)
			dt_buf_str(b, "}\n");
		if (last != s->desc.dtsd_ecbdesc && d->dtpd_id != 0)
			dt_buf_printf(b, "%u\n{ ", d->dtpd_id);
		else if (last != s->desc.dtsd_ecbdesc)
			dt_buf_printf(b, "%s:%s:%s:%s\n{ ", d->dtpd_provider,
			    d->dtpd_mod, d->dtpd_func, d->dtpd_name);
		last = s->desc.dtsd_ecbdesc;
		(void) add_actions(b, s);
	}
	dt_buf_str(b, "}\n");
}

int
dt_stmts_compile(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	struct dt_buf text = { 0 };
	struct dt_newstmt *s = pgp->added;

	while (s != NULL && s->compiled)
		s = s->next;
	if (s == NULL)
		return 0;
	add_clauses(&text, pgp->added);
	pgp->extra = text.err == 0 ? dtrace_program_strcompile(dtp, text.p,
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL) : NULL;
	if (text.err != 0)
		(void) dt_set_errno(dtp, EDT_NOMEM);
	dt_buf_free(&text);
	for (s = pgp->added; s != NULL && pgp->extra != NULL; s = s->next)
		s->compiled = true;
	return pgp->extra != NULL ? 0 : -1;
}
