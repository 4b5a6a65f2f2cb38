/* SPDX-License-Identifier: MIT */
/*
 * tpval.c - loads values of a tracepoint, for conditions and as arguments of
 * probes.  Register 6 points to the tracepoint's arguments or, at a function,
 * to the registers that hold its arguments.  A value is loaded to r0; it is 0
 * if a member cannot be read.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "kernel/kernel.h"
#include "rt/arch.h"

/* Extend a narrow argument, whose upper bits are undefined. */
static void
extend(struct dt_emit *e, int reg, uint8_t size, bool is_signed)
{
	int by = 64 - 8 * size;

	if (size == 0 || size == 8)
		return;
	dt_emit(e, ALUI(BPF_LSH, reg, by));
	dt_emit(e, ALUI(is_signed ? BPF_ARSH : BPF_RSH, reg, by));
}

/*
 * The record of sys_enter has the call's number, and that of sys_exit its
 * result, but neither has the address of the registers.
 */
static void
event_argument(const struct dt_kshim *s, struct dt_emit *e, int reg, int ctx,
    int n)
{
	bool enters = strcmp(s->point->tp, "sys_enter") == 0;

	if (n != 0) {
		dt_emit(e, LDX(BPF_DW, reg, ctx, enters ? DT_EVENT_NUMBER :
		    DT_EVENT_ARG(0)));
		return;
	}
	dt_kernel_regs(s, e);
	dt_emit(e, MOV(reg, 0));
}

/* reg = argument n; register ctx is as 6 above. */
static void
argument(const struct dt_kshim *s, struct dt_emit *e, int reg, int ctx, int n)
{
	static const int in_regs[] = DT_ARCH_FNARGS;

	if (s->is_event) {
		event_argument(s, e, reg, ctx, n);
		return;
	}
	dt_emit(e, LDX(BPF_DW, reg, ctx,
	    dt_kernel_is_function(s->point) ? in_regs[n] : n * 8));
}

void
dt_kernel_tparg(const struct dt_kshim *s, struct dt_emit *e, int reg, int n)
{
	argument(s, e, reg, 6, n);
}

void
dt_kernel_tpnumber(struct dt_kernel *k, struct dt_emit *e, int n)
{
	dt_emit(e, MOV(0, 6));
	dt_kernel_follow(k, e, (uint32_t)n * 8, 8);
}

static void
of_packet(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v)
{
	static const char *const functions[] = {
		[DT_TP_IP] = "dt_packet_ip",
		[DT_TP_PAYLOAD] = "dt_packet_payload",
		[DT_TP_PROTOCOL] = "dt_packet_protocol",
		[DT_TP_SOCKET] = "dt_packet_socket",
	};

	dt_kernel_tparg(s, e, 1, (int)v->n);
	dt_emit_call(e, functions[v->from]);
}

static void
of_wait(struct dt_emit *e, int64_t offset)
{
	dt_emit(e, LDX(BPF_W, 1, 10, FP_WAIT));
	dt_emit(e, ALUI(BPF_AND, 1, DT_NWAITS - 1));
	dt_kernel_element(e, 0, "dt_val_waits", offsetof(struct dt_waits, v) +
	    offset, 1, sizeof(struct dt_wait));
	dt_emit(e, LDX(BPF_DW, 0, 0, 0));
}

static void
of_waiter(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v)
{
	dt_kernel_tparg(s, e, 1, (int)v->n);
	dt_kernel_tparg(s, e, 2, (int)v->n + 1);
	dt_emit_call(e, "dt_prio_lent");
}

static void
of_transfer(struct dt_emit *e, const struct dt_tpval *v)
{
	dt_emit(e, LDX(BPF_DW, 1, 10, FP_WALK));
	dt_emit(e, LDX(v->size == 4 ? BPF_W : BPF_DW, 0, 1, (int)v->n));
}

static int64_t
constant(const struct dt_kshim *s, const struct dt_tpval *v)
{
	return v->from == DT_TP_ENUM ?
	    (int32_t)dt_kernel_member(s->k, v->type, v->member) : v->n;
}

static void
of_call(const struct dt_kshim *s, struct dt_emit *e)
{
	if (!s->cond_task)
		dt_emit(e, HELPER(BPF_FUNC_get_current_task_btf));
	dt_kernel_compat(s, e, 0, s->cond_task ? 9 : 0);
}

