/* SPDX-License-Identifier: MIT */
/*
 * parse.h - the tree as written, made by parse*.c and decl.c; check*.c turns it
 * into the typed tree of ast.h.  Private to front/.
 */
#ifndef DT_PARSE_H
#define DT_PARSE_H

#include "front/lex.h"

enum dt_pkind {
	DT_P_INT,		/* type, value */
	DT_P_STRING,		/* name, len */
	DT_P_IDENT,		/* name */
	DT_P_SYMBOL,		/* name: `symbol or module`symbol */
	DT_P_SELF, DT_P_THIS,	/* name: self->name */
	DT_P_AGG,		/* name, args: the keys; indexed */
	DT_P_CALL,		/* name, args */
	DT_P_INDEX,		/* left [args] */
	DT_P_MEMBER,		/* left .name or (tok) ->name */
	DT_P_UNARY,		/* tok; left */
	DT_P_PREINC,		/* tok; left */
	DT_P_POSTINC,		/* tok; left */
	DT_P_BINARY,		/* tok; left, right */
	DT_P_ASSIGN,		/* tok; left, right */
	DT_P_COND,		/* left ? right : third */
	DT_P_COMMA,		/* left, right */
	DT_P_CAST,		/* (type) left */
	DT_P_SIZEOF,		/* left */
	DT_P_SIZEOFTYPE,	/* type */
	DT_P_OFFSETOF,		/* type, name */
	DT_P_XLATE,		/* xlate <type> (left) */
};

struct dt_pnode {
	enum dt_pkind kind;
	enum dt_tokid tok;
	int line;
	uint16_t depth;		/* of the tree, which bounds all recursion */
	bool indexed;		/* AGG: with [] */
	bool is_user;		/* CAST: to a type of a process */
	struct dt_pnode *left, *right, *third, *args;
	uint32_t nargs;
	struct dt_pnode *next;	/* in a list of arguments */
	const char *name;
	size_t len;
	struct dt_type type;
	uint64_t value;
};

/* A declared variable. */
struct dt_pdecl {
	enum dt_idkind kind;	/* GLOBAL, SELF, THIS */
	const char *name;
	struct dt_type type;
	int line;
	bool is_array;
	bool is_function;	/* a prototype: declares no variable */
	uint32_t nkeys;
	struct dt_type keys[DT_MAXKEYS];
};

/* A statement of a clause, or a declaration in or outside a clause. */
struct dt_pstmt {
	struct dt_pstmt *next;
	int line;
	struct dt_pnode *expr;	/* NULL: a declaration */
	struct dt_pdecl *decl;
	struct dt_inline *in;
	struct dt_xlator *xl;
	struct dt_pif *branch;
};

/* if (cond) yes else no */
struct dt_pif {
	struct dt_pnode *cond;
	struct dt_pstmt *yes, *no;
};

struct dt_pclause {
	struct dt_pclause *next;
	int line;
	const char *file;
	struct dt_pdesc *pdescs;	/* NULL: only a declaration */
	uint32_t npdescs;
	struct dt_pnode *pred;
	struct dt_pstmt *stmts;
	bool has_if;
	const char *callargs;		/* see struct dt_dclause */
};

enum { DT_MAXDEPTH = 1000 };	/* of trees and of the parser's recursion */
/*
 * Most members or enumerators of one definition.  Each is compared with all
 * others, here and in libctf.
 */
enum { DT_MAXPARTS = 10000 };

struct dt_check;
struct dt_inline;
struct dt_xlator;

struct dt_parser {
	struct dt_lex lex;
	struct dt_arena *arena;
	struct dt_diag *diag;
	unsigned int depth;
	struct dt_check *check;	/* to evaluate constants */
	bool has_if;		/* the clause has one so far */
	unsigned int structs;	/* open ones around this token */
	unsigned int protos;	/* open parameters, typedefs and externs */
	bool defined;		/* the last type was a struct and its members */
	bool is_user;		/* the last type was one of a process */
	struct dt_usertype user;	/* the last one asked for */
};

/* parse.c: all clauses; NULL if there are none, or after an error */
struct dt_pclause *dt_parse(struct dt_parser *p);
void *dt_parse_alloc(struct dt_parser *p, size_t size);
bool dt_parse_failed(const struct dt_parser *p);
/* Read the current token if it is this one. */
bool dt_parse_accept(struct dt_parser *p, enum dt_tokid id);
/* The same; if it is another one, report that `wanted` was expected. */
bool dt_parse_expect(struct dt_parser *p, enum dt_tokid id,
    const char *wanted);
/* "syntax error near TOKEN: expected WANTED" */
void dt_parse_unexpected(struct dt_parser *p, const char *wanted);

