/* SPDX-License-Identifier: MIT */
/*
 * gen.h - what the passes of the code generator share:
 *
 *	plan.c		records, forms, the parts of the slot
 *	var.c		variables by number
 *	form.c		forms by number
 *	alloc.c		a place for each virtual register
 *	emit.c		instructions, labels, relocations
 *	isel.c		from operations to instructions
 *	isel_buf.c	those with keys, buffers and strings
 *	isel_find.c	the search for a record, in line
 *	isel_self.c	thread-local scalars, in line
 *	codegen.c	runs the passes
 *	dis.c		instructions as text
 */
#ifndef DT_BPF_GEN_H
#define DT_BPF_GEN_H

#include "bpf/codegen.h"
#include "bpf/emit.h"
#include "ir/ir.h"

#define	DT_MAXSTACK	192	/* bytes of a clause */
#define	DT_MAXRECORD	131072	/* bytes that the runtime can roll back */

/* Registers for use within one operation, and r10, the frame pointer. */
enum {
	R0 = BPF_REG_0, R1, R2, R3, R4, R5,
	R10 = BPF_REG_10
};

/* Callee-saved registers: r6 is the slot, the others are allocated. */
#define	DT_REG_SLOT	BPF_REG_6
#define	DT_REG_FIRST	BPF_REG_7
#define	DT_NREGS	3
#define	DT_REG_LAST	(DT_REG_FIRST + DT_NREGS - 1)
/* Offsets from the frame pointer, between those of clause.h. */
#define	DT_FP_SELF	(-32)	/* an entry of map self */
#define	DT_FP_KEY	(-48)	/* its key */

/* The place of a virtual register. */
enum dt_lockind { DT_LOC_NONE, DT_LOC_REG, DT_LOC_STACK, DT_LOC_SLOT };
struct dt_loc {
	enum dt_lockind kind;
	int32_t n;		/* register; offset from r10; spill word */
};

/* A clause between its passes. */
struct dt_plan {
	struct dt_irfn ir;
	uint32_t *recoff;	/* by record: offset from the header */
	uint32_t rec_size;	/* 0: records nothing */
	dtrace_recdesc_t *recs;
	uint32_t *forms;	/* by aggregation of the clause */
	struct dt_loc *loc;	/* by virtual register */
	uint32_t nspills;	/* words of scratch after the temporaries */
};

/* The variables and forms of an image, while it is built. */
struct dt_shapes {
	struct dt_arena *arena;
	struct dt_var *vars;
	const struct dt_ident **idents;	/* of the variables */
	uint32_t nvars, varcap;
	struct dt_form *forms;
	uint32_t nforms, formcap;
};

/* All clauses of a program. */
struct dt_plans {
	struct dt_shapes shapes;
	struct dt_plan *v;
	uint32_t n;
	uint32_t key_words;
	uint32_t strsize;
	uint32_t scratch;	/* offset in the slot */
	uint32_t slot_size;
};

/* plan.c */
int dt_plan_clause(struct dt_plan *p, struct dt_shapes *shapes,
    struct dt_arena *arena, struct dt_diag *diag);
void dt_plan_slot(struct dt_plans *all);

/*
 * var.c: add the variables of the code; 0 or -ENOMEM.  Get the number of one.
 */
int dt_vars_collect(struct dt_shapes *s, const struct dt_irfn *fn);
uint32_t dt_var_index(const struct dt_shapes *s, const struct dt_ident *id);

/* form.c: find or add a form.  0, -ENOMEM, or -EOVERFLOW: too many. */
int dt_form_get(struct dt_shapes *s, const struct dt_iragg *agg,
    uint32_t *index);

/* alloc.c */
/* Locations by virtual register; *nspills: words needed in the slot. */
int dt_alloc(const struct dt_irfn *fn, struct dt_arena *arena,
    struct dt_diag *diag, struct dt_loc **out, uint32_t *nspills);

/* isel.c */
struct dt_isel;
/*
 * Rare code of an operation.  It is emitted after the frequent code, which thus
 * stays in one piece, and ends with a jump back to it.
 */
struct dt_aside {
	void (*emit)(struct dt_isel *g, const struct dt_aside *a);
	const struct dt_irins *ins;
	struct dt_label from;	/* jumps to the code */
	uint32_t back;		/* the instruction that it returns to */
};