/* A pointer from -4095 to -1 is an error; another one, negative too, is 0. */
static void
of_result(const struct dt_kshim *s, struct dt_emit *e, bool is_status)
{
	struct dt_label no = { 0 };

	dt_kernel_tparg(s, e, 0, s->result);
	if (!is_status)
		return;
	if (!s->returns_pointer) {
		extend(e, 0, 4, true);
		return;
	}
	dt_emit_jump(e, JMPI(BPF_JSGT, 0, -4096), &no);
	dt_emit(e, MOVI(0, 0));
	dt_emit_here(e, &no);
}

static void
start(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v)
{
	switch (v->from) {
	case DT_TP_IP: case DT_TP_PAYLOAD:
	case DT_TP_PROTOCOL: case DT_TP_SOCKET:
		of_packet(s, e, v);
		break;
	case DT_TP_LENT:
		of_waiter(s, e, v);
		break;
	case DT_TP_COMPAT:
		of_call(s, e);
		break;
	case DT_TP_CHANGED:
		dt_emit(e, LDX(BPF_DW, 0, 10, FP_THREAD));
		break;
	case DT_TP_WAITED:
		of_wait(e, v->n);
		break;
	case DT_TP_DONE:
		of_transfer(e, v);
		break;
	case DT_TP_READING:
		dt_emit(e, MOVI(0, dt_kernel_word_type(s->k) == 0));
		break;
	case DT_TP_CONST: case DT_TP_ENUM:
		dt_emit_imm64(e, 0, (uint64_t)constant(s, v));
		break;
	case DT_TP_ARG:
		dt_kernel_tparg(s, e, 0, (int)v->n);
		break;
	case DT_TP_RESULT: case DT_TP_STATUS:
		of_result(s, e, v->from == DT_TP_STATUS);
		break;
	case DT_TP_CURRENT:
		dt_emit(e, HELPER(BPF_FUNC_get_current_task));
		break;
	case DT_TP_CPU:
		dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
		break;
	}
}

struct offsets { uint32_t first, second; };

static struct offsets
offsets(const struct dt_kshim *s, const struct dt_tpval *v)
{
	struct offsets off = { 0, 0 };

	if (v->member != NULL)
		off.first = dt_kernel_member(s->k, v->type, v->member) +
		    v->element * v->size;
	if (v->type2 != NULL)
		off.second = dt_kernel_member(s->k, v->type2, v->member2);
	return off;
}

static bool
is_pair(const struct dt_tpval *v)
{
	return v->type2 != NULL && !v->embedded;
}

/* r0 = the member, or member of a member, of the struct at r0. */
static void
members(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v)
{
	struct offsets off = offsets(s, v);

	if (is_pair(v)) {
		dt_kernel_follow(s->k, e, off.first, 8);
		dt_kernel_follow(s->k, e, off.second, v->size);
	} else {
		dt_kernel_follow(s->k, e, off.first + off.second, v->size);
	}
}

/*
 * Make the pointer in a register a number: its distance from a null pointer.
 * The difference of two pointers is a number for the verifier.
 */
static void
to_number(struct dt_kernel *k, struct dt_emit *e, int reg)
{
	dt_emit(e, MOVI(1, 0));
	dt_emit(e, MOVI(2, (int)dt_kernel_word_type(k)));
	dt_emit_cast(e);
	dt_emit(e, ALU(BPF_SUB, reg, 0));
}

/*
 * The members of a missing struct are 0.  The verifier deletes this code if it
 * knows that the pointer is not null.
 */
static void
end_if_null(struct dt_emit *e, int reg, struct dt_label *end)
{
	struct dt_label some = { 0 };

	dt_emit_jump(e, JMPI(BPF_JNE, reg, 0), &some);
	dt_emit(e, MOVI(reg, 0));
	dt_emit_jump(e, GOTO(), end);
	dt_emit_here(e, &some);
}

/* The same where the verifier knows the struct. */
static void
known_members(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpval *v, int reg, bool number)
{
	struct offsets off = offsets(s, v);
	struct dt_label end = { 0 };

	end_if_null(e, reg, &end);
	if (is_pair(v)) {
		dt_emit_load(e, 8, reg, reg, (int32_t)off.first);
		end_if_null(e, reg, &end);
		dt_emit_load(e, v->size, reg, reg, (int32_t)off.second);
	} else {
		dt_emit_load(e, v->size, reg, reg,
		    (int32_t)(off.first + off.second));
	}
	if (v->pointer && number)
		to_number(s->k, e, reg);
	dt_emit_here(e, &end);
}

static bool
is_member(const struct dt_tpval *v)
{
	return v->type != NULL && v->from != DT_TP_ENUM;
}

