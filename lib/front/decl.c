/* SPDX-License-Identifier: MIT */
/* decl.c - the names of types, and declarations of variables. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "front/check.h"
#include "front/parse.h"
#include "front/scope.h"

enum { MAX_WORDS = 12 };

static bool
is_typedef(struct dt_parser *p, const char *name)
{
	struct dt_type t;

	return dt_type_lookup(p->lex.types, name, &t) == 0;
}

/* The same in the kernel's types, too; reading them takes milliseconds. */
static bool
is_ktypedef(struct dt_parser *p, const char *name)
{
	struct dt_type t;

	return dt_type_klookup(p->lex.types, name, &t) == 0;
}

/*
 * Find a type in the processes of the clause or of the handle; the last place
 * to look, as debug information is large.  0, -ENOENT or -ENOMEM.
 */
static int
user_type(struct dt_parser *p, const char *name, struct dt_type *out)
{
	const struct dt_env *env = p->lex.env;
	struct dt_usertype *u = &p->user;

	if (env->usertype == NULL || p->lex.included != 0 ||
	    p->lex.src->is_library)
		return -ENOENT;
	if (u->name == NULL || strcmp(u->name, name) != 0) {
		u->name = name;
		u->err = env->usertype(env->arg, u);
	}
	*out = u->type;
	return u->err;
}

static bool
is_anytypedef(struct dt_parser *p, const char *name)
{
	struct dt_type t;

	return is_ktypedef(p, name) || user_type(p, name, &t) == 0;
}

/*
 * A word after "(" is usually a variable.  Only a word spelled like a type is
 * looked up in the kernel's types, so that other programs never load them.
 */
bool
dt_parse_seemstype(const char *s)
{
	static const char *const numbers[] = { "u8", "u16", "u32", "u64", "s8",
		"s16", "s32", "s64" };
	size_t i, len = strlen(s);

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (strcmp(s, numbers[i]) == 0)
			return true;
	return (len > 2 && strcmp(s + len - 2, "_t") == 0) ||
	    strncmp(s, "__", 2) == 0;
}

/* After "(" and a name: can it only be a cast, (name *) or (name)operand? */
static bool
ends_cast(char next, char second)
{
	return next == '*' ? second == ')' : next == ')' &&
	    (isalnum((unsigned char)second) || second == '_' || second == '"');
}

static bool
is_tagword(enum dt_tokid id)
{
	return id == DT_TOK_W_STRUCT || id == DT_TOK_W_UNION ||
	    id == DT_TOK_W_ENUM;
}

static bool
is_name(const struct dt_tok *t)
{
	return t->id == DT_TOK_IDENT || t->id == DT_TOK_SCOPED;
}

/* The word struct, union or enum in module`struct; DT_TOK_EOF: another one. */
static enum dt_tokid
scoped_tagword(const struct dt_tok *t)
{
	const char *last = strrchr(t->str, '`') + 1;
	enum dt_tokid id = dt_lex_word(last, strlen(last));

	return is_tagword(id) ? id : DT_TOK_EOF;
}

bool
dt_parse_isparentype(struct dt_parser *p)
{
	const struct dt_tok *t = &p->lex.tok;
	char second, next = dt_lex_peek(&p->lex, &second);

	if (t->id == DT_TOK_SCOPED)
		return scoped_tagword(t) != DT_TOK_EOF ||
		    ((next == ')' || next == '*') &&
		    is_anytypedef(p, t->str));
	return dt_parse_istype(p) || (t->id == DT_TOK_IDENT &&
	    (next == ')' || next == '*') && (dt_parse_seemstype(t->str) ||
	    ends_cast(next, second)) && is_anytypedef(p, t->str));
}

bool
dt_parse_istype(struct dt_parser *p)
{
	const struct dt_tok *t = &p->lex.tok;

	return dt_lex_row(t->id)->class == DT_WORD_TYPE ||
	    (t->id == DT_TOK_IDENT && is_typedef(p, t->str));
}

