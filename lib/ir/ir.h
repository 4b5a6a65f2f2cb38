/* SPDX-License-Identifier: MIT */
/*
 * ir.h - the intermediate code of a clause: a list of operations on virtual
 * registers of 64 bits, with forward jumps only (D has no loops).
 *
 *	build.c		a clause: predicate, statements, end
 *	build_expr.c	integer expressions
 *	build_cast.c	casts, and truncation to the size of a key
 *	build_str.c	string expressions
 *	build_call.c	calls of subroutines
 *	build_scratch.c	subroutines that allocate or fill scratch memory
 *	build_load.c	memory that is read
 *	build_mem.c	structs, arrays, and memory that is written
 *	build_var.c	variables that are not arrays
 *	build_arr.c	elements of associative arrays
 *	build_agg.c	aggregating statements
 *	build_act.c	recording statements, stacks and addresses
 *	build_affect.c	statements that change the traced program
 *	build_spec.c	statements about speculations
 *	touch.c		the memory of the process that a clause reads
 *	fn.c		appends to the list
 *	verify.c	checks that the list is well formed
 *	dump.c		the list as text
 *
 * A register holds 64 bits; sizes matter where a value is loaded, cast and
 * recorded.  A string is a temporary: an offset in the scratch part of the
 * slot, which is known when the code is built.  Records, forms and scratch get
 * their places later (bpf/plan.c); operations have their indices.
 */
#ifndef DT_IR_H
#define DT_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <linux/bpf.h>
#include <dtrace.h>
#include "base/arena.h"
#include "base/diag.h"
#include "front/ast.h"
#include "rt/calls.h"
#include "rt/clause.h"
#include "rt/rt.h"

/* The members of an instruction that an operation uses: see tbl/ops.h. */
enum {
	DT_IRO_D = 1 << 0,	/* sets register d */
	DT_IRO_DOPT = 1 << 1,	/* d, or 0 */
	DT_IRO_A = 1 << 2,
	DT_IRO_B = 1 << 3,	/* b, or 0 */
	DT_IRO_BI = 1 << 4,	/* b, or 0: the number imm */
	DT_IRO_COPT = 1 << 5,	/* c, or 0 */
	DT_IRO_I = 1 << 6,	/* imm */
	DT_IRO_W = 1 << 7,	/* width and sign */
	DT_IRO_L = 1 << 8,	/* label */
	DT_IRO_C = 1 << 9,	/* cc */
	DT_IRO_S = 1 << 10,	/* sym */
	DT_IRO_T = 1 << 11,	/* str, len */
	DT_IRO_X = 1 << 12,	/* ix */
	DT_IRO_ARGS = 1 << 13,
};

enum dt_irop {
#define	DT_IROP(id, name, operands, alu)	DT_IR_##id,
#include "tbl/ops.h"
#undef DT_IROP
	DT_NIROPS
};

struct dt_iropinfo {
	const char *name;
	uint32_t operands;
};
extern const struct dt_iropinfo dt_irops[DT_NIROPS];

/* Pairs of opposites: cc ^ 1 is the opposite of cc. */
enum dt_ircc {
	DT_CC_EQ, DT_CC_NE, DT_CC_LT, DT_CC_GE, DT_CC_GT, DT_CC_LE,
	DT_CC_ULT, DT_CC_UGE, DT_CC_UGT, DT_CC_ULE,
	DT_NCCS
};

/* Arguments of a call. */
enum dt_irargkind {
	DT_IRA_SLOT,		/* the clause's parameters */
	DT_IRA_AGG,
	DT_IRA_PRIN,
	DT_IRA_CTX,
	DT_IRA_REG,		/* v */
	DT_IRA_IMM,		/* imm */
	DT_IRA_TEMP,		/* slot offset of temporary imm */
	DT_IRA_FORM,		/* id of the form of aggregation imm */
	DT_IRA_RECSIZE,		/* bytes of the clause's record */
	DT_IRA_VAR,		/* number of variable var */
	DT_IRA_THISSTR,		/* slot offset of the this-> string var */
	DT_IRA_FIELD,		/* part imm of field */
};

