/* SPDX-License-Identifier: MIT */
/*
 * emit.h - the assembler: literals of instructions, and a function under
 * construction with its jumps, relocations and lines of D.  An error is kept
 * until dt_emit_end().
 */
#ifndef DT_EMIT_H
#define DT_EMIT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "rt/table.h"

#define	INSN(c, d, s, o, i) ((struct bpf_insn){ .code = (c), \
	.dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })
#define	MOV(d, s)	INSN(BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0)
#define	MOVI(d, i)	INSN(BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i)
#define	MOV32I(d, i)	INSN(BPF_ALU | BPF_MOV | BPF_K, d, 0, 0, i)
#define	ALU(op, d, s)	INSN(BPF_ALU64 | (op) | BPF_X, d, s, 0, 0)
#define	ALUI(op, d, i)	INSN(BPF_ALU64 | (op) | BPF_K, d, 0, 0, i)
#define	LDX(sz, d, s, o) INSN(BPF_LDX | BPF_MEM | (sz), d, s, o, 0)
#define	STX(sz, d, o, s) INSN(BPF_STX | BPF_MEM | (sz), d, s, o, 0)
#define	ST(sz, d, o, i)	INSN(BPF_ST | BPF_MEM | (sz), d, 0, o, i)
#define	FETCH_ADD32(d, o, s) INSN(BPF_STX | BPF_ATOMIC | BPF_W, d, s, o, \
	BPF_ADD | BPF_FETCH)
#define	JMPI(op, d, i)	INSN(BPF_JMP | (op) | BPF_K, d, 0, 0, i)
#define	JMP32I(op, d, i) INSN(BPF_JMP32 | (op) | BPF_K, d, 0, 0, i)
#define	JMP(op, d, s)	INSN(BPF_JMP | (op) | BPF_X, d, s, 0, 0)
#define	GOTO()		INSN(BPF_JMP | BPF_JA, 0, 0, 0, 0)
#define	HELPER(id)	INSN(BPF_JMP | BPF_CALL, 0, 0, 0, id)
#define	EXIT()		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

#define	DT_MAXINSNS	60000	/* of a function */

struct dt_emit {
	struct dt_arena *arena;
	struct dt_buf insns;		/* struct bpf_insn */
	struct dt_buf rels;		/* struct dt_reloc */
	struct dt_buf lines;		/* uint32_t, if they are kept */
	bool has_lines;
	uint32_t line;			/* of the next instructions */
	int err;			/* -ENOMEM; -E2BIG: a jump is too far */
	uint32_t err_line;		/* of the jump */
};

/*
 * The forward jumps to a target that is not known yet: the number of the last
 * one, from 1, or 0.  Until the target is known, the offset of each jump is the
 * distance to the one before it.
 */
struct dt_label {
	uint32_t last;
};

uint32_t dt_emit_count(const struct dt_emit *e);
void dt_emit(struct dt_emit *e, struct bpf_insn insn);
void dt_emit_jump(struct dt_emit *e, struct bpf_insn insn, struct dt_label *l);
void dt_emit_here(struct dt_emit *e, struct dt_label *l);
/* Jump back to instruction number `to`. */
void dt_emit_back(struct dt_emit *e, uint32_t to);
/* call NAME, or call NAME@v. */
void dt_emit_call(struct dt_emit *e, const char *name);
void dt_emit_callv(struct dt_emit *e, const char *name, int variant);
/*
 * r0 = the kernel's address r1 as a pointer that loads may use, which then read
 * 0 from an unreadable address; r2 is dt_imm_word_type, and not 0.  r1 to r5
 * are lost.
 */
void dt_emit_cast(struct dt_emit *e);
/* Append the code of a function; its jumps are relative. */
void dt_emit_func(struct dt_emit *e, const struct dt_func *fn);
/*
 * Append instruction i of a function, changed to insn, with its relocations,
 * which are in the order of the instructions; *rel counts those appended.
 */
void dt_emit_part(struct dt_emit *e, const struct dt_func *fn, uint32_t *rel,
    uint32_t i, struct bpf_insn insn);
void dt_emit_ld64(struct dt_emit *e, int dst, enum dt_relkind kind,
    const char *sym, int64_t addend);
void dt_emit_imm64(struct dt_emit *e, int dst, uint64_t value);
/* r0 = the element of a map at *(u32 *)(fp + off); if r0 is 0 jump to none. */
void dt_emit_lookup(struct dt_emit *e, const char *map, int off,
    struct dt_label *none);

/* These emit as few instructions as possible; widths are 1, 2, 4 or 8 bytes. */
void dt_emit_mov(struct dt_emit *e, int dst, int src);
void dt_emit_const(struct dt_emit *e, int dst, int64_t v);
void dt_emit_load(struct dt_emit *e, int width, int dst, int src, int32_t off);
void dt_emit_store(struct dt_emit *e, int width, int dst, int32_t off,
    int src);
void dt_emit_storei(struct dt_emit *e, int width, int dst, int32_t off,
    int32_t imm);
void dt_emit_extend(struct dt_emit *e, int reg, int width, bool sign);

/*
 * Move the code to f, in the arena, free e and return its error.  dt_emit_end()
 * allocates the function, too; NULL after an error.
 */
int dt_emit_finish(struct dt_emit *e, struct dt_func *f);
struct dt_func *dt_emit_end(struct dt_emit *e, const char *name);
/* Copy a buffer to the arena; NULL and e->err if memory is short. */
void *dt_emit_keep(struct dt_emit *e, const struct dt_buf *b);

static inline bool
dt_fits32(int64_t v)
{
	return v >= INT32_MIN && v <= INT32_MAX;
}

#endif /* DT_EMIT_H */
