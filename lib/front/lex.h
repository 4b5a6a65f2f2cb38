/* SPDX-License-Identifier: MIT */
/* lex.h - reads the tokens of a D program; private to front/. */
#ifndef DT_LEX_H
#define DT_LEX_H

#include "front/front.h"

enum dt_tokid {
	DT_TOK_EOF,		/* also after an error */
	DT_TOK_PDESC,		/* a word outside clauses: str */
	DT_TOK_EPRED,		/* the / that ends a predicate */
	DT_TOK_INT,		/* type, value */
	DT_TOK_STR,		/* str, slen */
	DT_TOK_IDENT,		/* str */
	DT_TOK_SCOPED,		/* str: `name or module`name */
	DT_TOK_AGGNAME,		/* str, without @ */
#define	DT_PUNCT(id, text, prec, op)	DT_TOK_##id,
#define	DT_WORD(id, text, class)	DT_TOK_W_##id,
#include "tbl/toks.h"
	DT_NTOKS
};

enum dt_wordclass {
	DT_WORD_NONE, DT_WORD_TYPE, DT_WORD_STORE, DT_WORD_SCOPE,
	DT_WORD_SIZEOF, DT_WORD_UNARY, DT_WORD_OUTER, DT_WORD_FLOW,
};

/* A row of tbl/toks.h. */
struct dt_tokrow {
	const char *text;
	uint8_t prec;		/* of a binary operator, else 0 */
	uint8_t op;		/* enum dt_op */
	uint8_t class;		/* enum dt_wordclass */
};

/* The effect of __attribute__ on the layout of a type. */
struct dt_gnu {
	bool is_packed;
	uint32_t align;		/* bytes, or 0 */
	uint32_t size;		/* of an integer, or 0 */
	uint32_t vector;	/* bytes of a vector, or 0 */
};

enum { DT_MAXPACKS = 16 };

struct dt_tok {
	enum dt_tokid id;
	struct dt_gnu gnu;	/* of the attributes before the token */
	int line;		/* the place of its first character */
	const char *text;	/* in the source */
	size_t len;
	const char *str;	/* in the arena */
	size_t slen;
	struct dt_type type;
	uint64_t value;
};

enum dt_lexmode {
	DT_LEX_OUTER,		/* between clauses: descriptions */
	DT_LEX_PRED,		/* a lone / may end the predicate */
	DT_LEX_BODY,
};

/* #pragma D attributes, or binding */
struct dt_about {
	struct dt_about *next;
	const char *name;
	int line;
	bool is_hidden;		/* the program demands an older version of D */
	bool is_used;		/* a translator has followed it */
	bool is_rated;		/* it is about attributes: */
	dtrace_attribute_t attr;
};

struct dt_lex {
	const struct dt_source *src;
	const struct dt_env *env;
	struct dt_scope *scope;
	const struct dt_ident *newest;	/* of the scope before the program */
	unsigned int included;	/* files that are open inside the program */
	struct dt_types *types;
	struct dt_arena *arena;
	struct dt_diag *diag;
	FILE *dump;		/* gets each consumed token; or NULL */
	const char *p, *end;
	const char *start;	/* of the line that p is in */
	int line;		/* its number */
	bool bol;		/* only space so far in this line */
	enum dt_lexmode mode;
	uint_t cflags;		/* of the source, changed by pragmas */
	bool *argused;		/* by n of $n: it is referenced */
	bool is_member;		/* the previous token was . or -> */
	bool has_args;		/* the clause has mentioned args */
	struct dt_about *abouts;	/* pragmas about names */
	struct dt_tok tok;	/* the current token */
	struct dt_gnu gnu;	/* of the attributes since that token */
	uint32_t pack;		/* #pragma pack: the largest alignment, or 0 */
	uint32_t packs[DT_MAXPACKS], npacks;
	struct dt_provider *providers;	/* declared by the program */
	struct dt_provider **provtail;
};

/* lex.c */
int dt_lex_init(struct dt_lex *l);
/* The place of the next character to read. */
int dt_lex_at(const struct dt_lex *l);
/* Move to a later character, perhaps of a later line. */
void dt_lex_skipto(struct dt_lex *l, const char *to);
/* Read the next token into l->tok; after an error it is always EOF. */
void dt_lex_next(struct dt_lex *l);
/* Read the current token again, in another mode. */
void dt_lex_again(struct dt_lex *l, enum dt_lexmode mode);
/* The first two characters of the next token; '\0' at the end. */
char dt_lex_peek(const struct dt_lex *l, char *second);
/* Quote a token for a message, at most 40 characters of it. */
const char *dt_lex_quote(struct dt_lex *l, const struct dt_tok *t);
/* The reserved word with this text; DT_TOK_EOF: there is none. */
enum dt_tokid dt_lex_word(const char *s, size_t len);
const struct dt_tokrow *dt_lex_row(enum dt_tokid id);
const char *dt_lex_optext(enum dt_op op);
bool dt_lex_isident(char c);

/* Load the library, if any, that defines a name of the program. */
void dt_lex_mention(struct dt_lex *l, const char *name);

/* lexlit.c: l->p is at the first character */
void dt_lex_number(struct dt_lex *l);
void dt_lex_string(struct dt_lex *l);
void dt_lex_char(struct dt_lex *l);

/* macro.c: l->p is at the $ */
void dt_lex_macro(struct dt_lex *l);
/* The text of the macro at *pp, which moves past it; NULL on failure. */
const char *dt_lex_macrotext(struct dt_lex *l, const char **pp);
int dt_lex_checkargs(struct dt_lex *l);

/* pragma.c: l->p is at the # of a line, and moves to the line's end */
void dt_lex_control(struct dt_lex *l);
/* Does the program's version of D lack this name, by #pragma D binding? */
bool dt_lex_ishidden(const struct dt_lex *l, const char *name);
/*
 * The attributes that a pragma of the program gives this name, or NULL; and
 * those for the translator that follows.
 */
const dtrace_attribute_t *dt_lex_attributes(const struct dt_lex *l,
    const char *name);
const dtrace_attribute_t *dt_lex_xlattributes(struct dt_lex *l);
/*
 * Give the names of the program the attributes of its pragmas; report a pragma
 * about a name that nothing has defined.
 */
int dt_lex_checkabouts(struct dt_lex *l);

/* since.c: the version of D that the program requires so far; 0: any. */
int64_t dt_lex_version(const struct dt_lex *l);
/*
 * If a function or action is newer than the version of D that the
 * program requires, the minor number of its version, 1.x; else 0.
 */
int dt_lex_since(const struct dt_lex *l, const char *name);

/* gnu.c: l->p is at a word */
/* Skip an extension of GNU C.  False: the word is not one. */
bool dt_lex_gnu(struct dt_lex *l);
/* Skip a function's { }, and make it the ; that ends the declaration. */
void dt_lex_skipbody(struct dt_lex *l);
/* #pragma pack; s is after the word. */
void dt_lex_pack(struct dt_lex *l, const char *s, const char *end);

/* dump.c */
void dt_front_dump_tok(FILE *fp, const struct dt_tok *t);

#endif /* DT_LEX_H */
