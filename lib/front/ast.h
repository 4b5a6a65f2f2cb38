/* SPDX-License-Identifier: MIT */
/*
 * ast.h - the typed tree of a D program, which front/ passes to ir/.
 *
 * Every expression has a type.  The operands of a BINARY and the value of an
 * ASSIGN may have another one: all integers are 64 bits wide, and only a CAST
 * truncates.  The type of / % >> decides whether they are signed, the common
 * type of both operands does so for a comparison.  Compound assignments, ++ and
 * -- have become ASSIGN, except POSTINC; OLD is the element or the memory being
 * assigned, so that its keys or its address are evaluated once.  Constant
 * expressions are folded to INT; && || ?: with a constant condition are
 * reduced.  All nodes live in the arena of the program, identifiers in that of
 * the scope.
 */
#ifndef DT_AST_H
#define DT_AST_H

#include <stdbool.h>
#include <stdint.h>
#include <dtrace.h>
#include "base/pdesc.h"
#include "front/provider.h"
#include "type/field.h"
#include "type/type.h"

enum dt_nodekind {
	DT_N_INT,		/* value */
	DT_N_FIELD,		/* part of field: a number of the kernel that
				 * runs the program; value: in this kernel */
	DT_N_STRING,		/* str, len */
	DT_N_VAR,		/* ident */
	DT_N_AGG,		/* ident: an aggregation as an argument */
	DT_N_STACK,		/* a key or an argument: action; value: frames,
				 * len: strsize of ustack() */
	DT_N_SYM,		/* the same: action; left: the address */
	DT_N_UNARY,		/* op: DT_OP_NEG BITNOT LOGNOT; left */
	DT_N_BINARY,		/* op; left, right */
	DT_N_COND,		/* left ? right : third */
	DT_N_COMMA,		/* left, right */
	DT_N_ASSIGN,		/* left (VAR, ELEM, MEM) = right; the new
				 * value; of an object: third is its size */
	DT_N_POSTINC,		/* left (VAR, ELEM, MEM), then value is added */
	DT_N_CAST,		/* left to type */
	DT_N_CALL,		/* value: enum dt_funcid; left: arguments;
				 * ident: where strtok continues */
	DT_N_ELEM,		/* ident: an array; left: its first key */
	DT_N_OLD,		/* in an ASSIGN to left (ELEM, MEM): its old
				 * value */
	DT_N_XLATE,		/* only while checked: xl; left: its input;
				 * right: where it stands for itself, or NULL */
	DT_N_MEM,		/* kernel memory, value bytes after pointer
				 * left; of a bit-field: bit, bits; field: the
				 * member of the struct at left, or NULL */
	DT_N_ADDR,		/* ident: the address of a variable that is a
				 * struct, a union or an array; or of a copy of
				 * left, a VAR self-> or an ELEM, or a string
				 * in any VAR, which is stored back */
	DT_N_AT,		/* address left plus index right times third;
				 * it faults unless the index is below value,
				 * and of an empty string is 0 */
};

enum dt_op {
	DT_OP_NONE,
	DT_OP_MUL, DT_OP_DIV, DT_OP_MOD, DT_OP_ADD, DT_OP_SUB,
	DT_OP_SHL, DT_OP_SHR,
	DT_OP_LT, DT_OP_LE, DT_OP_GT, DT_OP_GE, DT_OP_EQ, DT_OP_NE,
	DT_OP_AND, DT_OP_XOR, DT_OP_OR,
	DT_OP_LOGAND, DT_OP_LOGXOR, DT_OP_LOGOR,
	DT_OP_NEG, DT_OP_BITNOT, DT_OP_LOGNOT,
};

enum dt_varid {
#define	DT_VAR(id, name, type, needs, how, field)	DT_V_##id,
#include "tbl/vars.h"
#undef DT_VAR
	DT_NVARS_BUILTIN
};

enum dt_actid {
#define	DT_ACT(id, ...)	DT_A_##id,
#include "tbl/acts.h"
	DT_NACTS
};

/* actrow.c: the rows of tbl/acts.h; the one with this name, or -1 */
struct dt_actrow {
	const char *name;
	dtrace_actkind_t kind;
	uint32_t min, max;	/* arguments */
};
extern const struct dt_actrow dt_actrows[DT_NACTS];
int dt_actrow_find(const char *name);

enum dt_funcid {
#define	DT_FUNC(id, name, ret, args, dflt, how, sym, extra)	DT_F_##id,
#include "tbl/funcs.h"
#undef DT_FUNC
	DT_NFUNCS
};

