/* SPDX-License-Identifier: MIT */
/*
 * check_spec.c - the statements that may share a clause with speculate() or
 * commit().
 *
 * A clause has one record.  speculate() assigns it to the speculation, so it
 * precedes all recording actions, and only actions that discard() can undo may
 * follow it.  commit() writes a record of its own, so nothing else in its
 * clause may record.
 */
#include "front/check.h"

/* The statements so far. */
struct so_far {
	bool speculate, commit;
	const char *records;		/* name of the first that records */
	const char *call;		/* "()" or "" after that name */
};

/* system() and freopen() record, as the consumer carries them out. */
static bool
records(dtrace_actkind_t kind)
{
	return kind == DTRACEACT_SYSTEM || kind == DTRACEACT_FREOPEN ||
	    (kind != DTRACEACT_DISCARD && !DTRACEACT_ISDESTRUCTIVE(kind));
}

static int
check_speculate(struct dt_check *c, int line, struct so_far *f)
{
	if (f->speculate)
		return dt_diag_set(c->diag, D_SPEC_SPEC, line,
		    "speculate() is allowed once in a clause: write a second "
		    "clause for another speculation");
	if (f->commit)
		return dt_diag_set(c->diag, D_SPEC_COMM, line,
		    "speculate() cannot follow commit() in one clause");
	if (f->records != NULL)
		return dt_diag_set(c->diag, D_SPEC_DREC, line,
		    "speculate() cannot follow %s%s, which records data: put "
		    "speculate() first", f->records, f->call);
	f->speculate = true;
	return 0;
}

static int
check_commit(struct dt_check *c, int line, struct so_far *f)
{
	if (f->records != NULL)
		return dt_diag_set(c->diag, D_COMM_DREC, line,
		    "commit() cannot follow %s%s, which records data: write a "
		    "separate clause for commit()", f->records, f->call);
	f->commit = true;
	return 0;
}

static int
check_agg(struct dt_check *c, int line, struct so_far *f)
{
	if (f->commit)
		return dt_diag_set(c->diag, D_AGG_COMM, line,
		    "an aggregation cannot follow commit() in one clause");
	if (f->speculate)
		return dt_diag_set(c->diag, D_AGG_SPEC, line,
		    "an aggregation cannot follow speculate(): its change "
		    "cannot be discarded");
	if (f->records == NULL) {
		f->records = "an aggregation";
		f->call = "";
	}
	return 0;
}

static int
check_act(struct dt_check *c, const struct dt_dstmt *s, struct so_far *f)
{
	dtrace_actkind_t kind = dt_actrows[s->act].kind;
	const char *name = dt_actrows[s->act].name;

	if (kind == DTRACEACT_SPECULATE)
		return check_speculate(c, s->line, f);
	if (kind == DTRACEACT_COMMIT)
		return check_commit(c, s->line, f);
	if (f->speculate && DTRACEACT_ISDESTRUCTIVE(kind))
		return dt_diag_set(c->diag, D_ACT_SPEC, s->line,
		    "%s() cannot follow speculate(): it cannot be discarded",
		    name);
	if (f->speculate && kind == DTRACEACT_EXIT)
		return dt_diag_set(c->diag, D_EXIT_SPEC, s->line,
		    "exit() cannot follow speculate(): it cannot be discarded");
	if (f->commit && !DTRACEACT_ISDESTRUCTIVE(kind) && records(kind))
		return dt_diag_set(c->diag, D_DREC_COMM, s->line,
		    "%s() records data and cannot follow commit(): write a "
		    "second clause", name);
	if (f->records == NULL && records(kind)) {
		f->records = name;
		f->call = "()";
	}
	return 0;
}

int
dt_check_spec(struct dt_check *c, const struct dt_dstmt *stmts)
{
	struct so_far f = { 0 };
	int err = 0;

	for (const struct dt_dstmt *s = stmts; s != NULL && err == 0;
	    s = s->next) {
		if (s->kind == DT_S_AGG)
			err = check_agg(c, s->line, &f);
		else if (s->kind == DT_S_ACT)
			err = check_act(c, s, &f);
	}
	return err;
}
