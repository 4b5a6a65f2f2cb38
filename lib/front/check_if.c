/* SPDX-License-Identifier: MIT */
/*
 * check_if.c - if and else.  The layout of a clause's record is fixed, so a
 * clause with branches becomes several clauses on the same probes, one for each
 * sequence of statements without a branch.  Their predicates share hidden
 * this-> variables:
 *
 *	run	the EPID of the first of these clauses, set by it if the
 *		predicate holds; 0 after a fault in one of them.  The others
 *		have the EPIDs that follow.
 *	if N	the branch that the last if at depth N took: 1 or 2; 0 if it
 *		was not reached.
 */
#include <errno.h>
#include "front/check.h"

enum { BRANCH_NONE, BRANCH_YES, BRANCH_NO };

struct split {
	struct dt_check *c;
	const struct dt_pclause *p;
	struct dt_dclause ***tail;
	const struct dt_ident *run;
	uint32_t n;			/* clauses so far */
	struct dt_dstmt **stmts;	/* of the open clause, or NULL */
};

/* The variable with the branch taken at this depth. */
static const struct dt_ident *
branch(struct dt_check *c, int line, uint32_t depth)
{
	return dt_check_hidden(c, line, dt_arena_printf(c->arena, "(if %u)",
	    depth), &c->t_int64);
}

static struct dt_node *
integer(struct dt_check *c, int line, int64_t value)
{
	return dt_check_const(c, line, &c->t_int64, (uint64_t)value);
}

static struct dt_node *
binary(struct dt_check *c, int line, enum dt_op op, struct dt_node *left,
    struct dt_node *right)
{
	return dt_check_make(c, line, op, &c->t_int, left, right);
}

static struct dt_node *
epid(struct split *s, int line)
{
	const struct dt_ident *id = dt_scope_find(s->c->scope, DT_ID_GLOBAL,
	    "epid");

	return binary(s->c, line, DT_OP_SUB,
	    dt_check_varnode(s->c, line, id), integer(s->c, line, s->n));
}

/* Does it depend only on the probe's thread, as in pid == $target? */
static bool
is_guard(const struct dt_node *n)
{
	const struct dt_node *l = n->left;

	if (n->kind != DT_N_BINARY)
		return false;
	if (n->op == DT_OP_LOGAND)
		return is_guard(l) && is_guard(n->right);
	return n->op == DT_OP_EQ && l->kind == DT_N_VAR &&
	    l->ident->kind == DT_ID_BUILTIN && (l->ident->index == DT_V_PID ||
	    l->ident->index == DT_V_TID || l->ident->index == DT_V_UID) &&
	    (n->right->kind == DT_N_INT || (n->right->kind == DT_N_VAR &&
	    n->right->ident->kind == DT_ID_BUILTIN &&
	    n->right->ident->index == DT_V_TARGET));
}

/*
 * The predicate after run = 0, as a clause of ERROR may run twice in a firing.
 * Guards stay in front, where engines test them early.
 */
static struct dt_node *
reset(struct split *s, struct dt_node *pred)
{
	struct dt_node **at = &pred;

	while (!is_guard(*at) && (*at)->kind == DT_N_BINARY &&
	    (*at)->op == DT_OP_LOGAND)
		at = is_guard((*at)->left) ? &(*at)->right : &(*at)->left;
	if (!is_guard(*at))
		*at = dt_check_comma(s->c, pred->line, dt_check_set(s->c,
		    pred->line, s->run, integer(s->c, pred->line, 0)), *at);
	return *at != NULL ? pred : NULL;
}

/* The test whether this branch of the enclosing if was taken. */
static struct dt_node *
is_here(struct split *s, int line, uint32_t depth, int way)
{
	struct dt_node *n = binary(s->c, line, DT_OP_EQ,
	    dt_check_varnode(s->c, line, s->run), epid(s, line));
	const struct dt_ident *v;

	if (depth == 0)
		return n;
	v = branch(s->c, line, depth - 1);
	return v == NULL ? NULL : binary(s->c, line, DT_OP_LOGAND, n,
	    binary(s->c, line, DT_OP_EQ, dt_check_varnode(s->c, line, v),
	    integer(s->c, line, way)));
}

static int
open_clause(struct split *s)
{
	int err = dt_check_clause(s->c, s->p, s->tail);

	s->stmts = &s->c->clause->stmts;
	s->c->clause->run = s->run;
	return err;
}

/* Give an empty branch an empty statement, to prevent the default action. */
static int
add_nothing(struct split *s)
{
	struct dt_dstmt *st = dt_check_alloc(s->c, sizeof(*st));

	if (st == NULL)
		return -ENOMEM;
	st->kind = DT_S_EXPR;
	st->line = s->c->clause->line;
	st->uarg = ++s->c->nstmts;
	st->attr = DT_ATTR_DEFAULT;
	st->expr = integer(s->c, st->line, 0);
	*s->stmts = st;
	return st->expr != NULL ? 0 : -ENOMEM;
}

