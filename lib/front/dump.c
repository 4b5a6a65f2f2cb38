/* SPDX-License-Identifier: MIT */
/* dump.c - tokens and typed trees as text, for option dump. */
#include <ctype.h>
#include "front/check.h"

static const char *const tok_names[DT_NTOKS] = {
	[DT_TOK_EOF] = "EOF", [DT_TOK_PDESC] = "PDESC",
	[DT_TOK_EPRED] = "EPRED", [DT_TOK_INT] = "INT",
	[DT_TOK_STR] = "STR", [DT_TOK_IDENT] = "IDENT",
	[DT_TOK_AGGNAME] = "AGG",
#define	DT_PUNCT(id, text, prec, op)	[DT_TOK_##id] = #id,
#define	DT_WORD(id, text, class)	[DT_TOK_W_##id] = "WORD",
#include "tbl/toks.h"
};

static void
dump_string(FILE *fp, const char *s, size_t len)
{
	size_t i;

	(void) fputc('"', fp);
	for (i = 0; i < len; i++) {
		unsigned char ch = (unsigned char)s[i];

		if (ch == '"' || ch == '\\')
			(void) fprintf(fp, "\\%c", ch);
		else if (isprint(ch))
			(void) fputc(ch, fp);
		else
			(void) fprintf(fp, "\\%03o", ch);
	}
	(void) fputc('"', fp);
}

void
dt_front_dump_tok(FILE *fp, const struct dt_tok *t)
{
	(void) fprintf(fp, "%4d %-10s ", dt_place_line(t->line),
	    tok_names[t->id]);
	if (t->id == DT_TOK_STR)
		dump_string(fp, t->str, t->slen);
	else if (t->id == DT_TOK_PDESC)
		(void) fputs(t->str, fp);
	else if (t->id == DT_TOK_INT)
		(void) fprintf(fp, "%lld", (long long)t->value);
	else
		(void) fwrite(t->text, 1, t->len, fp);
	(void) fputc('\n', fp);
}

static const char *const kind_names[] = {
	[DT_N_INT] = "int", [DT_N_FIELD] = "field",
	[DT_N_STRING] = "string", [DT_N_VAR] = "var",
	[DT_N_AGG] = "agg", [DT_N_STACK] = "stack",
	[DT_N_SYM] = "sym", [DT_N_UNARY] = "unary",
	[DT_N_BINARY] = "binary", [DT_N_COND] = "cond",
	[DT_N_COMMA] = "comma", [DT_N_ASSIGN] = "assign",
	[DT_N_POSTINC] = "postinc", [DT_N_CAST] = "cast",
	[DT_N_CALL] = "call",
	[DT_N_ELEM] = "elem", [DT_N_OLD] = "old",
	[DT_N_MEM] = "mem",
	[DT_N_ADDR] = "addr",
	[DT_N_AT] = "at",
};

static const char *const func_names[DT_NFUNCS] = {
#define	DT_FUNC(id, name, ret, args, dflt, how, sym, extra) [DT_F_##id] = name,
#include "tbl/funcs.h"
#undef DT_FUNC
};

static void
dump_ident(FILE *fp, const struct dt_ident *id)
{
	static const char *const prefix[] = {
		[DT_ID_BUILTIN] = "", [DT_ID_GLOBAL] = "",
		[DT_ID_THIS] = "this->", [DT_ID_SELF] = "self->",
		[DT_ID_AGG] = "@", [DT_ID_INLINE] = "",
	};

	(void) fprintf(fp, " %s%s#%u", prefix[id->kind], id->name, id->index);
}

static void
dump_field(FILE *fp, const struct dt_field *f)
{
	(void) fprintf(fp, " %s%s%s", f->type != NULL ? f->type : "",
	    f->type != NULL && f->name != NULL ? "." : "",
	    f->name != NULL ? f->name : "");
}

