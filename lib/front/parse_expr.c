/* SPDX-License-Identifier: MIT */
/*
 * parse_expr.c - expressions: C's grammar by recursive descent, its binary
 * operators by the precedences of tbl/toks.h.
 */
#include <string.h>
#include "front/check.h"

static struct dt_pnode *parse_unary(struct dt_parser *p);

static bool
enter(struct dt_parser *p)
{
	if (++p->depth <= DT_MAXDEPTH)
		return true;
	dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
	    "the expression is nested more than %d levels deep at %s: split it",
	    DT_MAXDEPTH, dt_lex_quote(&p->lex, &p->lex.tok));
	return false;
}

static struct dt_pnode *
leave(struct dt_parser *p, struct dt_pnode *n)
{
	p->depth--;
	return dt_parse_failed(p) ? NULL : n;
}

static struct dt_pnode *
new_node(struct dt_parser *p, enum dt_pkind kind,
    int line)
{
	struct dt_pnode *n = dt_parse_alloc(p, sizeof(*n));

	if (n != NULL) {
		n->kind = kind;
		n->line = line;
		n->depth = 1;
	}
	return n;
}

static bool
grow_depth(struct dt_parser *p, struct dt_pnode *n,
    const struct dt_pnode *child)
{
	if (child != NULL && child->depth >= n->depth)
		n->depth = (uint16_t)(child->depth + 1);
	if (n->depth <= DT_MAXDEPTH)
		return true;
	dt_diag_set(p->diag, D_SYNTAX, n->line,
	    "the expression has more than %d operators in a row or nested: "
	    "split it", DT_MAXDEPTH);
	return false;
}

/* Make a node with up to three operands; NULL if one of them failed. */
static struct dt_pnode *
join(struct dt_parser *p, enum dt_pkind kind,
    const struct dt_tok *op, struct dt_pnode *left, struct dt_pnode *right,
    struct dt_pnode *third)
{
	struct dt_pnode *n;

	if (dt_parse_failed(p))
		return NULL;
	n = new_node(p, kind, op->line);
	if (n == NULL)
		return NULL;
	n->tok = op->id;
	n->left = left;
	n->right = right;
	n->third = third;
	return grow_depth(p, n, left) && grow_depth(p, n, right) &&
	    grow_depth(p, n, third) ? n : NULL;
}

/* Parse arguments up to the closing token, which is read. */
static void
parse_args(struct dt_parser *p, struct dt_pnode *n,
    enum dt_tokid close, const char *wanted)
{
	struct dt_pnode **tail = &n->args;