struct dt_irarg {
	enum dt_irargkind kind;
	uint32_t v;
	int64_t imm;
	const struct dt_ident *var;
	const struct dt_field *field;
};

#define	DT_IRMAXARGS	5

struct dt_irins {
	enum dt_irop op;
	int line;
	uint32_t d, a, b, c;	/* registers from 1; 0: none */
	int64_t imm;
	enum dt_ircc cc;
	uint16_t width;
	bool sign;
	uint16_t nargs;
	uint32_t label;
	uint32_t ix;
	enum dt_rtfn fn;	/* of a call; else DT_RT_none */
	const char *sym;	/* of a map */
	const char *str;
	size_t len;
	const struct dt_ident *var;	/* NULL, or its offset replaces imm */
	const struct dt_field *field;	/* NULL, or its part replaces imm */
	enum dt_fieldpart part;		/* LDMEM: OFFSET, or BYTES and OFFSET */
	struct dt_irarg *args;		/* of a call: DT_IRMAXARGS */
};

/* An aggregating statement; it gets its form later. */
struct dt_iragg {
	const struct dt_ident *ident;
	const struct dt_dstmt *stmt;
	struct dt_keydesc *keys;
	uint32_t nkeys;
	uint32_t kw_max;	/* most words of the key */
	uint32_t nw;		/* words of the value */
	struct dt_iragg *next;
	uint32_t ix;
};

/* A datum of the principal record; it gets its offset later. */
struct dt_irrec {
	dtrace_recdesc_t desc;	/* without the offset */
	struct dt_irrec *next;
};

struct dt_irfn {
	struct dt_irins *ins;
	uint32_t n, cap;
	uint32_t nregs;		/* registers 1 .. nregs */
	uint32_t nlabels;
	struct dt_iragg *aggs;	/* in order */
	uint32_t naggs;
	struct dt_irrec *recs;
	uint32_t nrecs;
	bool records;		/* has a record, perhaps without data */
	bool spec;		/* its record has the id of a speculation */
	uint32_t temps;		/* bytes of temporaries */
	uint32_t dyn_words;	/* of the longest key of an array */
	struct dt_scratch scratch;
	uint32_t needs;
	uint32_t names;		/* enum dt_naming */
	struct dt_guard guards[DT_MAXGUARDS];
	uint32_t nguards;
	uint32_t nfirst;	/* of them; isel.c emits these */
	struct dt_touch touches[DT_MAXTOUCHES];
	uint32_t ntouches;
	const struct dt_dclause *clause;
};

/* The formats of a program's printa() statements, in order of use. */
struct dt_irformats {
	const char **v;
	uint32_t n, cap;
};

struct dt_iropts {
	uint32_t strsize;
};

#define	DT_MAXKEYWORDS		4112	/* bounds of loops in the */
#define	DT_MAXSTRSIZE		32768	/* runtime, for the verifier */
#define	DT_MAXVALUEWORDS	(1u << 17)

/* The operations are in arena `code`, all else is in the other one. */
int dt_ir_build(const struct dt_dclause *c, const struct dt_iropts *opts,
    struct dt_irformats *formats, struct dt_arena *arena,
    struct dt_arena *code, struct dt_diag *diag, struct dt_irfn *out);
/* Fill touches, of code that is complete. */
void dt_ir_touches(struct dt_irfn *fn);
/*
 * Check the code: 0; -EINVAL: instruction *at is wrong for the reason *why,
 * which is a bug of the compiler; -ENOMEM.
 */
int dt_ir_verify(const struct dt_irfn *fn, uint32_t *at, const char **why);
void dt_ir_dump(const struct dt_irfn *fn, FILE *fp);

/* The alignment of a datum of this size in a record. */
uint32_t dt_ir_alignment(uint32_t size);
/* The size of a temporary for a string of strsize. */
uint32_t dt_ir_strtemp(uint32_t strsize);
/* The value words of an aggregation in the kernel; 0 if it is unknown. */
uint64_t dt_ir_valuewords(dtrace_actkind_t action, uint64_t param);

#endif /* DT_IR_H */