static int
close_clause(struct split *s)
{
	int err = 0;

	if (s->stmts == NULL)
		return 0;
	if (s->c->clause->stmts == NULL)
		err = add_nothing(s);
	s->stmts = NULL;
	s->n++;
	return err != 0 ? err : dt_check_spec(s->c, s->c->clause->stmts);
}

static int
set_pred(struct split *s, struct dt_node *pred)
{
	s->c->clause->pred = pred;
	return pred != NULL ? 0 : -EINVAL;
}

/* The predicate of the first clause. */
static int
check_start(struct split *s, struct dt_dclause *first)
{
	struct dt_node *start;
	int line = s->p->line, err;

	s->c->clause = first;
	err = dt_check_pred(s->c, s->p, first);
	s->n = 0;
	start = dt_check_set(s->c, line, s->run, epid(s, line));
	if (err == 0 && first->pred != NULL)
		start = binary(s->c, line, DT_OP_LOGAND,
		    reset(s, first->pred), start);
	return err != 0 ? err : set_pred(s, start);
}

/* The number of the branch that a condition selects. */
static struct dt_node *
choose(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_expr(c, p);

	if (n == NULL)
		return dt_check_novalue(c, p, D_OP_SCALAR);
	return !dt_check_iscondition(c, p->line, "if", n) ? NULL :
	    dt_check_cond(c, p->line, n, integer(c, p->line, BRANCH_YES),
	    integer(c, p->line, BRANCH_NO));
}

/* Begin the clause that computes the condition, and of the first branch. */
static int
open_if(struct split *s, const struct dt_pstmt *p, uint32_t depth, int way)
{
	const struct dt_ident *v = branch(s->c, p->line, depth);
	struct dt_node *here, *choice;
	int err = v == NULL ? -EINVAL : open_clause(s);

	if (err != 0)
		return err;
	s->c->clause->line = p->line;
	here = is_here(s, p->line, depth, way);
	here = dt_check_comma(s->c, p->line, dt_check_set(s->c, p->line, v,
	    integer(s->c, p->line, BRANCH_NONE)), here);
	choice = dt_check_set(s->c, p->line, v, choose(s->c, p->branch->cond));
	return set_pred(s, binary(s->c, p->line, DT_OP_LOGAND, here,
	    binary(s->c, p->line, DT_OP_EQ, choice,
	    integer(s->c, p->line, BRANCH_YES))));
}

static int check_list(struct split *s, const struct dt_pstmt *p,
    uint32_t depth, int way);

static int
check_if(struct split *s, const struct dt_pstmt *p, uint32_t depth, int way)
{
	int err = close_clause(s);

	if (err == 0)
		err = open_if(s, p, depth, way);
	if (err == 0)
		err = check_list(s, p->branch->yes, depth + 1, BRANCH_YES);
	if (err == 0)
		err = close_clause(s);
	if (err == 0)
		err = check_list(s, p->branch->no, depth + 1, BRANCH_NO);
	return err != 0 ? err : close_clause(s);
}

/* Check statements inside `depth` ifs, in this branch of the innermost. */
static int
check_list(struct split *s, const struct dt_pstmt *p, uint32_t depth, int way)
{
	int err = 0;

	for (; p != NULL && err == 0; p = p->next) {
		if (p->branch != NULL) {
			err = check_if(s, p, depth, way);
			continue;
		}
		if (s->stmts == NULL) {
			err = open_clause(s);
			s->c->clause->line = p->line;
			if (err == 0)
				err = set_pred(s, is_here(s, p->line, depth,
				    way));
		}
		if (err == 0)
			err = dt_check_stmt(s->c, p, &s->stmts);
	}
	return err;
}

static int
split(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail, bool pred_first)
{
	struct split s = {
		.c = c, .p = p, .tail = tail,
		.run = dt_check_hidden(c, p->line, "(run)", &c->t_int64),
	};
	int err = s.run == NULL ? -EINVAL : open_clause(&s);
	struct dt_dclause *first = c->clause;

	if (err == 0 && pred_first)
		err = check_start(&s, first);
	if (err == 0)
		err = check_list(&s, p->stmts, 0, BRANCH_NONE);
	if (err == 0)
		err = close_clause(&s);
	return err == 0 && !pred_first ? check_start(&s, first) : err;
}

/* The predicate is checked last, or first if that fails: see check.c. */
int
dt_check_split(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct dt_scope_mark mark = dt_scope_mark(c->scope);
	struct dt_dclause **start = *tail;
	uint32_t nclauses = c->nclauses, nstmts = c->nstmts;
	int err = split(c, p, tail, false);
	struct dt_diag first = *c->diag;

	if (err == 0 || p->pred == NULL || !dt_check_isundefined(c->diag))
		return err;
	dt_scope_rollback(c->scope, &mark);
	c->diag->err = 0;
	c->nclauses = nclauses;
	c->nstmts = nstmts;
	*tail = start;
	err = split(c, p, tail, true);
	if (err != 0 && c->diag->err != -ENOMEM)
		*c->diag = first;
	return err;
}