	if (dt_parse_accept(p, close))
		return;
	do {
		*tail = dt_parse_assign(p);
		if (*tail == NULL || !grow_depth(p, n, *tail))
			return;
		tail = &(*tail)->next;
		n->nargs++;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	(void) dt_parse_expect(p, close, wanted);
}

static struct dt_pnode *
parse_agg(struct dt_parser *p)
{
	struct dt_pnode *n = new_node(p, DT_P_AGG, p->lex.tok.line);

	if (n == NULL)
		return NULL;
	n->name = p->lex.tok.str;
	dt_lex_next(&p->lex);
	if (!dt_parse_accept(p, DT_TOK_LBRACKET))
		return n;
	n->indexed = true;
	parse_args(p, n, DT_TOK_RBRACKET,
	    "\",\" and another key, or \"]\"");
	if (!dt_parse_failed(p) && n->nargs == 0)
		dt_diag_set(p->diag, D_SYNTAX, n->line,
		    "@%s[] has no key: write a key, or leave out []", n->name);
	if (p->lex.tok.id == DT_TOK_LBRACKET)
		dt_diag_set(p->diag, D_AGG_MDIM, n->line,
		    "@%s takes its keys in one [ ]: write @%s[a, b], not "
		    "@%s[a][b]", n->name, n->name, n->name);
	return n;
}

/* Parse self->x or this->x. */
static struct dt_pnode *
parse_scoped(struct dt_parser *p)
{
	enum dt_tokid scope = p->lex.tok.id;
	struct dt_pnode *n;

	dt_lex_next(&p->lex);
	if (!dt_parse_expect(p, DT_TOK_ARROW, scope == DT_TOK_W_SELF ?
	    "\"->\" and a variable after self" :
	    "\"->\" and a variable after this"))
		return NULL;
	n = new_node(p, scope == DT_TOK_W_SELF ? DT_P_SELF : DT_P_THIS,
	    p->lex.tok.line);
	if (n == NULL)
		return NULL;
	n->name = p->lex.tok.str;
	return dt_parse_expect(p, DT_TOK_IDENT, "the name of a variable") ?
	    n : NULL;
}

/* Parse a string; as in C, adjacent string constants are joined. */
static struct dt_pnode *
parse_string(struct dt_parser *p)
{
	struct dt_pnode *n = new_node(p, DT_P_STRING, p->lex.tok.line);
	size_t room = 0;

	while (n != NULL && p->lex.tok.id == DT_TOK_STR) {
		size_t len = n->len + p->lex.tok.slen;

		/* double a full buffer, to avoid quadratic copying */
		if (n->name == NULL) {
			n->name = p->lex.tok.str;
		} else {
			char *s = (char *)(uintptr_t)n->name;

			if (len >= room) {
				room = 2 * len + 1;
				s = dt_parse_alloc(p, room);
				if (s == NULL)
					return NULL;
				memcpy(s, n->name, n->len);
			}
			memcpy(s + n->len, p->lex.tok.str,
			    p->lex.tok.slen + 1);
			n->name = s;
		}
		n->len = len;
		dt_lex_next(&p->lex);
	}
	return n;
}

/* Is it "NAME *)", a cast to a type that does not exist? */
static bool
is_cast(struct dt_parser *p)
{
	char second;

	return p->lex.tok.id == DT_TOK_IDENT &&
	    dt_lex_peek(&p->lex, &second) == '*' && second == ')';
}

/* Does the current token start a value, and so follow no complete one? */
static bool
starts_value(const struct dt_parser *p)
{
	enum dt_wordclass class = dt_lex_row(p->lex.tok.id)->class;

	switch (p->lex.tok.id) {
	case DT_TOK_INT:
	case DT_TOK_STR:
	case DT_TOK_IDENT:
	case DT_TOK_SCOPED:
	case DT_TOK_W_SELF:
	case DT_TOK_W_THIS:
		return true;
	default:
		return class == DT_WORD_SIZEOF || class == DT_WORD_UNARY;
	}
}

static struct dt_pnode *
no_type(struct dt_parser *p, int line, const char *name)
{
	(void) dt_check_notype(p->diag, p->lex.types, line, name,
	    dt_parse_sought(p, name));
	return NULL;
}

static struct dt_pnode *
parse_paren(struct dt_parser *p)
{
	struct dt_pnode *n;

	dt_lex_next(&p->lex);
	if (is_cast(p))
		return no_type(p, p->lex.tok.line, p->lex.tok.str);
	n = dt_parse_expr(p);
	if (n == NULL || !dt_parse_expect(p, DT_TOK_RPAREN,
	    "an operator or \")\""))
		return NULL;
	if (n->kind == DT_P_IDENT && starts_value(p))
		return no_type(p, n->line, n->name);
	return n;
}

/* A constant or a name. */
static struct dt_pnode *
parse_leaf(struct dt_parser *p, enum dt_pkind kind)
{
	struct dt_pnode *n = new_node(p, kind, p->lex.tok.line);

	if (n == NULL)
		return NULL;
	n->name = p->lex.tok.str;
	n->type = p->lex.tok.type;
	n->value = p->lex.tok.value;
	dt_lex_next(&p->lex);
	return n;
}

/* xlate <type> (expression) */
static struct dt_pnode *
parse_xlate(struct dt_parser *p)
{
	struct dt_tok op = p->lex.tok;
	struct dt_pnode *n;
	struct dt_type type;

	dt_lex_next(&p->lex);
	if (!dt_parse_expect(p, DT_TOK_LT, "\"<\" and a type after xlate") ||
	    !dt_parse_typename(p, &type) ||
	    !dt_parse_expect(p, DT_TOK_GT, "\">\" after the type"))
		return NULL;
	if (p->lex.tok.id != DT_TOK_LPAREN) {
		dt_parse_unexpected(p, "\"(\" and the value to translate");
		return NULL;
	}
	n = join(p, DT_P_XLATE, &op, parse_paren(p), NULL, NULL);
	if (n != NULL)
		n->type = type;
	return n;
}

static struct dt_pnode *
parse_primary(struct dt_parser *p)
{
	switch (p->lex.tok.id) {
	case DT_TOK_INT:
		return parse_leaf(p, DT_P_INT);
	case DT_TOK_STR:
		return parse_string(p);
	case DT_TOK_IDENT:
		return parse_leaf(p, DT_P_IDENT);
	case DT_TOK_SCOPED:
		return parse_leaf(p, DT_P_SYMBOL);
	case DT_TOK_AGGNAME:
		return parse_agg(p);
	case DT_TOK_LPAREN:
		return parse_paren(p);
	case DT_TOK_W_XLATE:
		return parse_xlate(p);
	case DT_TOK_W_SELF:
	case DT_TOK_W_THIS:
		return parse_scoped(p);
	default:
		dt_parse_unexpected(p, "an expression");
		return NULL;
	}
}

static struct dt_pnode *
parse_call(struct dt_parser *p, struct dt_pnode *f)
{
	int since;

	if (f->kind != DT_P_IDENT) {
		dt_diag_set(p->diag, D_FUNC_IDENT, f->line,
		    "only a function can be called: write its name before "
		    "\"(\"");
		return NULL;
	}
	since = dt_lex_since(&p->lex, f->name);
	if (since != 0) {
		dt_diag_set(p->diag, D_FUNC_UNDEF, f->line,
		    "%s() is a function of D 1.%d, and the program requires an "
		    "older version: raise option version", f->name, since);
		return NULL;
	}
	dt_lex_next(&p->lex);
	f->kind = DT_P_CALL;
	parse_args(p, f, DT_TOK_RPAREN,
	    "\",\" and another argument, or \")\"");
	return f;
}

static struct dt_pnode *
parse_index(struct dt_parser *p, struct dt_pnode *left)
{
	struct dt_tok op = p->lex.tok;
	struct dt_pnode *n = join(p, DT_P_INDEX, &op, left, NULL, NULL);

	if (n == NULL)
		return NULL;
	dt_lex_next(&p->lex);
	parse_args(p, n, DT_TOK_RBRACKET,
	    "\",\" and another index, or \"]\"");
	return n;
}

static struct dt_pnode *
parse_member(struct dt_parser *p,
    struct dt_pnode *left)
{
	struct dt_tok op = p->lex.tok;
	struct dt_pnode *n = join(p, DT_P_MEMBER, &op, left, NULL, NULL);