static void
dump_node(FILE *fp, const struct dt_dprog *prog,
    const struct dt_node *n, int indent)
{
	const struct dt_node *k;
	char type[64];

	if (n == NULL)
		return;
	(void) fprintf(fp, "%*s%s", indent, "", kind_names[n->kind]);
	if (n->kind == DT_N_INT || n->kind == DT_N_STACK ||
	    n->kind == DT_N_POSTINC || n->kind == DT_N_MEM ||
	    n->kind == DT_N_AT)
		(void) fprintf(fp, " %lld", (long long)n->value);
	if (n->field != NULL)
		dump_field(fp, n->field);
	if (n->bits != 0)
		(void) fprintf(fp, " bits %u:%u", n->bit, n->bits);
	if (n->kind == DT_N_UNARY || n->kind == DT_N_BINARY)
		(void) fprintf(fp, " %s", dt_lex_optext(n->op));
	if (n->kind == DT_N_STRING) {
		(void) fputc(' ', fp);
		dump_string(fp, n->str, n->len);
	}
	if (n->kind == DT_N_CALL)
		(void) fprintf(fp, " %s", func_names[n->value]);
	if (n->ident != NULL)
		dump_ident(fp, n->ident);
	/* dt_type_name() makes no visible change to types */
	(void) fprintf(fp, " : %s\n", dt_type_name(
	    (struct dt_types *)(uintptr_t)prog->types, &n->type, type,
	    sizeof(type)));
	if (n->kind == DT_N_CALL) {
		for (n = n->left; n != NULL; n = n->next)
			dump_node(fp, prog, n, indent + 2);
		return;
	}
	dump_node(fp, prog, n->left, indent + 2);
	for (k = n->kind == DT_N_ELEM ? n->left->next : NULL; k != NULL;
	    k = k->next)
		dump_node(fp, prog, k, indent + 2);
	dump_node(fp, prog, n->right, indent + 2);
	dump_node(fp, prog, n->third, indent + 2);
}

static void
dump_list(FILE *fp, const struct dt_dprog *prog, const char *what,
    const struct dt_node *n)
{
	if (n == NULL)
		return;
	(void) fprintf(fp, "    %s\n", what);
	for (; n != NULL; n = n->next)
		dump_node(fp, prog, n, 6);
}

static const char *
aggfunc_name(dtrace_actkind_t action)
{
	static const struct {
		const char *name;
		dtrace_actkind_t action;
	} funcs[] = {
#define	DT_AGG(id, name, min, max, nw) { name, DTRACEAGG_##id },
#include "tbl/aggs.h"
#undef DT_AGG
	};
	size_t i;

	for (i = 0; i < sizeof(funcs) / sizeof(funcs[0]); i++)
		if (funcs[i].action == action)
			return funcs[i].name;
	return "?";
}

static void
dump_stmt(FILE *fp, const struct dt_dprog *prog,
    const struct dt_dstmt *s)
{
	uint32_t i;

	(void) fprintf(fp, "  stmt %u line %d", s->uarg,
	    dt_place_line(s->line));
	if (s->kind == DT_S_ACT)
		(void) fprintf(fp, " %s", dt_actrows[s->act].name);
	if (s->kind == DT_S_AGG) {
		dump_ident(fp, s->agg);
		(void) fprintf(fp, " = %s", aggfunc_name(s->agg->aggfunc));
		if (s->agg->aggparam != 0)
			(void) fprintf(fp, " 0x%llx",
			    (unsigned long long)s->agg->aggparam);
	}
	for (i = 0; i < s->naggs; i++)
		dump_ident(fp, s->aggs[i]);
	(void) fputc('\n', fp);
	dump_list(fp, prog, "keys", s->keys);
	dump_list(fp, prog, "value", s->value);
	dump_list(fp, prog, "increment", s->incr);
	dump_list(fp, prog, "args", s->args);
	dump_node(fp, prog, s->expr, 4);
}

static void
dump_clause(FILE *fp, const struct dt_dprog *prog,
    const struct dt_dclause *c)
{
	const struct dt_dstmt *s;
	uint32_t i;

	(void) fprintf(fp, "clause line %d", dt_place_line(c->line));
	for (i = 0; i < c->npdescs; i++) {
		const struct dt_pdesc *d = &c->pdescs[i];

		if (d->id != 0)
			(void) fprintf(fp, " %u", d->id);
		else
			(void) fprintf(fp, " %s:%s:%s:%s", d->part[0],
			    d->part[1], d->part[2], d->part[3]);
	}
	(void) fputc('\n', fp);
	if (c->pred != NULL) {
		(void) fputs("  predicate\n", fp);
		dump_node(fp, prog, c->pred, 4);
	}
	if (c->stmts == NULL)
		(void) fputs("  default action\n", fp);
	for (s = c->stmts; s != NULL; s = s->next)
		dump_stmt(fp, prog, s);
}

void
dt_front_dump_ast(FILE *fp, const struct dt_dprog *prog)
{
	const struct dt_dclause *c;

	for (c = prog->clauses; c != NULL; c = c->next)
		dump_clause(fp, prog, c);
}