enum dt_idkind {
	DT_ID_BUILTIN,		/* index: enum dt_varid */
	DT_ID_GLOBAL,		/* index: byte offset in the globals */
				/* of a string: its number among them */
	DT_ID_THIS,		/* index: in dt_slot.this_var */
	DT_ID_SELF,		/* index: variable id, from 1 */
	DT_ID_AGG,		/* index: variable id, from 1 */
	DT_ID_INLINE,		/* inl; checked again at each use */
	DT_ID_XLATOR,		/* xl; name: see check_xlate.c */
	DT_ID_PROVIDER,		/* prov */
	DT_ID_PROBE,		/* probe; name: see scope.c */
};

struct dt_inline;
struct dt_xlator;

#define	DT_MAXKEYS	32

struct dt_keytype {
	struct dt_type type;
	uint16_t action;	/* of a STACK or SYM, or 0 */
};

struct dt_ident {
	const char *name;
	enum dt_idkind kind;
	uint32_t index;
	struct dt_type type;
	const char *ktype;	/* BUILTIN of a kernel type: its name */
	uint32_t str;		/* THIS, a string: its number among them */
	const struct dt_inline *inl;	/* INLINE, or NULL: value */
	const struct dt_xlator *xl;
	struct dt_provider *prov;
	const struct dt_provprobe *probe;
	int64_t value;
	bool is_library;	/* INLINE without inl: of a D library */
	dtrace_attribute_t attr;	/* if is_rated: by a pragma */
	bool is_rated;
	bool is_array;		/* GLOBAL, SELF; index: array id, from 1 */
	/* AGG: fixed by the first use */
	dtrace_actkind_t aggfunc;
	uint64_t aggparam;	/* lquantize, llquantize word */
	/* AGG and arrays; the integer keys of an array are cast to these */
	uint32_t nkeys;
	struct dt_keytype *keys;
};

struct dt_node {
	enum dt_nodekind kind;
	enum dt_op op;
	uint16_t action;		/* STACK, SYM: DTRACEACT_* */
	uint8_t bit, bits;		/* MEM: first bit in the byte, width */
	int line;
	struct dt_type type;
	struct dt_node *left, *right, *third;
	struct dt_node *next;		/* in a list of arguments or keys */
	const struct dt_ident *ident;
	int64_t value;			/* INT: all 64 bits */
	struct dt_field *field;
	enum dt_fieldpart part;
	bool is_user;			/* CAST, MEM: address in a process */
	const struct dt_xlator *xl;
	const char *str;
	size_t len;
};

enum dt_stmtkind {
	DT_S_EXPR,		/* expr */
	DT_S_AGG,		/* agg[keys] = func(args) */
	DT_S_ACT,		/* act(args) */
};

/* One statement of a clause. */
struct dt_dstmt {
	enum dt_stmtkind kind;
	int line;
	uint32_t uarg;		/* its number in the program, from 1 */
	dtrace_attribute_t attr;	/* the least stable name in it */
	struct dt_dstmt *next;
	struct dt_node *expr;
	/* AGG: keys; args: value (absent for count), then increment or NULL.
	 * ACT: args without aggregations and format */
	const struct dt_ident *agg;
	struct dt_node *keys;
	uint32_t nkeys;
	struct dt_node *value;
	struct dt_node *incr;
	enum dt_actid act;
	struct dt_node *args;
	uint32_t nargs;
	const struct dt_ident **aggs;	/* printa, clear, ... */
	uint32_t naggs;
	const char *format;		/* printf, printa; or NULL */
};

/* args[number] of a clause. */
struct dt_typedarg {
	uint32_t number;
	int line;
	const char *type;		/* as its probes spell it */
};

#define	DT_MAXARGS	10

struct dt_dclause {
	struct dt_dclause *next;
	int line;
	struct dt_pdesc *pdescs;
	uint32_t npdescs;
	struct dt_node *pred;		/* NULL: none */
	dtrace_attribute_t attr;	/* the least stable name in pred and in
					 * the conditions of ifs */
	struct dt_dstmt *stmts;		/* NULL: the default action */
	const struct dt_ident *run;	/* set to 0 if it faults, or NULL */
	struct dt_typedarg args[DT_MAXARGS];	/* those used */
	uint32_t nargs;
	const char *callargs;		/* of an alias: see tbl/sysalias.h */
};

struct dt_dprog {
	struct dt_dclause *clauses;
	uint32_t nclauses;
	uint32_t nstmts;		/* statements */
	struct dt_field *fields;	/* in order of use */
	uint32_t nfields;
	const struct dt_provider *providers;	/* that it declares */
	int kernel_line;		/* relies on an unnamed type; or 0 */
	uint32_t largest;		/* bytes of what is kept as strings are:
					 * structs and arrays of self-> and in
					 * associative arrays */
	const struct dt_types *types;
};

#endif /* DT_AST_H */