	if (n == NULL)
		return NULL;
	dt_lex_next(&p->lex);
	(void) dt_parse_name(p, &n->name, "the name of a member");
	return n;
}

static struct dt_pnode *
parse_postinc(struct dt_parser *p,
    struct dt_pnode *left)
{
	struct dt_pnode *n = join(p, DT_P_POSTINC, &p->lex.tok, left, NULL,
	    NULL);

	dt_lex_next(&p->lex);
	return n;
}

static struct dt_pnode *
parse_postfix(struct dt_parser *p)
{
	struct dt_pnode *n = parse_primary(p);

	while (n != NULL && !dt_parse_failed(p)) {
		switch (p->lex.tok.id) {
		case DT_TOK_LPAREN:
			n = parse_call(p, n);
			break;
		case DT_TOK_LBRACKET:
			n = parse_index(p, n);
			break;
		case DT_TOK_DOT:
		case DT_TOK_ARROW:
			n = parse_member(p, n);
			break;
		case DT_TOK_INC:
		case DT_TOK_DEC:
			n = parse_postinc(p, n);
			break;
		default:
			return n;
		}
	}
	return NULL;
}

/* Parse a type after "(", which was read: the operand of sizeof, or a cast. */
static struct dt_pnode *
parse_parentype(struct dt_parser *p, bool is_sizeof)
{
	struct dt_tok op = p->lex.tok;
	struct dt_pnode *n;
	struct dt_type type;
	bool is_user;

	if (!dt_parse_abstract(p, &type) ||
	    !dt_parse_expect(p, DT_TOK_RPAREN, "\")\" after the type"))
		return NULL;
	is_user = p->is_user;
	n = join(p, is_sizeof ? DT_P_SIZEOFTYPE : DT_P_CAST, &op,
	    is_sizeof ? NULL : parse_unary(p), NULL, NULL);
	if (n == NULL)
		return NULL;
	n->type = type;
	n->is_user = is_user;
	return n;
}

/*
 * Read a "(" that a type follows.  False: the current token is not "(", or the
 * parenthesis starts an expression; nothing has been read.
 */
static bool
accept_parentype(struct dt_parser *p)
{
	struct dt_lex saved = p->lex;
	bool is_type;

	if (p->lex.tok.id != DT_TOK_LPAREN)
		return false;
	p->lex.dump = NULL;
	dt_lex_next(&p->lex);
	is_type = dt_parse_isparentype(p);
	p->lex = saved;
	return is_type && dt_parse_accept(p, DT_TOK_LPAREN);
}

static struct dt_pnode *
parse_sizeof(struct dt_parser *p)
{
	struct dt_tok op = p->lex.tok;

	dt_lex_next(&p->lex);
	if (accept_parentype(p))
		return parse_parentype(p, true);
	return join(p, DT_P_SIZEOF, &op, parse_unary(p), NULL, NULL);
}

/* offsetof(type, member) */
static struct dt_pnode *
parse_offsetof(struct dt_parser *p)
{
	struct dt_pnode *n = new_node(p, DT_P_OFFSETOF, p->lex.tok.line);

	dt_lex_next(&p->lex);
	if (n == NULL || !dt_parse_expect(p, DT_TOK_LPAREN,
	    "\"(\" and a type after offsetof") ||
	    !dt_parse_typename(p, &n->type) ||
	    !dt_parse_expect(p, DT_TOK_COMMA, "\",\" and a member"))
		return NULL;
	return dt_parse_name(p, &n->name, "the name of a member") &&
	    dt_parse_expect(p, DT_TOK_RPAREN, "\")\" after the member") ?
	    n : NULL;
}

/* stringof is an operator to the parser, and a subroutine to the checks. */
static struct dt_pnode *
parse_stringof(struct dt_parser *p)
{
	struct dt_tok op = p->lex.tok;
	struct dt_pnode *arg, *n;

	dt_lex_next(&p->lex);
	arg = parse_unary(p);
	n = arg != NULL ? new_node(p, DT_P_CALL, op.line) : NULL;
	if (n == NULL || !grow_depth(p, n, arg))
		return NULL;
	n->name = "stringof";
	n->args = arg;
	n->nargs = 1;
	return n;
}

static struct dt_pnode *
parse_cast(struct dt_parser *p)
{
	return accept_parentype(p) ? parse_parentype(p, false) :
	    parse_postfix(p);
}

static struct dt_pnode *
parse_prefix(struct dt_parser *p, enum dt_pkind kind)
{
	struct dt_tok op = p->lex.tok;

	dt_lex_next(&p->lex);
	return join(p, kind, &op, parse_unary(p), NULL, NULL);
}

static struct dt_pnode *
parse_unary_in(struct dt_parser *p)
{
	switch (p->lex.tok.id) {
	case DT_TOK_INC:
	case DT_TOK_DEC:
		return parse_prefix(p, DT_P_PREINC);
	case DT_TOK_ADD:
	case DT_TOK_SUB:
	case DT_TOK_NOT:
	case DT_TOK_TILDE:
	case DT_TOK_MUL:
	case DT_TOK_AND:
		return parse_prefix(p, DT_P_UNARY);
	case DT_TOK_W_SIZEOF:
		return parse_sizeof(p);
	case DT_TOK_W_OFFSETOF:
		return parse_offsetof(p);
	case DT_TOK_W_STRINGOF:
		return parse_stringof(p);
	case DT_TOK_LPAREN:
		return parse_cast(p);
	default:
		return parse_postfix(p);
	}
}

static struct dt_pnode *
parse_unary(struct dt_parser *p)
{
	if (!enter(p))
		return leave(p, NULL);
	return leave(p, parse_unary_in(p));
}

/* Operators of precedence prec and above, all left-associative. */
static struct dt_pnode *
parse_binary(struct dt_parser *p, unsigned int prec)
{
	struct dt_pnode *left = parse_unary(p);

	while (left != NULL) {
		struct dt_tok op = p->lex.tok;
		unsigned int mine = dt_lex_row(op.id)->prec;

		if (mine == 0 || mine < prec)
			break;
		dt_lex_next(&p->lex);
		left = join(p, DT_P_BINARY, &op, left,
		    parse_binary(p, mine + 1), NULL);
	}
	return left;
}

static struct dt_pnode *
parse_cond(struct dt_parser *p)
{
	struct dt_pnode *c = parse_binary(p, 1), *yes, *no;
	struct dt_tok op = p->lex.tok;

	if (c == NULL || !dt_parse_accept(p, DT_TOK_QUESTION))
		return c;
	yes = dt_parse_expr(p);
	if (yes == NULL || !dt_parse_expect(p, DT_TOK_COLON,
	    "the \":\" that belongs to \"?\""))
		return NULL;
	no = enter(p) ? parse_cond(p) : NULL;
	return join(p, DT_P_COND, &op, c, yes, leave(p, no));
}

static bool
is_assign(enum dt_tokid id)
{
	return id == DT_TOK_ASSIGN || id == DT_TOK_ASSIGN_SHL ||
	    id == DT_TOK_ASSIGN_SHR ||
	    (id >= DT_TOK_ASSIGN_MUL && id <= DT_TOK_ASSIGN_OR);
}

struct dt_pnode *
dt_parse_assign(struct dt_parser *p)
{
	struct dt_pnode *left, *right = NULL;
	struct dt_tok op;

	if (!enter(p))
		return leave(p, NULL);
	left = parse_cond(p);
	op = p->lex.tok;
	if (left != NULL && is_assign(op.id)) {
		dt_lex_next(&p->lex);
		right = dt_parse_assign(p);
		left = join(p, DT_P_ASSIGN, &op, left, right, NULL);
	}
	return leave(p, left);
}

struct dt_pnode *
dt_parse_expr(struct dt_parser *p)
{
	struct dt_pnode *n = dt_parse_assign(p);

	while (n != NULL && p->lex.tok.id == DT_TOK_COMMA) {
		struct dt_tok op = p->lex.tok;

		dt_lex_next(&p->lex);
		n = join(p, DT_P_COMMA, &op, n, dt_parse_assign(p), NULL);
	}
	return dt_parse_failed(p) ? NULL : n;
}
