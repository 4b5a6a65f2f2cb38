/* SPDX-License-Identifier: MIT */
/*
 * image.h - a compiled D program.  The compiler and the engines meet only here:
 * the compiler knows no engine, and the engines do not know the language.
 *
 * An image holds clauses.  A clause is one function
 *
 *	uint64_t clause(struct dt_slot *, struct dt_aggbuf *,
 *	    struct dt_prinbuf *, void *bpf_ctx)		-> enum dt_rc
 *
 * which tests its own predicate and passes bpf_ctx to the stack helpers.
 * `needs` lists the members of struct dt_ctx that it reads.
 */
#ifndef DT_IMAGE_H
#define DT_IMAGE_H

#include <stdbool.h>
#include <stdio.h>
#include <dtrace.h>
#include "base/arena.h"
#include "base/fmt.h"
#include "base/pdesc.h"
#include "front/ast.h"
#include "rt/clause.h"
#include "rt/rt.h"
#include "rt/table.h"

/*
 * A variable of the image.  Images share variables of the same name in a run,
 * which must have the same type.
 */
enum dt_varkind {
	DT_VAR_GLOBAL, DT_VAR_GLOBALSTR, DT_VAR_GLOBALARR,
	DT_VAR_THIS, DT_VAR_THISSTR,
	DT_VAR_SELF, DT_VAR_SELFSTR, DT_VAR_SELFARR,
	DT_VAR_AGG,
	DT_NVARKINDS
};

struct dt_var {
	uint32_t kind;			/* enum dt_varkind */
	int line;			/* of its first use */
	uint32_t size;			/* GLOBAL: bytes */
	const char *name;		/* without self->, this-> and @ */
	const char *type;		/* for comparisons and messages */
};

/*
 * The places in the code of an image that depend on the run: numbers of
 * variables and forms, the process of $target, fields of the kernel.  Each
 * value fits its place, so the code keeps its size.
 */
enum dt_openkind {
	DT_OPEN_VAR,		/* imm: the number of a variable */
	DT_OPEN_SLOT,		/* off: of a this-> variable in the slot */
	DT_OPEN_GLOBAL,		/* addend of the relocation: of a global */
	DT_OPEN_THISSTR,	/* the same: a this-> string among those */
	DT_OPEN_FORM,		/* imm: the number of a form */
	DT_OPEN_PLACE,		/* imm: dt_form.place */
	DT_OPEN_HEAD,		/* 64 bits: dt_rec_head() of its records */
	DT_OPEN_HASH,		/* 64 bits: the hash of a key's first words */
	DT_OPEN_HASH32,		/* the same, its low 32 bits */
	DT_OPEN_HASHHEAD,	/* 64 bits: HEAD with HASH32 in it */
	DT_OPEN_TARGET,		/* imm: $target */
	DT_OPEN_FIELD,		/* imm: part 0 of a field; the others follow */
	DT_NOPENKINDS = DT_OPEN_FIELD + DT_NPARTS
};

struct dt_open {
	uint32_t insn;
	uint32_t kind;			/* enum dt_openkind */
	uint32_t index;			/* of the variable, form or field */
	uint32_t kw;			/* words of the key */
	uint32_t nwords;		/* the constants that it begins with */
	const uint64_t *words;
};

/*
 * The shape of an aggregation: variable, function and representation of its
 * key.  Statements of one variable with the same representation share a form,
 * and merge in the kernel.  Different forms of one variable merge when they are
 * read.  An image numbers its own forms; those of a run have a description.
 */
struct dt_form {
	uint16_t id;			/* its index, from 0 */
	uint32_t var;			/* of an image: index of the variable */
	uint32_t stmt;			/* of an image: the first statement */
	uint16_t nkeys;
	uint32_t nw;			/* value words in the kernel */
	uint32_t kw_max;		/* most key words */
	uint32_t place;			/* of a run: of its only record in the
					 * header of a buffer, or 0 */
	uint64_t param;			/* lquantize, llquantize word, or 0 */
	dtrace_actkind_t action;	/* DTRACEAGG_* */
	struct dt_keydesc *keys;
	dtrace_aggdesc_t *desc;		/* of a run, else NULL */
};

struct dt_forms {
	struct dt_form **v;
	uint32_t n;
};

/* form.c: do both forms describe records of the same meaning? */
bool dt_form_like(const struct dt_form *a, const struct dt_form *b);

/* The public record has the parameter before the words of the value. */
static inline bool
dt_form_hasparam(const struct dt_form *f)
{
	return f->action == DTRACEAGG_LQUANTIZE ||
	    f->action == DTRACEAGG_LLQUANTIZE;
}

static inline uint32_t
dt_form_valsize(const struct dt_form *f)
{
	return (f->nw + dt_form_hasparam(f)) * 8;
}

/*
 * Value words in the kernel: COUNT SUM MIN MAX 1; AVG {count, sum} 2; STDDEV
 * {count, sum, sumsq lo, hi} 4; QUANTIZE 127; LQUANTIZE levels + 2; LLQUANTIZE
 * all its buckets + 2 (without the parameter word, which comes first in the
 * public record).
 */