#define	DT_FINDWORDS	34	/* of a key that is searched for in line */
struct dt_isel {
	struct dt_emit e;
	struct dt_buf opens;	/* struct dt_open */
	struct dt_buf asides;	/* struct dt_aside, not emitted yet */
	struct dt_label *label;	/* of the IR */
	struct dt_diag *diag;
	const struct dt_plans *all;
	const struct dt_plan *plan;
	bool dead;		/* the next instruction is never reached */
	int agg;		/* register of the aggregation buffer, or 0 */
	uint32_t done;		/* operations selected together with this one */
	const struct dt_ident *self;	/* its entry is at DT_FP_SELF */
	/* words of a key that is searched for in line: see isel_find.c */
	struct dt_keyword {
		bool known;
		uint64_t w;	/* the number, or the register of the IR */
	} key[DT_FINDWORDS];
};
int dt_isel(const struct dt_plans *all, const struct dt_plan *p,
    struct dt_arena *arena, struct dt_diag *diag, struct dt_clause *clause);
/* The register of v, or tmp with v loaded into it. */
int dt_isel_use(struct dt_isel *g, uint32_t v, int tmp);
void dt_isel_into(struct dt_isel *g, uint32_t v, int reg);
void dt_isel_slot_store(struct dt_isel *g, uint32_t off, int width, int src);
/* The form of an aggregation of the clause. */
const struct dt_form *dt_isel_form(const struct dt_isel *g, uint32_t agg);
/* The next instruction is open, or lacks only the number of a variable. */
void dt_isel_put_open(struct dt_isel *g, const struct dt_open *o);
void dt_isel_open(struct dt_isel *g, enum dt_openkind kind,
    const struct dt_ident *var);
/* Emit this later; the next instruction is the one that it returns to. */
void dt_isel_aside(struct dt_isel *g, const struct dt_aside *a);
/* Load the address of the aggregation buffer into reg. */
void dt_isel_agg(struct dt_isel *g, int reg);

/*
 * isel_find.c: dt_isel_look() puts a look at the likeliest place of the record
 * before a call of dt_agg_find(); false if the call permits none.
 * dt_isel_found() follows the call: a record that was found continues there,
 * with its update if that comes next, else with r0 as from the call.
 */
struct dt_find {
	uint32_t form, kw, nw;	/* form: in the image */
	const struct dt_irins *update;	/* or NULL */
	struct dt_label found;	/* skips the call */
	struct dt_label miss;	/* to the call */
};
bool dt_isel_look(struct dt_isel *g, const struct dt_irins *call,
    struct dt_find *f);
void dt_isel_found(struct dt_isel *g, const struct dt_irins *call,
    struct dt_find *f);
/* Keep a word of such a key; false if the key is another. */
bool dt_isel_kept(struct dt_isel *g, const struct dt_irins *i);
/* The call that a word of a key is kept for, or NULL. */
const struct dt_irins *dt_find_call(const struct dt_irfn *fn,
    const struct dt_irins *key);

/*
 * isel_self.c: begin a clause; make a call in line, with its result in r0, or
 * return false.
 */
void dt_isel_selfinit(struct dt_isel *g);
bool dt_isel_self(struct dt_isel *g, const struct dt_irins *i);

/* isel_buf.c */

/* The offset of a key word in the slot. */
static inline uint32_t
dt_key_off(uint32_t word)
{
	return offsetof(struct dt_slot, key) + 8 * word;
}

void dt_isel_str(struct dt_isel *g, const struct dt_irins *i);
void dt_isel_key(struct dt_isel *g, const struct dt_irins *i);
void dt_isel_keystr(struct dt_isel *g, const struct dt_irins *i);
void dt_isel_dynkey(struct dt_isel *g, const struct dt_irins *i);
void dt_isel_update(struct dt_isel *g, const struct dt_irins *i);
/*
 * The halves of an update.  dt_isel_value(): r1, an offset in the buffer with
 * bit 0 set for a new record, becomes an address, less `back` bytes, and r2 is
 * that bit; without an offset the code jumps to none.  dt_isel_apply() changes
 * the words at r1 + off.
 */
void dt_isel_value(struct dt_isel *g, const struct dt_irins *i, int32_t back,
    struct dt_label *none);
void dt_isel_apply(struct dt_isel *g, const struct dt_irins *i, int32_t off);
/* 8 bytes of a literal, with zeroes after its end. */
uint64_t dt_isel_text(const struct dt_irins *i, size_t at);
/* Store a constant at off(base); uses r0. */
void dt_isel_word(struct dt_isel *g, int base, int32_t off, uint64_t w);
void dt_isel_rec(struct dt_isel *g, const struct dt_irins *i);

/* dis.c */
void dt_dis(const struct dt_func *fn, FILE *fp);

#endif /* DT_BPF_GEN_H */