/* Words of a type that exclude certain others. */
enum {
	SHORT = 1 << 0,
	LONG = 1 << 1,
	SIZED = SHORT | LONG,
	SIGNED = 1 << 2,	/* signed, unsigned */
	TAGGED = 1 << 3,	/* struct, union, enum */
	VOID = 1 << 4,
	CHAR = 1 << 5,
};

/* The words of a type so far. */
struct words {
	const char *text;
	unsigned int kinds;
	bool named;		/* a word other than a qualifier was read */
	bool defined;		/* type is a struct with its members */
	bool again;		/* another type followed these */
	struct dt_type type;
	const char *tag;	/* of a struct or union, or NULL */
	bool is_union;
	const char *name;	/* "struct x" or a typedef, or NULL */
};

/*
 * After struct, union or enum: read a tag, members, or both.  scope is the
 * module` before that word, or "".
 */
static void
tag_word(struct dt_parser *p, enum dt_tokid word, const char *scope,
    struct words *w)
{
	struct dt_newstruct made = { .is_union = word == DT_TOK_W_UNION,
		.is_packed = p->lex.tok.gnu.is_packed,
		.align = p->lex.tok.gnu.align };
	const char *tag = NULL;

	if (is_name(&p->lex.tok)) {
		tag = dt_arena_printf(p->arena, "%s%s", scope,
		    p->lex.tok.str);
		w->is_union = word == DT_TOK_W_UNION;
		w->tag = word != DT_TOK_W_ENUM ? tag : NULL;
		w->name = dt_arena_printf(p->arena, "%s %s",
		    dt_lex_row(word)->text, tag);
		w->text = dt_arena_printf(p->arena, "%s %s", w->text, tag);
		if (w->text == NULL)
			return;
		dt_lex_next(&p->lex);
	} else if (p->lex.tok.id != DT_TOK_LBRACE) {
		dt_parse_unexpected(p, "a tag");
	}
	if (p->lex.tok.id != DT_TOK_LBRACE || dt_parse_failed(p))
		return;
	if (tag != NULL && strchr(tag, '`') != NULL) {
		dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
		    "%s names a type that exists already, which a program "
		    "cannot define", tag);
		return;
	}
	made.tag = tag;
	w->defined = word == DT_TOK_W_ENUM ?
	    dt_parse_enum(p, tag, &w->type) :
	    dt_parse_struct(p, &made, &w->type);
}

/* Is the type usually one that the program defines later? */
static bool
is_early(const struct dt_parser *p)
{
	return p->lex.tok.id == DT_TOK_SEMI || p->protos != 0 ||
	    p->lex.included != 0 ||
	    (p->structs != 0 && p->lex.tok.id == DT_TOK_MUL);
}

/*
 * May the struct or union be defined later?  Yes, as in C, but if the kernel's
 * types cannot be read only where that is usual, as it may be one of them.
 */
static bool
may_follow(struct dt_parser *p, const struct words *w)
{
	return w->tag != NULL && strchr(w->tag, '`') == NULL &&
	    (is_early(p) || dt_types_nokernel(p->lex.types) == NULL);
}

/* Is there no such type, or only a declaration of it?  err: of its search. */
static bool
is_missing(struct dt_parser *p, int err, const struct dt_type *t)
{
	struct dt_type full = *t;

	return err == -ENOENT || (err == 0 &&
	    dt_type_complete(p->lex.types, &full) == -ENODATA);
}

/* Is it a type of a process?  *err is that of its search elsewhere. */
static bool
find_user(struct dt_parser *p, const struct words *w, int *err,
    struct dt_type *out)
{
	struct dt_type t;
	int rc;

	if (w->name == NULL || is_early(p) || !is_missing(p, *err, out))
		return false;
	rc = user_type(p, w->name, &t);
	p->is_user = rc == 0;
	if (rc == -ENOENT)
		return false;
	*err = rc;
	*out = t;
	return true;
}