/*
 * The records of each action.  The dtrd_uarg of all is the number of their
 * statement in the program, from 1, so that records of one statement group.
 *	trace(x)	DIFEXPR, size of x; strings strsize; dtrd_arg enum
 *			dt_pfarg
 *	printa(@a...)	one PRINTA record per aggregation, 8 bytes: its variable
 *			id; dtrd_format: 1-based index of the format, 0 none
 *	tracemem(addr, n[, used])
 *			TRACEMEM, n bytes; TRACEMEM_DYNSIZE, 8 bytes: used
 *	printf("fmt", x...)
 *			PRINTF, a record for each argument, of its size; an
 *			argument for a * is one; dtrd_arg enum dt_pfarg; the
 *			first has dtrd_format; without arguments one record of
 *			size 0
 *	system freopen
 *			the same, SYSTEM and FREOPEN
 *	setopt("option"[, "value"])
 *			LIBACT, one or two records of a string
 *	clear trunc normalize denormalize
 *			LIBACT, dtrd_arg enum dt_libact, 8 bytes: variable id;
 *			normalize and trunc(@a, n): a second LIBACT record of 8
 *			bytes with the number
 *	ftruncate()	LIBACT of size 0
 *	exit(n)		EXIT, 4 bytes
 *	stack(n)	STACK, 8 * n bytes, dtrd_arg n
 *	ustack(n, s) jstack(n, s)
 *			USTACK, JSTACK, 8 * (n + 1) + s bytes: process id, the
 *			frames, zeros; dtrd_arg DTRACE_USTACK_ARG(n, s)
 *	sym(addr) mod(addr)
 *			SYM, MOD, 8 bytes
 *	usym(addr) umod(addr) uaddr(addr)
 *			USYM, UMOD, UADDR, 16 bytes: process id, address
 *	speculate(id) commit(id) discard(id)
 *			SPECULATE, COMMIT, DISCARD of size 0
 *	assignment and other expression statements: DIFEXPR of size 0
 */

/* A statement, for program_info and stmt_iter. */
struct dt_stmt {
	dtrace_actkind_t action;	/* DTRACEAGG_*, DTRACEACT_* */
	int line;
	uint32_t nrecs;			/* its principal records */
	uint32_t nkeys;			/* of an aggregating action */
	uint32_t form;			/* of such an action */
	int speculates;
	dtrace_attribute_t attr;	/* the least stable name that the
					 * statement or the predicate uses */
};

struct dt_clause {
	struct dt_func code;
	struct dt_open *opens;		/* in order of instructions */
	uint32_t nopens;
	struct dt_pdesc *pdescs;
	uint32_t npdescs;
	const struct dt_typedarg *args;	/* the args[] that it uses */
	uint32_t nargs;
	struct dt_guard guards[DT_MAXGUARDS];
	uint32_t nguards;
	uint32_t nfirst;		/* guards at the start of the code */
	uint32_t needs;			/* enum dt_need, without these guards */
	uint32_t needs_first;		/* of these guards */
	struct dt_touch touches[DT_MAXTOUCHES];
	uint32_t ntouches;
	struct dt_scratch scratch;
	uint32_t names;			/* enum dt_naming */
	uint32_t nagg;			/* aggregating actions */
	uint32_t rec_size;		/* 0: records nothing */
	int spec;			/* a word follows the header: rt.h */
	uint32_t nrecs;
	dtrace_recdesc_t *recs;
	struct dt_stmt *stmts;
	uint32_t nstmts;
	int line;
};

/* The needs of the clause if the shim has not tested the first guards. */
static inline uint32_t
dt_clause_needs(const struct dt_clause *c)
{
	return c->needs | c->needs_first;
}

/* A format of printf() and its variants, or of printa(). */
struct dt_format {
	const char *text;
	const struct dt_fmt *fmt;
};

struct dt_pragma {
	const char *name, *value;	/* value: NULL without one */
};

/* The memory of an image is in the arena of its program. */
struct dt_image {
	struct dt_clause *clauses;
	uint32_t nclauses;
	uint32_t slot_size;		/* bytes of it that the clauses use */
	uint32_t key_words;		/* most key words */
	uint32_t dyn_words;		/* of the longest key of an array */
	uint32_t strsize;		/* the option, at the compilation */
	struct dt_format *formats;	/* dtrd_format - 1 */
	uint32_t nformats;
	struct dt_var *vars;
	uint32_t nvars;
	struct dt_form *forms;
	uint32_t nforms;
	uint32_t nstmts;		/* the largest statement number */
	struct dt_field *fields;	/* of kernel types */
	uint32_t nfields;
	int kernel_line;		/* the first that uses an unnamed type
					 * of the kernel, or 0 */
	uint32_t kernel;		/* in a file: checksum of those types */
	struct dt_pragma *pragmas;	/* options set by the program */
	uint32_t npragmas;
};

/* Set the name and parameters of clause `index`.  0 or -ENOMEM. */
int dt_clause_name(struct dt_clause *c, uint32_t index,
    struct dt_arena *arena);
/* What the first n guards need: enum dt_need. */
uint32_t dt_guard_needs(const struct dt_guard *v, uint32_t n);
void dt_image_dump(const struct dt_image *img, FILE *fp);

#endif /* DT_IMAGE_H */
