/* SPDX-License-Identifier: MIT */
/* uarg.bpf.c - the data of a place in a process, by its operands. */
#include "rt/arch.h"
#include "rt/bpf.h"

/*
 * A register.  The context is read through the helper, at a variable offset.
 * The base of a segment is what the kernel has saved of the thread.
 */
DT_INLINE uint64_t
reg(const void *regs, uint16_t off)
{
	uint64_t v = 0, at = (uint64_t)regs + off;

	if (off >= DT_ARCH_REGS)
		at = bpf_get_current_task() + DT_IMM(dt_imm_task_thread) +
		    DT_IMM(dt_imm_thread_tls) + (off - DT_ARCH_REGS);
	(void) bpf_probe_read_kernel(&v, sizeof(v), at);
	return v;
}

DT_INLINE uint64_t
address(const void *regs, const struct dt_uarg *a)
{
	uint64_t at = (uint64_t)a->value;

	if (a->kind == DT_UARG_MEM)
		at += reg(regs, a->base);
	if (a->scale != 0) {
		at += dt_extended(reg(regs, a->index), a->extend) * a->scale;
		if (DT_ARCH_USER32 != 0 &&
		    reg(regs, DT_ARCH_MODE) == DT_ARCH_USER32)
			at = (uint32_t)at;
	}
	return at;
}

DT_INLINE uint64_t
memory(const void *regs, const struct dt_uarg *a)
{
	uint64_t v[2] = { 0 };		/* for any size that the mask allows */
	uint32_t size = a->size & 15;

	DT_PIN(size);
	(void) bpf_probe_read_user(v, size, address(regs, a));
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
	else if (a->kind == DT_UARG_ADDR)
		v += reg(regs, a->base);
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

/* The argument itself may be in memory that is not present, too. */
DT_INLINE void
touch(const void *regs, const struct dt_touchat *t)
{
	const struct dt_uarg *a = &t->arg;
	char byte;

	if (a->kind == DT_UARG_NONE)
		return;
	if (a->kind == DT_UARG_MEM || a->kind == DT_UARG_ABS)
		(void) bpf_copy_from_user(&byte, 1, address(regs, a));
	(void) bpf_copy_from_user(&byte, 1, operand(regs, a) + t->off);
}

DT_INLINE int
is_refused(const struct dt_touchwatch *w, uint32_t pid)
{
	int i, refused = 0;

	DT_UNROLL
	for (i = 0; i < DT_TOUCHREFUSED; i++)
		refused |= w->refused[i] == pid;
	return refused;
}

int
dt_touch(const void *ctx)
{
	uint32_t key = 0, place = (uint32_t)bpf_get_attach_cookie(ctx) + 1;
	uint64_t ids = bpf_get_current_pid_tgid();
	uint32_t slot = ids % DT_TOUCHWAITS;
	struct dt_touchwatch *w = bpf_map_lookup_elem(dt_map_rows, &key);
	struct dt_touchplace *p = bpf_map_lookup_elem(dt_map_rows, &place);
	int i, is_free;

	DT_KEEP_STACK();
	if (w == NULL || p == NULL || is_refused(w, ids >> 32))
		return 0;
	DT_PIN(slot);
	if (slot >= DT_TOUCHWAITS)
		return 0;
	is_free = w->wait[slot].since == 0;
	if (is_free) {
		w->wait[slot].pid = ids >> 32;
		w->wait[slot].since = bpf_ktime_get_ns();
	}
	DT_UNROLL
	for (i = 0; i < DT_MAXTOUCHES; i++)
		if ((uint64_t)i < p->n)
			touch(ctx, &p->at[i]);
	if (is_free)
		w->wait[slot].since = 0;
	return 0;
}
