/* SPDX-License-Identifier: MIT */
/* uarg.bpf.c - the data of a place in a process, by its operands. */
#include "rt/arch.h"
#include "rt/bpf.h"

/* A register.  The context is read through the helper, at a variable offset. */
DT_INLINE uint64_t
reg(const void *regs, uint16_t off)
{
	uint64_t v = 0;

	(void) bpf_probe_read_kernel(&v, sizeof(v), (uint64_t)regs + off);
	return v;
}

DT_INLINE uint64_t
memory(const void *regs, const struct dt_uarg *a)
{
	uint64_t at = (uint64_t)a->value;
	uint64_t v[2] = { 0 };		/* for any size that the mask allows */
	uint32_t size = a->size & 15;

	if (a->kind == DT_UARG_MEM)
		at += reg(regs, a->base);
	if (a->scale != 0) {
		at += reg(regs, a->index) * a->scale;
		if (DT_ARCH_USER32 != 0 &&
		    reg(regs, DT_ARCH_MODE) == DT_ARCH_USER32)
			at = (uint32_t)at;
	}
	DT_PIN(size);
	(void) bpf_probe_read_user(v, size, at);
	return v[0];
}

/* Extend a value from the operand's size to 64 bits. */
DT_INLINE uint64_t
extend(const struct dt_uarg *a, uint64_t v)
{
	uint32_t shift = (64 - 8 * a->size) & 63;

	v <<= shift;
	return a->is_signed ? (uint64_t)((int64_t)v >> shift) : v >> shift;
}

DT_INLINE uint64_t
operand(const void *regs, const struct dt_uarg *a)
{
	uint64_t v = (uint64_t)a->value;

	if (a->kind == DT_UARG_REG)
		v = reg(regs, a->base);
	else if (a->kind == DT_UARG_MEM || a->kind == DT_UARG_ABS)
		v = memory(regs, a);
	return extend(a, v);
}

int
dt_fill_uargs(struct dt_slot *s, const void *regs, uint64_t args)
{
	const struct dt_uarg *a = (const struct dt_uarg *)args;
	int i;

	if (s == NULL)
		return 0;
	DT_UNROLL
	for (i = 0; i < DT_NARGS; i++, a++)
		s->ctx.args[i] = operand(regs, a);
	return 0;
}

uint64_t
dt_leaves(const void *regs, uint64_t leave)
{
	const struct dt_leave *l = (const struct dt_leave *)leave;
	uint64_t to;
	int i;

	if (l->how == DT_LEAVE_ALWAYS)
		return 1;
	if (l->how == DT_LEAVE_IF)
		return dt_x86_condition(reg(regs, DT_ARCH_FLAGS), l->cond);
	to = operand(regs, &l->to) - reg(regs, DT_ARCH_PC);
	DT_UNROLL
	for (i = 0; i < DT_BODYPARTS; i++)
		if (to - (uint64_t)l->part[i].from < l->part[i].size)
			return 0;
	return 1;
}
