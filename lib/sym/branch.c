/* SPDX-License-Identifier: MIT */
/* branch.c - where control goes after one instruction. */
#include <string.h>
#include "rt/arch.h"
#include "sym/branch.h"
#include "sym/insn.h"

#ifdef __x86_64__

enum { DX = 2, SP = 4, BP = 5, SI = 6, DI = 7, R10 = 10 };	/* registers */

/* The instruction that is read. */
struct reader {
	const uint8_t *code;
	const struct dt_insn *i;
	struct dt_branch *b;
};

/* The offset of a register, by its number, in struct pt_regs. */
static uint16_t
offset_of(unsigned reg)
{
	static const uint8_t at[16] = { 80, 88, 96, 40, DT_ARCH_SP, DT_ARCH_FP,
		104, 112, 72, 64, 56, 48, 24, 16, 8, 0 };

	return at[reg & 15];
}

/* --- the ModRM byte ------------------------------------------------------- */

static uint8_t
modrm(const struct reader *r)
{
	return r->i->modrm != 0 ? r->code[r->i->modrm] : 0;
}

static bool
has_memory(const struct reader *r)
{
	return r->i->modrm != 0 && modrm(r) >> 6 != 3;
}

/* Its register operand, or the part of the opcode. */
static unsigned
field(const struct reader *r)
{
	return (modrm(r) >> 3 & 7) | (r->i->rex & 4) << 1;
}

static unsigned
rm(const struct reader *r)
{
	return (modrm(r) & 7) | (r->i->rex & 1) << 3;
}

static uint8_t
sib(const struct reader *r)
{
	return (modrm(r) & 7) == 4 ? r->code[r->i->modrm + 1] : 0;
}

/* The base register of the memory operand; -1: none. */
static int
base(const struct reader *r)
{
	unsigned low = (modrm(r) & 7) == 4 ? sib(r) & 7 : modrm(r) & 7;

	return low == 5 && modrm(r) >> 6 == 0 ? -1 :
	    (int)(low | (r->i->rex & 1) << 3);
}

static unsigned
index_of(const struct reader *r)
{
	return (sib(r) >> 3 & 7) | (r->i->rex & 2) << 2;
}

static bool
has_index(const struct reader *r)
{
	return (modrm(r) & 7) == 4 && index_of(r) != SP;
}

static int64_t
displacement(const struct reader *r)
{
	int32_t v = 0;

	if (r->i->displen == 1)
		return (int8_t)r->code[r->i->disp];
	if (r->i->displen == 4)
		memcpy(&v, r->code + r->i->disp, sizeof(v));
	return v;
}

/* --- jumps ---------------------------------------------------------------- */

static void
jump(const struct reader *r, enum dt_flow flow, size_t n)
{
	int32_t v = 0;

	if (n == 1)
		v = (int8_t)r->code[r->i->imm];
	else
		memcpy(&v, r->code + r->i->imm, sizeof(v));
	r->b->flow = (uint8_t)flow;
	r->b->cond = r->i->op & 15;
	r->b->target = r->i->len + (int64_t)v;
}

static void
memory_target(const struct reader *r, struct dt_uarg *to)
{
	int reg = base(r);

	to->kind = DT_UARG_MEM;
	to->value = displacement(r);
	if (r->i->is_relative) {
		to->base = DT_ARCH_PC;
		to->value += r->i->len;
		return;
	}
	if (reg >= 0)
		to->base = offset_of((unsigned)reg);
	else
		to->kind = DT_UARG_ABS;
	if (has_index(r)) {
		to->index = offset_of(index_of(r));
		to->scale = (uint8_t)(1u << (sib(r) >> 6));
	}
}

/* Compilers mark jumps by the tables of switch statements with prefix 3e. */
static void
indirect_jump(const struct reader *r)
{
	struct dt_uarg *to = &r->b->to;

	r->b->flow = DT_FLOW_TO;
	to->size = r->i->is_32 ? 4 : 8;
	if (memchr(r->code, 0x3e, r->i->modrm - 1u) != NULL)
		r->b->flow = DT_FLOW_WITHIN;
	else if (has_memory(r))
		memory_target(r, to);
	else {
		to->kind = DT_UARG_REG;
		to->base = offset_of(rm(r));
	}
}