static int
find_type(struct dt_parser *p, const struct words *w, struct dt_type *out)
{
	int err = dt_type_klookup(p->lex.types, w->text, out);

	if (find_user(p, w, &err, out) || err != -ENOENT || !may_follow(p, w))
		return err;
	err = dt_type_forward(p->lex.types, w->is_union, w->tag);
	return err != 0 ? err : dt_type_lookup(p->lex.types, w->text, out);
}

static unsigned int
kind_of(enum dt_tokid id)
{
	switch (id) {
	case DT_TOK_W_SHORT:
		return SHORT;
	case DT_TOK_W_LONG:
		return LONG;
	case DT_TOK_W_SIGNED:
	case DT_TOK_W_UNSIGNED:
		return SIGNED;
	case DT_TOK_W_VOID:
		return VOID;
	case DT_TOK_W_CHAR:
		return CHAR;
	default:
		return is_tagword(id) ? TAGGED : 0;
	}
}

static bool
is_qualifier(enum dt_tokid id)
{
	return id == DT_TOK_W_CONST || id == DT_TOK_W_VOLATILE ||
	    id == DT_TOK_W_RESTRICT;
}

/* Take module`struct apart; the module and its ` are returned, or "". */
static const char *
split_tagword(struct dt_parser *p, struct dt_tok *t)
{
	enum dt_tokid word = t->id == DT_TOK_SCOPED ? scoped_tagword(t) :
	    DT_TOK_EOF;
	const char *scope;

	if (word == DT_TOK_EOF)
		return "";
	t->id = word;
	scope = dt_arena_strndup(p->arena, t->str,
	    (size_t)(strrchr(t->str, '`') + 1 - t->str));
	if (scope == NULL)
		dt_diag_nomem(p->diag);
	return scope;
}

/* Read one word of a type; false if the next token is none, or on failure. */
static bool
type_word(struct dt_parser *p, struct words *w)
{
	struct dt_tok t = p->lex.tok;
	const char *scope = split_tagword(p, &t);

	/* after a type these are names, as only D reserves them */
	if (w->named && (t.id == DT_TOK_W_STRING || t.id == DT_TOK_W_USERLAND))
		return false;
	if (dt_lex_row(t.id)->class != DT_WORD_TYPE &&
	    (!is_name(&t) || w->named || !is_anytypedef(p, t.str)))
		return false;
	w->again = w->again || (w->defined && !is_qualifier(t.id));
	w->kinds |= kind_of(t.id);
	w->named = w->named || !is_qualifier(t.id);
	dt_lex_next(&p->lex);
	if (t.id == DT_TOK_W_RESTRICT)
		return !dt_parse_failed(p);
	w->text = dt_arena_printf(p->arena, "%s%s%s", w->text,
	    *w->text != '\0' ? " " : "", is_name(&t) ? t.str :
	    dt_lex_row(t.id)->text);
	if (is_name(&t))
		w->name = t.str;
	if (w->text != NULL && scope != NULL && is_tagword(t.id))
		tag_word(p, t.id, scope, w);
	if (w->text == NULL)
		dt_diag_nomem(p->diag);
	return !dt_parse_failed(p);
}

const char *
dt_parse_sought(const struct dt_parser *p, const char *name)
{
	return name != NULL && p->user.name != NULL &&
	    strcmp(p->user.name, name) == 0 ? p->user.why : "";
}

static void
no_type(struct dt_parser *p, int line, const struct words *w)
{
	const char *why = dt_types_nokernel(p->lex.types);
	const char *sought = dt_parse_sought(p, w->name);

	dt_diag_set(p->diag, D_TYPE_ERR, line,
	    "there is no type \"%.60s\"%s%s%s", w->text, sought,
	    why != NULL ? ", and the kernel's types cannot be read: " : "",
	    why != NULL ? why : "");
}