/* Report an error if there are too many parts; n is the number of this one. */
bool dt_parse_bound(struct dt_parser *p, uint32_t n, const char *of,
    const char *parts);

/* parse_expr.c: NULL on failure */
struct dt_pnode *dt_parse_expr(struct dt_parser *p);
/* The same without a comma operator. */
struct dt_pnode *dt_parse_assign(struct dt_parser *p);

/* decl.c */
/* Does the current token, in a clause or an expression, start a type? */
bool dt_parse_istype(struct dt_parser *p);
/* The same right after "(", where it may also be a typedef of the kernel. */
bool dt_parse_isparentype(struct dt_parser *p);
/* Is this word spelled as types are?  Nothing is looked up. */
bool dt_parse_seemstype(const char *s);
/*
 * Where the last type of a process was sought, to follow its name in a message;
 * "" if that was not this name.
 */
const char *dt_parse_sought(const struct dt_parser *p, const char *name);
bool dt_parse_typename(struct dt_parser *p, struct dt_type *out);
/* Its first part, the type without stars. */
bool dt_parse_basetype(struct dt_parser *p, struct dt_type *out);
/* The same after a storage class, where int may be left out. */
bool dt_parse_classtype(struct dt_parser *p, struct dt_type *out);
/* A declaration up to its ;.  Appends one statement per variable. */
void dt_parse_decl(struct dt_parser *p, bool in_clause,
    struct dt_pstmt ***tail);
/* Does this word outside of clauses start a declaration? */
bool dt_parse_isdecl(struct dt_parser *p);

/*
 * parse_inline.c: the current token is inline, the one before it the storage
 * class or, without one, DT_TOK_EOF.  NULL: defined already.
 */
struct dt_pstmt *dt_parse_inline(struct dt_parser *p, enum dt_tokid class);

/* parse_xlate.c: the current token is translator.  NULL: failed. */
struct dt_pstmt *dt_parse_translator(struct dt_parser *p);
/* parse_provider.c: the current token is provider; up to the ; */
void dt_parse_provider(struct dt_parser *p);

/* constant.c */
/* An expression that must be an integer constant; wanted names its use. */
bool dt_parse_constant(struct dt_parser *p, enum dt_tag tag,
    const char *wanted, int64_t *value);
/* Define an inline now if it is an integer constant; otherwise false. */
bool dt_parse_define(struct dt_parser *p, const struct dt_inline *in);

/* declarator.c: false on failure, message set */
/* Stars, the name, and what follows it; t becomes the type of the name. */
bool dt_parse_declarator(struct dt_parser *p, struct dt_type *t,
    const char **name, const char *wanted);
/* Make t, the type string, that of a string in memory; 0 or an errno. */
int dt_parse_text(struct dt_parser *p, struct dt_type *t);
/* A type and a declarator without a name, as in a cast. */
bool dt_parse_abstract(struct dt_parser *p, struct dt_type *t);
bool dt_parse_stars(struct dt_parser *p, struct dt_type *t);
/* The sizes of an array, after its first [; t becomes the array. */
bool dt_parse_dimensions(struct dt_parser *p, struct dt_type *t);
/* Skip the parameters of a function, after its (. */
bool dt_parse_params(struct dt_parser *p);
/* A name of C, which may be a word that only D reserves. */
bool dt_parse_name(struct dt_parser *p, const char **name, const char *wanted);
/* The new name that a declaration needs; a module's name is not part of it. */
bool dt_parse_newname(struct dt_parser *p, const char *wanted);
/* Is it a storage class of C or D? */
bool dt_parse_isclass(enum dt_tokid id);
/* Read the storage class at the current token; a second one is an error. */
bool dt_parse_class(struct dt_parser *p);
/* Report "..." or a storage class, which cannot begin a key or a parameter. */
bool dt_parse_startparam(struct dt_parser *p, const char *what);
/* Skip up to the , ) { or ; that ends a declarator. */
bool dt_parse_skip(struct dt_parser *p);

/* decl_c.c: what C declares and a program cannot use */
void dt_parse_extern(struct dt_parser *p);
/* A function from its ( on, with its body if it has one. */
bool dt_parse_function(struct dt_parser *p);
void dt_parse_assertion(struct dt_parser *p);

/* decl_type.c: definitions of types; false on failure, message set */
bool dt_parse_struct(struct dt_parser *p, struct dt_newstruct *s,
    struct dt_type *out);
void dt_parse_typedef(struct dt_parser *p);
/* decl_enum.c: the token is the {; tag may be NULL. */
bool dt_parse_enum(struct dt_parser *p, const char *tag, struct dt_type *out);

/* pdesc.c: a description from its text; 0, or -errno with the message set */
int dt_pdesc_make(struct dt_parser *p, const struct dt_tok *t,
    struct dt_pdesc *out);

#endif /* DT_PARSE_H */
