/* SPDX-License-Identifier: MIT */
/* build.h - the parts of the intermediate code's builder. */
#ifndef DT_IR_BUILD_H
#define DT_IR_BUILD_H

#include "base/act.h"
#include "ir/ir.h"

struct dt_irbuild {
	struct dt_irfn *fn;
	struct dt_arena *arena;
	struct dt_arena *code;	/* of the operations */
	struct dt_diag *diag;	/* after an error no code is added */
	struct dt_irformats *formats;
	uint32_t strsize;
	int line;		/* of the current expression */
	uint32_t stmt;		/* 1-based; 0: the predicate */
	uint32_t temp;		/* next free byte of temporaries */
	struct dt_irbfault *faults;	/* added at the end */
	uint32_t rec;		/* register: offset of the record; 0: none */
	bool exits;
	uint32_t leave;			/* see dt_irb_leave(); 0: not used */
	/* The self-> variable read last, if no label or assignment followed. */
	uint32_t self_var, self_reg;	/* its register; 0: none */
	struct dt_irelem *elems;	/* being assigned, innermost first */
	struct dt_irplace *places;	/* the same for memory */
	struct dt_ircopy *copies;	/* of structs being assigned */
	struct dt_irobject *objects;	/* structs and arrays of this-> */
	struct dt_irrec **rectail;
	struct dt_iragg **aggtail;
	struct dt_irarg unused[DT_IRMAXARGS];	/* without memory */
};

struct dt_irbfault {
	struct dt_irbfault *next;
	uint32_t label, stmt;
	int line;
	int what;		/* DTRACEFLT_* */
};

/* fn.c: append to the code. */
uint32_t dt_irb_reg(struct dt_irbuild *b);
uint32_t dt_irb_label(struct dt_irbuild *b);
struct dt_irins *dt_irb_add(struct dt_irbuild *b, enum dt_irop op);
uint32_t dt_irb_const(struct dt_irbuild *b, int64_t v);
void dt_irb_mov(struct dt_irbuild *b, uint32_t d, uint32_t a);
uint32_t dt_irb_op(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    uint32_t r);
uint32_t dt_irb_opi(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    int64_t imm);
uint32_t dt_irb_ext(struct dt_irbuild *b, uint32_t a, uint32_t width,
    bool sign);
/* Declare the immediate of the last operation a part of a field. */
void dt_irb_isfield(struct dt_irbuild *b, const struct dt_field *f,
    enum dt_fieldpart part);
/* As dt_irb_opi(), with a constant node, an INT or a FIELD. */
uint32_t dt_irb_opc(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    const struct dt_node *n);
uint32_t dt_irb_opfield(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    const struct dt_field *f, enum dt_fieldpart part);
void dt_irb_place(struct dt_irbuild *b, uint32_t label);
void dt_irb_jmp(struct dt_irbuild *b, uint32_t label);
void dt_irb_br(struct dt_irbuild *b, enum dt_ircc cc, uint32_t a, uint32_t r,
    int64_t imm, uint32_t label);
uint32_t dt_irb_ldslot(struct dt_irbuild *b, size_t off, uint32_t width,
    bool sign);
/* Add a call; the functions below append its arguments. */
struct dt_irins *dt_irb_call(struct dt_irbuild *b, enum dt_rtfn fn,
    uint32_t width, bool sign);
void dt_irb_arg(struct dt_irins *call, enum dt_irargkind kind, int64_t imm);
void dt_irb_argv(struct dt_irins *call, uint32_t v);
void dt_irb_argvar(struct dt_irins *call, enum dt_irargkind kind,
    const struct dt_ident *var);
uint32_t dt_irb_temp(struct dt_irbuild *b, uint32_t size);

/* build_expr.c: an integer or pointer; only the effect; a jump on the value */
uint32_t dt_irb_expr(struct dt_irbuild *b, const struct dt_node *n);
void dt_irb_effect(struct dt_irbuild *b, const struct dt_node *n);
void dt_irb_cond(struct dt_irbuild *b, const struct dt_node *n, bool when,
    uint32_t label);

/* The label for a fault of this statement. */
uint32_t dt_irb_fault(struct dt_irbuild *b, int what);
/* The label that ends the clause without a fault or a record. */
uint32_t dt_irb_leave(struct dt_irbuild *b);

/* The width of a value, 8 for an address. */
static inline uint32_t
dt_irb_width(const struct dt_type *t)
{
	return dt_type_isint(t) ? t->size : 8;
}

static inline bool
dt_irb_sign(const struct dt_type *t)
{
	return dt_type_isint(t) && t->is_signed;
}

