/* SPDX-License-Identifier: MIT */
/* uarg.bpf.c - the arguments of a USDT place. */
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
	uint64_t at = reg(regs, a->base) + (uint64_t)a->value;
	uint64_t v[2] = { 0 };		/* for any size that the mask allows */
	uint32_t size = a->size & 15;

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

int
dt_fill_uargs(struct dt_slot *s, const void *regs, uint64_t args)
{
	const struct dt_uarg *a = (const struct dt_uarg *)args;
	int i;

	if (s == NULL)
		return 0;
	DT_UNROLL
	for (i = 0; i < DT_NARGS; i++, a++) {
		uint64_t v = (uint64_t)a->value;

		if (a->kind == DT_UARG_REG)
			v = reg(regs, a->base);
		else if (a->kind == DT_UARG_MEM)
			v = memory(regs, a);
		s->ctx.args[i] = extend(a, v);
	}
	return 0;
}