/* Report words that form no type, with the reason if it is known. */
static void
report_clash(struct dt_parser *p, int line, const struct words *w)
{
	enum dt_tag tag = D_DECL_COMBO;
	const char *why = "";

	if (w->kinds & TAGGED && w->kinds & SIZED) {
		tag = D_DECL_LONGINT;
		why = ": short and long apply to integers only";
	} else if (w->kinds & TAGGED && w->kinds & SIGNED) {
		tag = D_DECL_SIGNINT;
		why = ": signed and unsigned apply to integers only";
	} else if (w->kinds & VOID && w->kinds & (SIZED | SIGNED)) {
		tag = D_DECL_VOIDATTR;
		why = ": void has no size and no sign";
	} else if (w->kinds & CHAR && w->kinds & SIZED) {
		tag = D_DECL_CHARATTR;
		why = ": a char is neither short nor long";
	} else if ((w->kinds & SIZED) == SIZED) {
		tag = D_UNKNOWN;
		why = ": write either short or long";
	} else if (w->again) {
		why = ": write \";\" after the definition";
	}
	dt_diag_set(p->diag, tag, line, "\"%.60s\" is not a type%s", w->text,
	    why);
}

static int
type_of_words(struct dt_parser *p, const struct words *w, int n,
    struct dt_type *out)
{
	if (n > MAX_WORDS || w->again ||
	    (w->defined && w->kinds & (SIZED | SIGNED)))
		return -EINVAL;
	if (!w->defined)
		return find_type(p, w, out);
	*out = w->type;
	return 0;
}

/*
 * Does a name follow that can only be one to declare?  After a storage class or
 * a qualifier it is declared as an int.
 */
static bool
is_untyped(struct dt_parser *p)
{
	char next = dt_lex_peek(&p->lex, NULL);

	return p->lex.tok.id == DT_TOK_IDENT && next != '\0' &&
	    strchr(";,[(", next) != NULL && !dt_parse_istype(p);
}

bool
dt_parse_classtype(struct dt_parser *p, struct dt_type *out)
{
	if (!is_untyped(p))
		return dt_parse_basetype(p, out);
	*out = dt_type_basic(p->lex.types, DT_T_INT);
	return true;
}

bool
dt_parse_basetype(struct dt_parser *p, struct dt_type *out)
{
	struct words w = { .text = "" };
	int line = p->lex.tok.line, n = 0, err;

	while (n <= MAX_WORDS && type_word(p, &w))
		n++;
	if (dt_parse_failed(p))
		return false;
	if (!w.named && n > 0 && is_untyped(p)) {
		*out = dt_type_basic(p->lex.types, DT_T_INT);
		return true;
	}
	if (!w.named && p->lex.tok.id == DT_TOK_IDENT) {
		(void) dt_check_notype(p->diag, p->lex.types,
		    p->lex.tok.line, p->lex.tok.str,
		    dt_parse_sought(p, p->lex.tok.str));
		return false;
	}
	if (n == 0) {
		dt_parse_unexpected(p, "a type");
		return false;
	}
	p->is_user = false;
	err = type_of_words(p, &w, n, out);
	p->defined = w.defined;
	if (err == 0)
		return true;
	if (err == -EINVAL)
		report_clash(p, line, &w);
	else if (err == -ENOMEM)
		dt_diag_nomem(p->diag);
	else
		no_type(p, line, &w);
	return false;
}

bool
dt_parse_typename(struct dt_parser *p, struct dt_type *out)
{
	return dt_parse_basetype(p, out) && dt_parse_stars(p, out);
}

static bool
is_value(const struct dt_type *t)
{
	return dt_type_isint(t) || dt_type_isstring(t) ||
	    t->kind == DT_TYPE_POINTER;
}

/* Is it an object?  Its size must be known. */
static bool
is_object(struct dt_parser *p, struct dt_pdecl *d)
{
	char buf[64];

	if (!dt_type_isobject(&d->type))
		return false;
	if (dt_type_complete(p->lex.types, &d->type) != 0 ||
	    d->type.size == 0)
		dt_diag_set(p->diag, D_DECL_INCOMPLETE, d->line,
		    "the size of %s is not known: %s is not defined", d->name,
		    dt_type_name(p->lex.types, &d->type, buf, sizeof(buf)));
	return true;
}