/* False: a jump to another segment, or one that needs a segment's base. */
static bool
group_of_ff(const struct reader *r)
{
	unsigned op = field(r) & 7;

	if (op == 2)
		r->b->flow = DT_FLOW_CALL;
	else if (op == 4)
		indirect_jump(r);
	return op != 3 && op != 5 && (op != 4 || r->i->has_67 == 0) &&
	    !(op == 4 && has_memory(r) && r->i->has_segment &&
	    r->b->flow == DT_FLOW_TO);
}

/* Processors differ about branches with prefix 66, unless there is REX.W. */
static bool
is_plain(const struct reader *r)
{
	return !r->i->has_66 || (r->i->rex & 8) != 0;
}

static bool
one_byte(const struct reader *r)
{
	uint8_t op = r->i->op;

	switch (op) {
	case 0x70 ... 0x7f:
		jump(r, DT_FLOW_IF, 1);
		return is_plain(r);
	case 0xc2: case 0xc3:
		r->b->flow = DT_FLOW_RETURN;
		return is_plain(r);
	case 0xca: case 0xcb: case 0xcf: case 0xea:
		return false;
	case 0xe0 ... 0xe3:
		jump(r, DT_FLOW_MAYBE, 1);
		return is_plain(r);
	case 0xe8:
		jump(r, DT_FLOW_CALL, 4);
		return is_plain(r);
	case 0xe9: case 0xeb:
		jump(r, DT_FLOW_JUMP, op == 0xe9 ? 4 : 1);
		return is_plain(r);
	case 0xcc: case 0xf4:
		r->b->flow = DT_FLOW_STOP;
		return true;
	case 0x90:
		r->b->is_nop = true;
		return true;
	case 0xff:
		return group_of_ff(r);
	default:
		return true;
	}
}

static bool
two_bytes(const struct reader *r)
{
	if ((r->i->op & 0xf0) == 0x80)
		jump(r, DT_FLOW_IF, 4);
	else if (r->i->op == 0x0b)
		r->b->flow = DT_FLOW_STOP;
	else if (r->i->op == 0x1f)
		r->b->is_nop = true;
	return (r->i->op & 0xf0) != 0x80 || is_plain(r);
}

/* --- the stack ------------------------------------------------------------ */

/*
 * Compilers restore the stack pointer from the frame pointer, or, in functions
 * that align their stack, from register 10.
 */
static bool
is_frame_register(int reg)
{
	return reg == BP || reg == SP || reg == R10;
}

/* Does it load the stack pointer with a value that may be of another stack? */
static bool
moves_stack(const struct reader *r)
{
	uint8_t op = r->i->op;

	if (r->i->is_vex)
		return false;
	if (r->i->map == DT_INSN_0F)	/* cmov */
		return (op & 0xf0) == 0x40 && field(r) == SP;
	if (r->i->map != DT_INSN_ONE)
		return false;
	switch (op) {
	case 0x5c:
		return (r->i->rex & 1) == 0;
	case 0x87:
		return field(r) == SP || (!has_memory(r) && rm(r) == SP);
	case 0x89:
		return !has_memory(r) && rm(r) == SP &&
		    !is_frame_register((int)field(r));
	case 0x8b:
		return field(r) == SP && (has_memory(r) ||
		    !is_frame_register((int)rm(r)));
	case 0x8d:
		return field(r) == SP && !is_frame_register(base(r));
	case 0x94:
		return (r->i->rex & 1) == 0;
	default:
		return false;
	}
}

static bool
is_argument(unsigned reg)
{
	return reg == DI || reg == SI || reg == DX;
}

/*
 * Is the new value an argument, or from memory outside the frame?  When arrays
 * of variable size end, it is from the frame or another register.
 */
static bool
switches_stack(const struct reader *r)
{
	if (r->i->op == 0x89)
		return is_argument(field(r));
	if (r->i->op == 0x8b)
		return has_memory(r) ? base(r) != BP && base(r) != SP :
		    is_argument(rm(r));
	return r->i->op != 0x8d;
}

