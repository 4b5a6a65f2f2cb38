/* SPDX-License-Identifier: MIT */
/*
 * check.c - refuses code that the interpreter cannot run safely, whatever the
 * data.  The kernel's verifier refuses such code, too.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "vm/vm.h"

/* Fields of an instruction, in the letters of tbl/insns.h. */
enum field {
	D = 1 << 0, W = 1 << 1, S = 1 << 2, O = 1 << 3, I = 1 << 4, M = 1 << 5,
	KNOWN = 1 << 6
};

static const uint8_t fields_of[256] = {
#define	DT_ALU(op, name, value)						\
	[BPF_ALU64 | BPF_K | op] = KNOWN | D | W | I,			\
	[BPF_ALU64 | BPF_X | op] = KNOWN | D | W | S,			\
	[BPF_ALU | BPF_K | op] = KNOWN | D | W | I,			\
	[BPF_ALU | BPF_X | op] = KNOWN | D | W | S,
#define	DT_JMP(op, name, when)						\
	[BPF_JMP | BPF_K | op] = KNOWN | D | I | O,			\
	[BPF_JMP | BPF_X | op] = KNOWN | D | S | O,			\
	[BPF_JMP32 | BPF_K | op] = KNOWN | D | I | O,			\
	[BPF_JMP32 | BPF_X | op] = KNOWN | D | S | O,
#define	DT_INSN(code, name, fields)	[code] = KNOWN | (fields),
#include "tbl/insns.h"
#undef DT_ALU
#undef DT_JMP
#undef DT_INSN
};

/* START: a function begins here; SECOND: the second part of a constant. */
enum mark { START = 1 << 0, SECOND = 1 << 1 };

struct check {
	const struct bpf_insn *insns;
	uint32_t n;
	uint8_t *mark;
	uint8_t *depth;		/* of calls; at the start of a function */
	char *why;
	size_t len;
};