/* Check the type of a variable. */
static bool
check_type(struct dt_parser *p, struct dt_pdecl *d)
{
	char buf[64];

	if (is_value(&d->type) || is_object(p, d))
		return !dt_parse_failed(p);
	if (d->type.kind == DT_TYPE_VOID)
		dt_diag_set(p->diag, D_DECL_VOIDOBJ, d->line,
		    "variable %s cannot have type void, which has no values",
		    d->name);
	else
		dt_diag_set(p->diag, D_VAR_UNSUP, d->line,
		    "variable %s cannot have type %s%s", d->name,
		    dt_type_name(p->lex.types, &d->type, buf, sizeof(buf)),
		    !dt_type_isobject(&d->type) ? "" : ": put the array "
		    "in a struct");
	return false;
}

static bool
check_keytype(struct dt_parser *p, const struct dt_pdecl *d,
    const struct dt_type *t)
{
	char buf[64];

	if (is_value(t) || dt_type_isstruct(t))
		return true;
	dt_diag_set(p->diag, D_DECL_PROTO_TYPE, d->line,
	    "a key of %s[] cannot have type %s: keys are integers, strings, "
	    "pointers and structs", d->name,
	    dt_type_name(p->lex.types, t, buf, sizeof(buf)));
	return false;
}

/* [type, type ...] after the name of an associative array. */
static bool
parse_keytypes(struct dt_parser *p, struct dt_pdecl *d)
{
	d->is_array = true;
	if (d->kind == DT_ID_THIS)
		dt_diag_set(p->diag, D_DECL_LOCASSC, d->line,
		    "this->%s[]: a this-> variable cannot be an array: declare "
		    "a global or self-> one", d->name);
	else if (p->lex.tok.id == DT_TOK_RBRACKET)
		dt_diag_set(p->diag, D_DECL_ARRNULL, d->line,
		    "%s[] has no keys: write their types, as in "
		    "%s[int, string]", d->name, d->name);
	while (dt_parse_startparam(p, "a key of an array")) {
		struct dt_type t;

		if (d->nkeys == DT_MAXKEYS)
			return dt_diag_set(p->diag, D_PROTO_LEN, d->line,
			    "%s[] has more than %d keys", d->name,
			    DT_MAXKEYS) == 0;
		if (!dt_parse_typename(p, &t) || !check_keytype(p, d, &t))
			return false;
		/* pointers are stored as integers */
		d->keys[d->nkeys++] = t.kind != DT_TYPE_POINTER ? t :
		    dt_type_basic(p->lex.types, DT_T_ULONG);
		/* as in a prototype, a key may have a name */
		(void) dt_parse_accept(p, DT_TOK_IDENT);
		if (!dt_parse_accept(p, DT_TOK_COMMA))
			return dt_parse_expect(p, DT_TOK_RBRACKET,
			    "\",\" and another type, or \"]\"");
	}
	return false;
}

/* Skip the parameters of a function, which D cannot call. */
static bool
parse_proto(struct dt_parser *p, const struct dt_pdecl *d)
{
	if (d->kind != DT_ID_GLOBAL)
		return dt_diag_set(p->diag, D_DECL_CLASS, d->line,
		    "%s(): a function is neither self nor this", d->name) == 0;
	return dt_parse_function(p);
}

/* The elements of an associative array may be arrays of a fixed size. */
static bool
parse_elements(struct dt_parser *p, struct dt_pdecl *d)
{
	return !dt_parse_accept(p, DT_TOK_LBRACKET) ?
	    !dt_parse_failed(p) : dt_parse_dimensions(p, &d->type);
}