static void
look_at_stack(const struct reader *r)
{
	r->b->moves_stack = moves_stack(r);
	r->b->switches_stack = r->b->moves_stack && switches_stack(r);
	if (!has_memory(r) || r->b->is_nop || has_index(r))
		return;
	if (base(r) == SP)
		r->b->on_stack = DT_AT_SP;
	else if (base(r) == BP)
		r->b->on_stack = DT_AT_FP;
	r->b->stack_at = displacement(r);
}

bool
dt_branch_read(const uint8_t *code, size_t n, bool is_32,
    struct dt_branch *out)
{
	struct dt_insn i;
	struct reader r = { code, &i, out };
	bool known = true;

	*out = (struct dt_branch){ 0 };
	if (!dt_insn_decode(code, n < DT_INSN_MAX ? n : DT_INSN_MAX, is_32,
	    &i))
		return false;
	out->len = i.len;
	if (!i.is_vex && i.map == DT_INSN_ONE)
		known = one_byte(&r);
	else if (!i.is_vex && i.map == DT_INSN_0F)
		known = two_bytes(&r);
	look_at_stack(&r);
	return known;
}

#else

#define	BITS(v, from, n)	((v) >> (from) & ((1u << (n)) - 1))

/* A signed number of words at bit `from`, in bytes. */
static int64_t
words(uint32_t code, unsigned from, unsigned n)
{
	return (int64_t)((uint64_t)BITS(code, from, n) << (64 - n)) >>
	    (64 - n) << 2;
}

static void
jump(struct dt_branch *b, enum dt_flow flow, int64_t target)
{
	b->flow = (uint8_t)flow;
	b->target = target;
}

/* BR, BLR, RET, and the forms that authenticate their address first. */
static bool
to_register(uint32_t code, struct dt_branch *b)
{
	uint32_t op = BITS(code, 21, 2);
	bool is_plain = BITS(code, 10, 6) == 0;

	if (op == 2)
		b->flow = DT_FLOW_RETURN;
	else if (op == 1)
		b->flow = DT_FLOW_CALL;
	else if (op == 0 && is_plain && BITS(code, 5, 5) != 31) {
		b->flow = DT_FLOW_TO;
		b->to = (struct dt_uarg){ .kind = DT_UARG_REG, .size = 8,
			.base = (uint16_t)(8 * BITS(code, 5, 5)) };
	}
	return op != 3 && (op != 0 || b->flow == DT_FLOW_TO);
}

bool
dt_branch_read(const uint8_t *bytes, size_t n, bool is_32,
    struct dt_branch *out)
{
	uint32_t code;

	(void) is_32;
	*out = (struct dt_branch){ .len = sizeof(code) };
	if (n < sizeof(code))
		return false;
	memcpy(&code, bytes, sizeof(code));
	if (BITS(code, 26, 5) == 5 && code >> 31 == 0)		/* b */
		jump(out, DT_FLOW_JUMP, words(code, 0, 26));
	else if (BITS(code, 26, 5) == 5)			/* bl */
		jump(out, DT_FLOW_CALL, words(code, 0, 26));
	else if (BITS(code, 24, 8) == 0x54)			/* b.cond */
		jump(out, DT_FLOW_MAYBE, words(code, 5, 19));
	else if (BITS(code, 25, 6) == 0x1a)			/* cbz, cbnz */
		jump(out, DT_FLOW_MAYBE, words(code, 5, 19));
	else if (BITS(code, 25, 6) == 0x1b)			/* tbz, tbnz */
		jump(out, DT_FLOW_MAYBE, words(code, 5, 14));
	else if (BITS(code, 25, 7) == 0x6b && BITS(code, 16, 5) == 31)
		return to_register(code, out);
	else if (BITS(code, 21, 11) == 0x6a1)			/* brk */
		out->flow = DT_FLOW_STOP;
	out->is_nop = code == 0xd503201f;
	/* mov sp, xN, but not from the frame pointer: add sp, xN, #0 */
	out->moves_stack = (code & 0xfffffc1f) == 0x9100001f &&
	    BITS(code, 5, 5) != 29;
	out->switches_stack = out->moves_stack && BITS(code, 5, 5) < 8;
	/* mov xN, x30 */
	out->reads_link = (code & 0xffffffe0) == 0xaa1e03e0;
	return true;
}

#endif