static int __attribute__((format(printf, 3, 4)))
refuse(struct check *c, uint32_t at, const char *fmt, ...)
{
	va_list ap;
	int n = snprintf(c->why, c->len, "instruction %u: ", at);

	va_start(ap, fmt);
	if (n >= 0 && (size_t)n < c->len)
		vsnprintf(c->why + n, c->len - n, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static bool
is_atomic(const struct bpf_insn *i)
{
	return BPF_CLASS(i->code) == BPF_STX && BPF_MODE(i->code) == BPF_ATOMIC;
}

/* Does it write the register in src_reg? */
static bool
writes_src(const struct bpf_insn *i)
{
	return is_atomic(i) && (i->imm & BPF_FETCH) && i->imm != BPF_CMPXCHG;
}

static int
check_registers(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int f = fields_of[i->code];

	if (i->dst_reg > 10 || (!dt_insn_is_call(i) && i->src_reg > 10))
		return refuse(c, at, "there is no such register");
	if (((f & W) && i->dst_reg == 10) ||
	    (writes_src(i) && i->src_reg == 10))
		return refuse(c, at, "r10 is read-only");
	return 0;
}

static int
check_unused(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int f = fields_of[i->code];

	if ((!(f & (D | W)) && i->dst_reg != 0) ||
	    (!(f & S) && i->src_reg != 0) || (!(f & O) && i->off != 0) ||
	    (!(f & I) && i->imm != 0))
		return refuse(c, at, "opcode 0x%02x has a field that it does "
		    "not use", i->code);
	return 0;
}

static int
check_atomic(struct check *c, uint32_t at)
{
	switch (c->insns[at].imm) {
	case BPF_ADD: case BPF_ADD | BPF_FETCH:
	case BPF_AND: case BPF_AND | BPF_FETCH:
	case BPF_OR: case BPF_OR | BPF_FETCH:
	case BPF_XOR: case BPF_XOR | BPF_FETCH:
	case BPF_XCHG: case BPF_CMPXCHG:
		return 0;
	}
	return refuse(c, at, "atomic operation 0x%x does not exist",
	    c->insns[at].imm);
}

/* Refuse constant operands whose result is undefined. */
static int
check_constant(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int class = BPF_CLASS(i->code), op = BPF_OP(i->code);
	int bits = class == BPF_ALU64 ? 64 : 32;

	if (class != BPF_ALU && class != BPF_ALU64)
		return 0;
	if (op == BPF_END && i->imm != 16 && i->imm != 32 && i->imm != 64)
		return refuse(c, at, "a swap of %d bits", i->imm);
	if (BPF_SRC(i->code) != BPF_K)
		return 0;
	if ((op == BPF_DIV || op == BPF_MOD) && i->imm == 0)
		return refuse(c, at, "division by the constant 0");
	if ((op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH) &&
	    (i->imm < 0 || i->imm >= bits))
		return refuse(c, at, "shift of %d bits by %d", bits, i->imm);
	return 0;
}

static int
access_size(const struct bpf_insn *i)
{
	switch (BPF_SIZE(i->code)) {
	case BPF_B:
		return 1;
	case BPF_H:
		return 2;
	case BPF_W:
		return 4;
	default:
		return 8;
	}
}

/* Accesses relative to r10 must be in the function's frame. */
static int
check_stack(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int f = fields_of[i->code];

	if (!(f & M) || ((f & D) ? i->dst_reg : i->src_reg) != 10)
		return 0;
	if (i->off < -DT_VM_FRAMESIZE || i->off + access_size(i) > 0)
		return refuse(c, at, "stack offset %d is outside of the frame",
		    i->off);
	return 0;
}

/* check_unused() requires src_reg to be 0, unless the constant is bound. */
static int
check_imm64(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at], *second = i + 1;

	if (at + 1 == c->n || second->code != 0 || second->dst_reg != 0 ||
	    second->src_reg != 0 || second->off != 0)
		return refuse(c, at, "half of a 64-bit constant is missing");
	c->mark[at + 1] |= SECOND;
	return 0;
}

static int
check_call(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int64_t to = (int64_t)at + 1 + i->imm;

	if (i->src_reg == 0) {
		if (dt_vm_helper(i->imm) == NULL)
			return refuse(c, at, "helper %d is not known",
			    i->imm);
		return 0;
	}
	if (i->src_reg != BPF_PSEUDO_CALL)
		return refuse(c, at, "a call of unknown kind %u", i->src_reg);
	if (to < 0 || to >= c->n)
		return refuse(c, at, "call to outside of the program");
	c->mark[to] |= START;
	return 0;
}

static int
check_insn(struct check *c, uint32_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	int err;

	if (!(fields_of[i->code] & KNOWN))
		return refuse(c, at, "opcode 0x%02x does not exist", i->code);
	err = check_registers(c, at);
	err = err ? err : check_unused(c, at);
	err = err ? err : check_constant(c, at);
	err = err ? err : check_stack(c, at);
	if (err == 0 && is_atomic(i))
		err = check_atomic(c, at);
	if (err == 0 && dt_insn_is_call(i))
		err = check_call(c, at);
	if (err == 0 && dt_insn_is_wide(i))
		err = check_imm64(c, at);
	return err;
}

static int
check_insns(struct check *c)
{
	uint32_t at;
	int err;

	for (at = 0; at < c->n; at++) {
		if (c->mark[at] & SECOND)
			continue;
		err = check_insn(c, at);
		if (err != 0)
			return err;
	}
	return 0;
}

static uint32_t
function_end(const struct check *c, uint32_t start)
{
	uint32_t at = start + 1;

	while (at < c->n && !(c->mark[at] & START))
		at++;
	return at;
}

static int
check_jump(struct check *c, uint32_t at, uint32_t start, uint32_t end)
{
	int64_t to = (int64_t)at + 1 + c->insns[at].off;

	if (to < start || to >= end)
		return refuse(c, at, "jump out of its function");
	if (c->mark[to] & SECOND)
		return refuse(c, at, "jump into a 64-bit constant");
	return 0;
}

/*
 * Jumps must stay in the function, and its last instruction must not run past
 * its end.  A function that starts inside a 64-bit constant is found, too,
 * because the one before it then ends in the first part of the constant.
 */
static int
check_function(struct check *c, uint32_t start, uint32_t end)
{
	const struct bpf_insn *last = &c->insns[end - 1];
	bool exits = false;
	uint32_t at;
	int err;

	for (at = start; at < end; at++) {
		if (c->mark[at] & SECOND)
			continue;
		exits |= c->insns[at].code == (BPF_JMP | BPF_EXIT);
		err = dt_insn_is_jump(&c->insns[at]) ?
		    check_jump(c, at, start, end) : 0;
		if (err != 0)
			return err;
	}
	if (!exits)
		return refuse(c, start, "the function never exits");
	if ((c->mark[end - 1] & SECOND) ||
	    (last->code != (BPF_JMP | BPF_EXIT) &&
	    last->code != (BPF_JMP | BPF_JA)))
		return refuse(c, end - 1, "the function runs past its end");
	return 0;
}

static int
check_functions(struct check *c)
{
	uint32_t start, end;
	int err;

	for (start = 0; start < c->n; start = end) {
		end = function_end(c, start);
		err = check_function(c, start, end);
		if (err != 0)
			return err;
	}
	return 0;
}

/* The depth of calls from a function, by the known depths of its callees. */
static uint8_t
depth_of(const struct check *c, uint32_t start, uint32_t end)
{
	uint8_t max = 0;
	uint32_t at;

	for (at = start; at < end; at++) {
		const struct bpf_insn *i = &c->insns[at];

		if ((c->mark[at] & SECOND) || !dt_insn_is_call(i) ||
		    i->src_reg == 0)
			continue;
		if (c->depth[at + 1 + i->imm] > max)
			max = c->depth[at + 1 + i->imm];
	}
	return max + 1;
}

/* Depths become constant, or pass the limit if functions call each other. */
static int
check_depth(struct check *c)
{
	uint32_t start, end;
	bool changed = true;
	uint8_t d;

	while (changed) {
		changed = false;
		for (start = 0; start < c->n; start = end) {
			end = function_end(c, start);
			d = depth_of(c, start, end);
			if (d > DT_VM_FRAMES)
				return refuse(c, start,
				    "calls nest deeper than %d",
				    DT_VM_FRAMES);
			changed |= d != c->depth[start];
			c->depth[start] = d;
		}
	}
	return 0;
}

static int
check_all(struct check *c, const struct dt_linked *code)
{
	uint32_t i;
	int err;

	c->mark[0] |= START;
	for (i = 0; i < code->nfns; i++) {
		if (code->fns[i].start >= c->n)
			return refuse(c, code->fns[i].start,
			    "a function starts outside of the program");
		c->mark[code->fns[i].start] |= START;
	}
	err = check_insns(c);
	err = err ? err : check_functions(c);
	return err ? err : check_depth(c);
}

int
dt_vm_check(const struct dt_linked *code, char *why, size_t len)
{
	struct check c = { code->insns, code->ninsns, NULL, NULL, why, len };
	int err;

	if (c.n == 0) {
		snprintf(why, len, "there is no code");
		return -EINVAL;
	}
	c.mark = calloc(c.n, 2);
	if (c.mark == NULL) {
		snprintf(why, len, "out of memory");
		return -ENOMEM;
	}
	c.depth = c.mark + c.n;
	err = check_all(&c, code);
	free(c.mark);
	return err;
}