static void
convert(struct dt_emit *e, const struct dt_tpval *v, int reg)
{
	if (!is_member(v) || v->is_signed)	/* loads clear the upper bits */
		extend(e, reg, v->size, v->is_signed);
	if (v->mask != 0)
		dt_emit(e, ALUI(BPF_AND, reg, v->mask));
	if (v->negated)
		dt_emit(e, INSN(BPF_ALU64 | BPF_NEG, reg, 0, 0, 0));
}

/* Can loads find the value? */
static bool
is_loaded(const struct dt_kshim *s, const struct dt_tpval *v)
{
	return v->from == DT_TP_ARG &&
	    (v->type == NULL || (s->members && v->mask == 0));
}

/* Where arguments have types, what has 8 bytes may be a pointer. */
bool
dt_kernel_tploads(const struct dt_kshim *s, const struct dt_tpval *v)
{
	return is_loaded(s, v) && (!s->typed ||
	    (v->size != 0 && v->size < 8) ||
	    (v->pointer && dt_kernel_word_type(s->k) != 0));
}

static void
load(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v,
    int reg, int ctx, bool number)
{
	argument(s, e, reg, ctx, (int)v->n);
	if (v->type != NULL)
		known_members(s, e, v, reg, number);
	convert(e, v, reg);
}

void
dt_kernel_tpload(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpval *v, int reg, int ctx)
{
	load(s, e, v, reg, ctx, true);
}

static void
value(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpval *v)
{
	if (is_loaded(s, v)) {
		load(s, e, v, 0, 6, false);
		return;
	}
	start(s, e, v);
	if (is_member(v))
		members(s, e, v);
	convert(e, v, 0);
}

static void
one_of(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpcond *c,
    struct dt_label *no)
{
	struct dt_label yes = { 0 };
	int i;

	value(s, e, &c->a);
	for (i = 0; i < c->b.n - 1; i++)
		dt_emit_jump(e, JMPI(BPF_JEQ, 0, c->b.set[i]), &yes);
	dt_emit_jump(e, JMPI(BPF_JNE, 0, c->b.set[i]), no);
	dt_emit_here(e, &yes);
}

static void
cond(const struct dt_kshim *s, struct dt_emit *e, const struct dt_tpcond *c,
    bool when, struct dt_label *to)
{
	static const uint8_t jump[][2] = {
		[DT_TP_EQ] = { BPF_JNE, BPF_JEQ },
		[DT_TP_NE] = { BPF_JEQ, BPF_JNE },
		[DT_TP_LT] = { BPF_JSGE, BPF_JSLT },
	};
	int op = jump[c->op][when];

	/* a constant at the left becomes the right operand of > */
	if (c->op == DT_TP_LT && c->a.from == DT_TP_CONST &&
	    c->a.n == (int32_t)c->a.n) {
		value(s, e, &c->b);
		op = when ? BPF_JSGT : BPF_JSLE;
		dt_emit_jump(e, JMPI(op, 0, (int32_t)c->a.n), to);
		return;
	}
	value(s, e, &c->a);
	if (c->b.from == DT_TP_CONST && c->b.n == (int32_t)c->b.n) {
		dt_emit_jump(e, JMPI(op, 0, (int32_t)c->b.n), to);
		return;
	}
	dt_emit(e, STX(BPF_DW, 10, FP_COND, 0));
	value(s, e, &c->b);
	dt_emit(e, LDX(BPF_DW, 1, 10, FP_COND));
	dt_emit_jump(e, JMP(op, 1, 0), to);
}

void
dt_kernel_tpconds(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpsrc *src, struct dt_label *no)
{
	struct dt_label yes = { 0 };
	int i, last = src->nconds - 1;

	for (i = 0; i <= last; i++)
		if (src->conds[i].op == DT_TP_IN)
			one_of(s, e, &src->conds[i], no);
		else if (src->any && i < last)
			cond(s, e, &src->conds[i], true, &yes);
		else
			cond(s, e, &src->conds[i], false, no);
	dt_emit_here(e, &yes);
}

void
dt_kernel_tpargs(const struct dt_kshim *s, struct dt_emit *e)
{
	int i, to;

	for (i = 0; i < DT_NARGS; i++) {
		if (!dt_kernel_wants(s, i) || (s->deferred >> i & 1))
			continue;
		to = CTX(args) + i * 8;
		if (i >= s->src->nargs) {
			dt_emit(e, ST(BPF_DW, 7, to, 0));
			continue;
		}
		value(s, e, &s->src->args[i]);
		dt_emit(e, STX(BPF_DW, 7, to, 0));
	}
}