/* build_cast.c: the value of a CAST; n truncated to the size of t */
uint32_t dt_irb_cast(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_cut(struct dt_irbuild *b, const struct dt_node *n,
    const struct dt_type *t);

/* build_load.c: the value of a MEM with the pointer n->left in a register */
uint32_t dt_irb_ldat(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t ptr);
uint32_t dt_irb_ldbytes(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t ptr, uint32_t width, bool sign);
/* The number of bytes that hold bits of a bit-field. */
uint32_t dt_irb_bitbytes(struct dt_irbuild *b, const struct dt_node *n);

/* build_mem.c: a MEM, ADDR or AT */
uint32_t dt_irb_mem(struct dt_irbuild *b, const struct dt_node *n);
/* Stores to memory: =; ++ and --; the old value in a compound assignment. */
uint32_t dt_irb_setmem(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_incmem(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_oldmem(struct dt_irbuild *b, const struct dt_node *n);

/* build_var.c */
uint32_t dt_irb_load(struct dt_irbuild *b, const struct dt_ident *id);
void dt_irb_store(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v);
/* The same for strings, to and from a temporary. */
void dt_irb_loadstr(struct dt_irbuild *b, const struct dt_ident *id,
    uint32_t dst);
void dt_irb_storestr(struct dt_irbuild *b, const struct dt_ident *id,
    uint32_t src);

/* build_arr.c: an element's value; =; ++ and --; the old value, as above */
uint32_t dt_irb_elem(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_setelem(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_incelem(struct dt_irbuild *b, const struct dt_node *n);
uint32_t dt_irb_oldelem(struct dt_irbuild *b, const struct dt_node *n);
/* The same for strings, in temporary dst. */
void dt_irb_elemstr(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t dst);
void dt_irb_setelemstr(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t dst);
/* Structs of self-> and of arrays: assign size bytes at from; 0: free it. */
void dt_irb_setcopy(struct dt_irbuild *b, const struct dt_node *addr,
    uint32_t from, uint32_t size);
/* The address of a copy of such a struct, one from opencopy to closecopy. */
struct dt_ircopy;
uint32_t dt_irb_copyof(struct dt_irbuild *b, const struct dt_node *addr);
struct dt_ircopy *dt_irb_opencopy(struct dt_irbuild *b,
    const struct dt_node *addr);
void dt_irb_closecopy(struct dt_irbuild *b, struct dt_ircopy *copy);
/* The source of a built-in variable. */
enum dt_varhow { DT_HOW_U64, DT_HOW_U32, DT_HOW_I64, DT_HOW_WALL,
	DT_HOW_COMM, DT_HOW_ARGS, DT_HOW_NAMEPART, DT_HOW_TARGET };
struct dt_varfact {
	uint32_t needs;
	enum dt_varhow how;
	size_t off;		/* in struct dt_ctx; NAMEPART: the part */
};
const struct dt_varfact *dt_irb_builtin(const struct dt_ident *id);

/* build_str.c: the temporary of a string; a comparison, -1, 0 or 1 */
uint32_t dt_irb_str(struct dt_irbuild *b, const struct dt_node *n);
void dt_irb_strto(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t dst);
uint32_t dt_irb_strcmp(struct dt_irbuild *b, const struct dt_node *l,
    const struct dt_node *r);
size_t dt_irb_litlen(const struct dt_irbuild *b, const struct dt_node *n);
const struct dt_node *dt_irb_nocast(const struct dt_node *n);
/* Is the value of every branch a literal? */
bool dt_irb_isliteral(const struct dt_node *n);

/* build_call.c */
void dt_irb_callstr(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t dst);
/*
 * Append the string of a call to a key of kw words, without a copy.  Returns
 * the register of the new number of words, or 0 if the function cannot do so.
 */
uint32_t dt_irb_callkey(struct dt_irbuild *b, const struct dt_node *n,
    const struct dt_irarg *kw);
uint32_t dt_irb_callint(struct dt_irbuild *b, const struct dt_node *n);
/* build_scratch.c */
/* Copy string n to the array of `size` characters at address `to`. */
void dt_irb_settext(struct dt_irbuild *b, const struct dt_node *n, uint32_t to,
    uint32_t size);
uint32_t dt_irb_scratch(struct dt_irbuild *b, const struct dt_node *n,
    enum dt_rtfn fn);
/* Allocate scratch memory, or copy to it; both may fault. */
uint32_t dt_irb_take(struct dt_irbuild *b, uint32_t size, bool zero);
void dt_irb_copy(struct dt_irbuild *b, enum dt_rtfn fn, uint32_t to,
    uint32_t addr, uint32_t size);

/* build_spec.c: speculate, commit, discard */
void dt_irb_spec(struct dt_irbuild *b, const struct dt_dstmt *s);

/* build_affect.c: statements that change the traced program */
void dt_irb_raise(struct dt_irbuild *b, const struct dt_dstmt *s);
void dt_irb_stop(struct dt_irbuild *b, const struct dt_dstmt *s);
void dt_irb_chill(struct dt_irbuild *b, const struct dt_dstmt *s);
void dt_irb_copyout(struct dt_irbuild *b, const struct dt_dstmt *s);
void dt_irb_copyoutstr(struct dt_irbuild *b, const struct dt_dstmt *s);

/* build_agg.c, build_act.c */
void dt_irb_agg(struct dt_irbuild *b, const struct dt_dstmt *s);
void dt_irb_act(struct dt_irbuild *b, const struct dt_dstmt *s);
/* The process id that is recorded with an address of a process. */
uint32_t dt_irb_pid(struct dt_irbuild *b);
/* Store a STACK in a temporary.  The result's register: its bytes, or -1. */
uint32_t dt_irb_stack(struct dt_irbuild *b, const struct dt_node *n,
    uint32_t *temp);
void dt_irb_begin(struct dt_irbuild *b);
/* End the record in progress, if there is one. */
void dt_irb_publish(struct dt_irbuild *b);
/* Append a datum to the record; returns the index for REC and RECOFF. */
uint32_t dt_irb_rec(struct dt_irbuild *b, dtrace_actkind_t action,
    uint32_t size, uint64_t arg, uint32_t uarg);

#endif /* DT_IR_BUILD_H */