/* Parse the types of keys, or sizes, after a [. */
static bool
parse_array(struct dt_parser *p, struct dt_pdecl *d)
{
	const struct dt_tok *t = &p->lex.tok;

	if (t->id == DT_TOK_RBRACKET || t->id == DT_TOK_ELLIPSIS ||
	    dt_parse_isclass(t->id) || dt_parse_istype(p) ||
	    (t->id == DT_TOK_IDENT &&
	    dt_scope_find(p->lex.scope, DT_ID_GLOBAL, t->str) == NULL &&
	    is_ktypedef(p, t->str)))
		return parse_keytypes(p, d) && parse_elements(p, d);
	return dt_parse_dimensions(p, &d->type);
}

/* Parse the types of keys after the name of a variable, if there are any. */
static bool
parse_suffix(struct dt_parser *p, struct dt_pdecl *d)
{
	switch (p->lex.tok.id) {
	case DT_TOK_LBRACKET:
		return dt_parse_accept(p, DT_TOK_LBRACKET) &&
		    parse_array(p, d);
	case DT_TOK_LPAREN:
		d->is_function = true;
		return parse_proto(p, d);
	case DT_TOK_ASSIGN:
		dt_diag_set(p->diag, D_SYNTAX, d->line,
		    "a declaration cannot assign a value: assign %s in a "
		    "clause, as in BEGIN { %s = ...; }", d->name, d->name);
		return false;
	default:
		return true;
	}
}

static bool
parse_declarator(struct dt_parser *p, struct dt_pdecl *d)
{
	if (!dt_parse_stars(p, &d->type))
		return false;
	d->line = p->lex.tok.line;
	d->name = p->lex.tok.str;
	if (p->lex.tok.id == DT_TOK_SEMI) {
		dt_diag_set(p->diag, D_DECL_USELESS, d->line,
		    "the declaration declares nothing: name a variable");
		return false;
	}
	if (p->lex.tok.id == DT_TOK_LPAREN)
		return dt_parse_declarator(p, &d->type, &d->name,
		    "the name of a variable") && check_type(p, d);
	return dt_parse_newname(p, "the name of a variable") &&
	    parse_suffix(p, d) && (d->is_function || check_type(p, d));
}

/*
 * Parse the type before declarators, after a storage class if there is one.
 * False: it is wrong, or none follow, as a type can be defined without a
 * variable.
 */
static bool
parse_base(struct dt_parser *p, bool has_class, struct dt_type *base)
{
	return (has_class ? dt_parse_classtype(p, base) :
	    dt_parse_basetype(p, base)) && (p->lex.tok.id != DT_TOK_SEMI ||
	    (!dt_type_isstruct(base) && base->kind != DT_TYPE_ENUM));
}

/* Only prototypes of functions may be static, and none auto or register. */
static bool
check_class(struct dt_parser *p, const struct dt_pdecl *d, enum dt_tokid class)
{
	if (class == DT_TOK_EOF || (class == DT_TOK_W_STATIC && d->is_function))
		return true;
	dt_diag_set(p->diag, D_DECL_BADCLASS, d->line,
	    "%s %s of D cannot be %s: declare it with self or this, or with "
	    "neither to make it global", d->is_function ? "function" :
	    "variable", d->name, dt_lex_row(class)->text);
	return false;
}

/* class is the storage class before them, or DT_TOK_EOF. */
static void
parse_declarators(struct dt_parser *p, enum dt_idkind kind,
    enum dt_tokid class, struct dt_pstmt ***tail)
{
	struct dt_type base;

