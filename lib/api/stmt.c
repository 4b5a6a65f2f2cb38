/* SPDX-License-Identifier: MIT */
/* stmt.c - the statements of a program, as descriptions. */
#include "api/hdl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* A clause without statements has one: the default action. */
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
	dtrace_probedesc_t *d;

	if (e == NULL)
		return NULL;
	d = &e->dted_probe;
	d->dtpd_id = pd->id;
	(void) snprintf(d->dtpd_provider, sizeof(d->dtpd_provider), "%s",
	    pd->part[0] != NULL ? pd->part[0] : "");
	(void) snprintf(d->dtpd_mod, sizeof(d->dtpd_mod), "%s",
	    pd->part[1] != NULL ? pd->part[1] : "");
	(void) snprintf(d->dtpd_func, sizeof(d->dtpd_func), "%s",
	    pd->part[2] != NULL ? pd->part[2] : "");
	(void) snprintf(d->dtpd_name, sizeof(d->dtpd_name), "%s",
	    pd->part[3] != NULL ? pd->part[3] : "");
	e->dted_refcnt = 1;
	return e;
}

/* The statements of a clause share one description of its enabling. */
static int
make_clause(struct dt_arena *a, const struct dt_clause *c,
    const struct dt_pdesc *pd, dtrace_stmtdesc_t *out)
{
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
	}
	return 0;
}

static int
make_stmts(dtrace_prog_t *pgp)
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
			rc = make_clause(pgp->arena, c, &c->pdescs[j],
			    &pgp->stmts[at]);
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

	if (dt_alive(dtp) != 0)
		return -1;
	if (pgp == NULL || func == NULL)
		return dt_set_errno(dtp, EINVAL);
	if (pgp->stmts == NULL && make_stmts(pgp) != 0)
		return dt_set_errno(dtp, EDT_NOMEM);
	for (uint32_t i = 0; i < pgp->nstmts && rc == 0; i++)
		rc = func(dtp, pgp, &pgp->stmts[i], arg);
	return rc;
}