	if (!parse_base(p, kind != DT_ID_GLOBAL || class != DT_TOK_EOF, &base))
		return;
	do {
		struct dt_pdecl *d = dt_parse_alloc(p, sizeof(*d));
		struct dt_pstmt *s = dt_parse_alloc(p, sizeof(*s));

		if (d == NULL || s == NULL)
			return;
		d->kind = kind;
		d->type = base;
		if (!parse_declarator(p, d) || !check_class(p, d, class))
			return;
		if (d->is_function)
			continue;
		s->line = d->line;
		s->decl = d;
		**tail = s;
		*tail = &s->next;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
}

/* Append a definition, unless it is NULL. */
static void
add_definition(struct dt_pstmt *s, struct dt_pstmt ***tail)
{
	if (s == NULL)
		return;
	**tail = s;
	*tail = &s->next;
}

/* Parse a declaration that begins with static, auto or register. */
static void
parse_static(struct dt_parser *p, struct dt_pstmt ***tail)
{
	enum dt_tokid class = p->lex.tok.id;

	if (p->lex.included != 0) {
		dt_parse_extern(p);
		return;
	}
	if (!dt_parse_class(p))
		return;
	if (p->lex.tok.id == DT_TOK_W_INLINE)
		(void) dt_parse_inline(p, class);
	else
		parse_declarators(p, DT_ID_GLOBAL, class, tail);
}

/* Parse a declaration other than of D variables.  False: it is not one. */
static bool
parse_definition(struct dt_parser *p, struct dt_pstmt ***tail)
{
	switch (p->lex.tok.id) {
	case DT_TOK_W_INLINE:
		add_definition(dt_parse_inline(p, DT_TOK_EOF), tail);
		return true;
	case DT_TOK_W_TRANSLATOR:
		add_definition(dt_parse_translator(p), tail);
		return true;
	case DT_TOK_W_TYPEDEF:
		dt_parse_typedef(p);
		return true;
	case DT_TOK_W_PROVIDER:
		dt_parse_provider(p);
		return true;
	case DT_TOK_W_EXTERN:
		dt_parse_extern(p);
		return true;
	case DT_TOK_IDENT:
		if (strcmp(p->lex.tok.str, "_Static_assert") != 0)
			return false;
		dt_parse_assertion(p);
		return true;
	default:
		return false;
	}
}

void
dt_parse_decl(struct dt_parser *p, bool in_clause,
    struct dt_pstmt ***tail)
{
	const struct dt_tok *t = &p->lex.tok;
	const struct dt_tokrow *row = dt_lex_row(t->id);
	enum dt_idkind kind = DT_ID_GLOBAL;

	if (!in_clause && parse_definition(p, tail))
		return;
	if (row->class == DT_WORD_STORE && !in_clause) {
		parse_static(p, tail);
		return;
	}
	if (row->class == DT_WORD_OUTER || row->class == DT_WORD_STORE) {
		dt_diag_set(p->diag, D_SYNTAX, t->line,
		    "a clause cannot contain \"%s\": write the declaration "
		    "before the clause", row->text);
	} else if (row->class == DT_WORD_SCOPE) {
		kind = t->id == DT_TOK_W_SELF ? DT_ID_SELF : DT_ID_THIS;
		(void) dt_parse_class(p);
	} else if (in_clause) {
		dt_diag_set(p->diag, D_SYNTAX, t->line,
		    "a global variable cannot be declared in a clause: declare "
		    "it before the clause, or write self or this before the "
		    "type");
	}
	if (!dt_parse_failed(p))
		parse_declarators(p, kind, DT_TOK_EOF, tail);
}

bool
dt_parse_isdecl(struct dt_parser *p)
{
	const struct dt_tok *t = &p->lex.tok;
	enum dt_tokid word = dt_lex_word(t->text, t->len);
	enum dt_wordclass class = dt_lex_row(word)->class;
	char next = dt_lex_peek(&p->lex, NULL);

	/* with this flag a single word is a probe description */
	if ((p->lex.cflags & DTRACE_C_PSPEC) &&
	    (next != '{' || !is_tagword(word)) &&
	    (next == '\0' || strchr(",/{;", next) != NULL))
		return false;
	if (class != DT_WORD_NONE && class != DT_WORD_FLOW &&
	    class != DT_WORD_SIZEOF && class != DT_WORD_UNARY)
		return true;
	if (next == '(' && strcmp(t->str, "_Static_assert") == 0)
		return true;
	if (!isalpha((unsigned char)next) && next != '_' && next != '*')
		return false;
	dt_lex_mention(&p->lex, t->str);
	return is_ktypedef(p, t->str);
}
