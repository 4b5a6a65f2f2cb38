/* SPDX-License-Identifier: MIT */
/*
 * isel.c - from operations to instructions.
 *
 * r6 holds the slot, r7-r9 hold virtual registers, r0-r5 are free for use
 * within one operation.  The other parameters are on the stack.  Every access
 * to a buffer has its own bounds check, so nothing depends on what the verifier
 * remembers about a value.
 */
#include "bpf/gen.h"

#include <errno.h>

#define	MAX_OFF	INT16_MAX

static const int alu[DT_NIROPS] = {
#define	DT_IROP(id, name, operands, alu)	alu,
#include "tbl/ops.h"
#undef DT_IROP
};

static const uint8_t jumps[DT_NCCS] = {
	[DT_CC_EQ] = BPF_JEQ, [DT_CC_NE] = BPF_JNE,
	[DT_CC_LT] = BPF_JSLT, [DT_CC_GE] = BPF_JSGE,
	[DT_CC_GT] = BPF_JSGT, [DT_CC_LE] = BPF_JSLE,
	[DT_CC_ULT] = BPF_JLT, [DT_CC_UGE] = BPF_JGE,
	[DT_CC_UGT] = BPF_JGT, [DT_CC_ULE] = BPF_JLE,
};

const struct dt_form *
dt_isel_form(const struct dt_isel *g, uint32_t agg)
{
	return &g->all->shapes.forms[g->plan->forms[agg]];
}

void
dt_isel_put_open(struct dt_isel *g, const struct dt_open *o)
{
	struct dt_open open = *o;

	open.insn = dt_emit_count(&g->e);
	dt_buf_add(&g->opens, &open, sizeof(open));
}

void
dt_isel_open(struct dt_isel *g, enum dt_openkind kind,
    const struct dt_ident *var)
{
	const struct dt_open o = { .kind = kind,
	    .index = dt_var_index(&g->all->shapes, var) };

	dt_isel_put_open(g, &o);
}

/* Declare the immediate of the next instruction a part of a field. */
static void
open_field(struct dt_isel *g, const struct dt_field *f,
    enum dt_fieldpart part)
{
	dt_isel_put_open(g, &(struct dt_open){ .kind = DT_OPEN_FIELD + part,
	    .index = f->index });
}

/* Load from the slot; dst holds the address first if the offset is too far. */
static void
slot_load(struct dt_isel *g, uint32_t off, int width, int dst)
{
	if (off <= MAX_OFF) {
		dt_emit_load(&g->e, width, dst, DT_REG_SLOT, off);
		return;
	}
	dt_emit_mov(&g->e, dst, DT_REG_SLOT);
	dt_emit(&g->e, ALUI(BPF_ADD, dst, off));
	dt_emit_load(&g->e, width, dst, dst, 0);
}

/* Store to the slot; r5 is used if the offset is too far, and is never src. */
void
dt_isel_slot_store(struct dt_isel *g, uint32_t off, int width, int src)
{
	if (off <= MAX_OFF) {
		dt_emit_store(&g->e, width, DT_REG_SLOT, off, src);
		return;
	}
	dt_emit_mov(&g->e, R5, DT_REG_SLOT);
	dt_emit(&g->e, ALUI(BPF_ADD, R5, off));
	dt_emit_store(&g->e, width, R5, 0, src);
}

static uint32_t
spill_off(const struct dt_isel *g, const struct dt_loc *l)
{
	return g->all->scratch + g->plan->ir.temps + 8 * l->n;
}

void
dt_isel_into(struct dt_isel *g, uint32_t v, int reg)
{
	const struct dt_loc *l = &g->plan->loc[v];

	if (l->kind == DT_LOC_REG)
		dt_emit_mov(&g->e, reg, l->n);
	else if (l->kind == DT_LOC_STACK)
		dt_emit_load(&g->e, 8, reg, R10, l->n);
	else
		slot_load(g, spill_off(g, l), 8, reg);
}

int
dt_isel_use(struct dt_isel *g, uint32_t v, int tmp)
{
	const struct dt_loc *l = &g->plan->loc[v];

	if (l->kind == DT_LOC_REG)
		return l->n;
	dt_isel_into(g, v, tmp);
	return tmp;
}

/* The register in which an operation makes v; done() stores it in its place. */
static int
def(const struct dt_isel *g, uint32_t v)
{
	const struct dt_loc *l = &g->plan->loc[v];

	return l->kind == DT_LOC_REG ? l->n : R0;
}

static void
done(struct dt_isel *g, uint32_t v, int reg)
{
	const struct dt_loc *l = &g->plan->loc[v];

	if (l->kind == DT_LOC_REG)
		dt_emit_mov(&g->e, l->n, reg);
	else if (l->kind == DT_LOC_STACK)
		dt_emit_store(&g->e, 8, R10, l->n, reg);
	else if (l->kind == DT_LOC_SLOT)
		dt_isel_slot_store(g, spill_off(g, l), 8, reg);
}

/* The register of the second operand, or tmp with the operand loaded. */
static int
second(struct dt_isel *g, const struct dt_irins *i)
{
	if (i->b != 0)
		return dt_isel_use(g, i->b, R1);
	dt_emit_const(&g->e, R1, i->imm);
	return R1;
}

/* If b is in the register of the result, the result is made in r0. */
static void
sel_alu(struct dt_isel *g, const struct dt_irins *i)
{
	int acc = def(g, i->d);
	const struct dt_loc *lb = &g->plan->loc[i->b];

	if (i->b != 0 && lb->kind == DT_LOC_REG && lb->n == acc)
		acc = R0;
	if (i->b == 0 && dt_fits32(i->imm)) {
		dt_isel_into(g, i->a, acc);
		if (i->field != NULL)
			open_field(g, i->field, i->part);
		dt_emit(&g->e, ALUI(alu[i->op], acc, i->imm));
	} else {
		int r = second(g, i);

		dt_isel_into(g, i->a, acc);
		dt_emit(&g->e, ALU(alu[i->op], acc, r));
	}
	done(g, i->d, acc);
}

/* sign = all ones if v is negative; v = its magnitude. */
static void
magnitude(struct dt_emit *e, int v, int sign)
{
	dt_emit_mov(e, sign, v);
	dt_emit(e, ALUI(BPF_ARSH, sign, 63));
	dt_emit(e, ALU(BPF_XOR, v, sign));
	dt_emit(e, ALU(BPF_SUB, v, sign));
}

/*
 * The instruction set has no signed division.  A magnitude of 64 bits can be
 * 2^63, so INT64_MIN divided by -1 wraps to itself.  The remainder has the sign
 * of the dividend.
 */
static void
sel_signed(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_emit *e = &g->e;

	dt_isel_into(g, i->a, R0);
	if (i->b != 0)
		dt_isel_into(g, i->b, R1);
	else
		dt_emit_const(e, R1, i->imm);
	magnitude(e, R0, R2);
	magnitude(e, R1, R3);
	if (i->op == DT_IR_SDIV) {
		dt_emit(e, ALU(BPF_DIV, R0, R1));
		dt_emit(e, ALU(BPF_XOR, R2, R3));
	} else
		dt_emit(e, ALU(BPF_MOD, R0, R1));
	dt_emit(e, ALU(BPF_XOR, R0, R2));
	dt_emit(e, ALU(BPF_SUB, R0, R2));
	done(g, i->d, R0);
}

static void
sel_unary(struct dt_isel *g, const struct dt_irins *i)
{
	int r = def(g, i->d);

	if (i->field != NULL)
		open_field(g, i->field, i->part);
	if (i->op == DT_IR_CONST && i->field != NULL &&
	    i->part == DT_PART_ADDRESS)
		dt_emit_imm64(&g->e, r, 0);
	else if (i->op == DT_IR_CONST)
		dt_emit_const(&g->e, r, i->imm);
	else
		dt_isel_into(g, i->a, r);
	if (i->op == DT_IR_NEG)
		dt_emit(&g->e, ALUI(BPF_NEG, r, 0));
	else if (i->op == DT_IR_EXT)
		dt_emit_extend(&g->e, r, i->width, i->sign);
	done(g, i->d, r);
}

static void
sel_branch(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_label *to = &g->label[i->label];
	int a = dt_isel_use(g, i->a, R0);

	if (i->b == 0 && i->field != NULL)
		open_field(g, i->field, i->part);
	if (i->b == 0 && dt_fits32(i->imm))
		dt_emit_jump(&g->e, JMPI(jumps[i->cc], a, i->imm), to);
	else
		dt_emit_jump(&g->e, JMP(jumps[i->cc], a, second(g, i)), to);
}

static void
sel_ldslot(struct dt_isel *g, const struct dt_irins *i)
{
	int r = def(g, i->d);

	if (i->var != NULL)
		dt_isel_open(g, DT_OPEN_SLOT, i->var);
	slot_load(g, i->imm, i->width, r);
	if (i->sign)
		dt_emit_extend(&g->e, r, i->width, true);
	done(g, i->d, r);
}

static void
sel_ldmap(struct dt_isel *g, const struct dt_irins *i)
{
	int r = def(g, i->d);

	if (i->var != NULL)
		dt_isel_open(g, DT_OPEN_GLOBAL, i->var);
	dt_emit_ld64(&g->e, r, DT_REL_MAPVAL, i->sym, i->imm);
	dt_emit_load(&g->e, i->width, r, r, 0);
	if (i->sign)
		dt_emit_extend(&g->e, r, i->width, true);
	done(g, i->d, r);
}

static void
sel_stmap(struct dt_isel *g, const struct dt_irins *i)
{
	int r = dt_isel_use(g, i->a, R0);

	if (i->var != NULL)
		dt_isel_open(g, DT_OPEN_GLOBAL, i->var);
	dt_emit_ld64(&g->e, R1, DT_REL_MAPVAL, i->sym, i->imm);
	dt_emit_store(&g->e, i->width, R1, 0, r);
}

/* By way of memory the pointer becomes a number that code can compute with. */
static void
sel_mapaddr(struct dt_isel *g, const struct dt_irins *i)
{
	const uint32_t mem = offsetof(struct dt_slot, ctx.mem);
	int r = def(g, i->d);

	if (i->var != NULL)
		dt_isel_open(g, DT_OPEN_GLOBAL, i->var);
	dt_emit_ld64(&g->e, r, DT_REL_MAPVAL, i->sym, i->imm);
	dt_emit_store(&g->e, 8, DT_REG_SLOT, mem, r);
	dt_emit_load(&g->e, 8, r, DT_REG_SLOT, mem);
	done(g, i->d, r);
}

static void
memory_address(struct dt_isel *g, const struct dt_irins *i, int reg)
{
	dt_isel_into(g, i->a, reg);
	if (i->field != NULL) {
		open_field(g, i->field, DT_PART_OFFSET);
		dt_emit(&g->e, ALUI(BPF_ADD, reg, 0));
		return;
	}
	if (dt_fits32(i->imm)) {
		dt_emit(&g->e, ALUI(BPF_ADD, reg, i->imm));
		return;
	}
	dt_emit_const(&g->e, R0, i->imm);
	dt_emit(&g->e, ALU(BPF_ADD, reg, R0));
}

void
dt_isel_aside(struct dt_isel *g, const struct dt_aside *a)
{
	struct dt_aside aside = *a;

	aside.back = dt_emit_count(&g->e);
	dt_buf_add(&g->asides, &aside, sizeof(aside));
	if (g->asides.err != 0)
		g->e.err = -ENOMEM;
}

static void
emit_asides(struct dt_isel *g)
{
	struct dt_aside *v = (struct dt_aside *)g->asides.p;
	uint32_t i, n = g->asides.len / sizeof(*v);

	for (i = 0; i < n; i++) {
		g->e.line = (uint32_t)dt_place_line(v[i].ins->line);
		dt_emit_here(&g->e, &v[i].from);
		v[i].emit(g, &v[i]);
		dt_emit_back(&g->e, v[i].back);
	}
	g->asides.len = 0;
}

/*
 * r0 = the memory, by a load if the kernel permits that, or else 0.  The
 * verifier knows dt_imm_word_type and deletes the branch that is not taken.
 */
static void
look_at_memory(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_label none = { 0 }, look = { 0 };
	struct dt_emit *e = &g->e;

	dt_emit_ld64(e, R2, DT_REL_IMM, "dt_imm_word_type", 0);
	dt_emit_jump(e, JMPI(BPF_JEQ, R2, 0), &none);
	memory_address(g, i, R1);
	dt_emit_cast(e);
	dt_emit_load(e, i->width, R0, R0, 0);
	dt_emit_jump(e, GOTO(), &look);
	dt_emit_here(e, &none);
	dt_emit_const(e, R0, 0);
	dt_emit_here(e, &look);
}

/* Is the width set later? */
static bool
has_open_width(const struct dt_irins *i)
{
	return i->field != NULL && i->part == DT_PART_BYTES;
}

/* May the width be one that no load instruction has? */
static bool
is_odd(const struct dt_irins *i)
{
	return has_open_width(i) || (i->width & (i->width - 1)) != 0;
}

/*
 * r0 = the memory, by the helper, which fails at an unreadable address.  The
 * bytes go to ctx.mem, with zeroes above an odd width.
 */
static void
read_memory(struct dt_isel *g, const struct dt_irins *i)
{
	const uint32_t mem = offsetof(struct dt_slot, ctx.mem);
	bool open = has_open_width(i), odd = is_odd(i);
	struct dt_label ok = { 0 };
	struct dt_emit *e = &g->e;

	if (odd)
		dt_emit_storei(e, 8, DT_REG_SLOT, mem, 0);
	memory_address(g, i, R3);
	dt_emit_mov(e, R1, DT_REG_SLOT);
	dt_emit(e, ALUI(BPF_ADD, R1, mem));
	if (open)
		open_field(g, i->field, DT_PART_BYTES);
	dt_emit_const(e, R2, open ? 0 : i->width);
	dt_emit(e, HELPER(BPF_FUNC_probe_read_kernel));
	dt_emit_jump(e, JMPI(BPF_JEQ, R0, 0), &ok);
	memory_address(g, i, R1);
	dt_isel_slot_store(g, offsetof(struct dt_slot, ctx.fault_addr), 8, R1);
	dt_emit_jump(e, GOTO(), &g->label[i->label]);
	dt_emit_here(e, &ok);
	dt_emit_load(e, odd ? 8 : i->width, R0, DT_REG_SLOT, mem);
}

static void
read_again(struct dt_isel *g, const struct dt_aside *a)
{
	read_memory(g, a->ins);
}

/*
 * Read kernel memory.  A load reads 0 from an unreadable address, so a 0 is
 * read again with the helper.
 */
static void
sel_ldmem(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_aside again = { .emit = read_again, .ins = i };
	struct dt_emit *e = &g->e;
	int r = def(g, i->d);

	if (is_odd(i)) {
		read_memory(g, i);
	} else {
		look_at_memory(g, i);
		dt_emit_jump(e, JMPI(BPF_JEQ, R0, 0), &again.from);
		dt_isel_aside(g, &again);
	}
	dt_emit_mov(e, r, R0);
	if (i->sign)
		dt_emit_extend(e, r, i->width, true);
	done(g, i->d, r);
}

void
dt_isel_agg(struct dt_isel *g, int reg)
{
	if (g->agg != 0)
		dt_emit_mov(&g->e, reg, g->agg);
	else
		dt_emit_load(&g->e, 8, reg, R10, DT_FP_AGG);
}

static void
open_argument(struct dt_isel *g, const struct dt_irarg *a)
{
	if (a->kind == DT_IRA_FIELD)
		open_field(g, a->field, (enum dt_fieldpart)a->imm);
	else
		dt_isel_put_open(g, &(struct dt_open){ .kind = DT_OPEN_FORM,
		    .index = g->plan->forms[a->imm] });
}

static void
argument(struct dt_isel *g, const struct dt_irarg *a, int reg)
{
	struct dt_emit *e = &g->e;

	switch (a->kind) {
	case DT_IRA_SLOT:
		dt_emit_mov(e, reg, DT_REG_SLOT);
		return;
	case DT_IRA_AGG:
		dt_isel_agg(g, reg);
		return;
	case DT_IRA_PRIN:
	case DT_IRA_CTX:
		dt_emit_load(e, 8, reg, R10, a->kind == DT_IRA_CTX ?
		    DT_FP_CTX : DT_FP_PRIN);
		return;
	case DT_IRA_REG:
		dt_isel_into(g, a->v, reg);
		return;
	case DT_IRA_IMM:
		dt_emit_const(e, reg, a->imm);
		return;
	case DT_IRA_TEMP:
		dt_emit_const(e, reg, g->all->scratch + a->imm);
		return;
	case DT_IRA_FORM:
	case DT_IRA_FIELD:
		open_argument(g, a);
		dt_emit_const(e, reg, 0);
		return;
	case DT_IRA_RECSIZE:
		dt_emit_const(e, reg, g->plan->rec_size);
		return;
	case DT_IRA_VAR:
		dt_isel_open(g, DT_OPEN_VAR, a->var);
		dt_emit(e, MOV32I(reg, 0));
		return;
	case DT_IRA_THISSTR:
		dt_isel_open(g, DT_OPEN_THISSTR, a->var);
		dt_emit_ld64(e, reg, DT_REL_IMM, "dt_imm_this_str", 0);
		return;
	}
}

static void
sel_call(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_find find;
	bool looked = dt_isel_look(g, i, &find);

	if (!dt_isel_self(g, i)) {
		for (int k = 0; k < i->nargs; k++)
			argument(g, &i->args[k], R1 + k);
		dt_emit_call(&g->e, dt_rtcalls[i->fn].name);
	}
	if (looked)
		dt_isel_found(g, i, &find);
	if (i->d == 0 || (looked && find.update != NULL))
		return;
	dt_emit_extend(&g->e, R0, i->width, i->sign);
	done(g, i->d, R0);
}

static void
sel_recoff(struct dt_isel *g, const struct dt_irins *i)
{
	int r = def(g, i->d);

	dt_isel_into(g, i->a, r);
	dt_emit(&g->e, ALUI(BPF_ADD, r, g->plan->recoff[i->ix]));
	done(g, i->d, r);
}

static void
sel_ret(struct dt_isel *g, int64_t rc)
{
	dt_emit_const(&g->e, R0, rc);
	dt_emit(&g->e, EXIT());
	g->dead = true;
}

/* The fault's address is 0, or the runtime has set it. */
static void
sel_fault(struct dt_isel *g, const struct dt_irins *i)
{
	size_t ctx = offsetof(struct dt_slot, ctx);

	dt_emit_storei(&g->e, 4, DT_REG_SLOT, ctx + offsetof(struct dt_ctx,
	    fault), i->imm);
	dt_emit_storei(&g->e, 4, DT_REG_SLOT, ctx + offsetof(struct dt_ctx,
	    fault_action), i->ix);
	sel_ret(g, DT_RC_FAULT);
}

static void
sel_jmp(struct dt_isel *g, const struct dt_irins *i)
{
	dt_emit_jump(&g->e, GOTO(), &g->label[i->label]);
	g->dead = true;
}

static void
sel_stslot(struct dt_isel *g, const struct dt_irins *i)
{
	int r = dt_isel_use(g, i->a, R0);

	if (i->var != NULL)
		dt_isel_open(g, DT_OPEN_SLOT, i->var);
	dt_isel_slot_store(g, i->imm, i->width, r);
}

static void
sel_target(struct dt_isel *g, const struct dt_irins *i)
{
	int r = def(g, i->d);

	dt_isel_put_open(g, &(struct dt_open){ .kind = DT_OPEN_TARGET });
	dt_emit_const(&g->e, r, 0);
	done(g, i->d, r);
}

static void
sel_retcode(struct dt_isel *g, const struct dt_irins *i)
{
	sel_ret(g, i->imm);
}

/* The operations that take more than one two-operand instruction. */
static void (*const select_op[DT_NIROPS])(struct dt_isel *,
    const struct dt_irins *) = {
	[DT_IR_CONST] = sel_unary,
	[DT_IR_TARGET] = sel_target,
	[DT_IR_MOV] = sel_unary,
	[DT_IR_NEG] = sel_unary,
	[DT_IR_EXT] = sel_unary,
	[DT_IR_SDIV] = sel_signed,
	[DT_IR_SMOD] = sel_signed,
	[DT_IR_JMP] = sel_jmp,
	[DT_IR_BR] = sel_branch,
	[DT_IR_LDSLOT] = sel_ldslot,
	[DT_IR_STSLOT] = sel_stslot,
	[DT_IR_LDMAP] = sel_ldmap,
	[DT_IR_STMAP] = sel_stmap,
	[DT_IR_MAPADDR] = sel_mapaddr,
	[DT_IR_LDMEM] = sel_ldmem,
	[DT_IR_CALL] = sel_call,
	[DT_IR_STR] = dt_isel_str,
	[DT_IR_KEY] = dt_isel_key,
	[DT_IR_KEYSTR] = dt_isel_keystr,
	[DT_IR_DYNKEY] = dt_isel_dynkey,
	[DT_IR_UPDATE] = dt_isel_update,
	[DT_IR_REC] = dt_isel_rec,
	[DT_IR_RECOFF] = sel_recoff,
	[DT_IR_FAULT] = sel_fault,
	[DT_IR_RET] = sel_retcode,
};

/* Emit nothing for dead code, which the kernel refuses. */
static void
sel_ins(struct dt_isel *g, const struct dt_irins *i)
{
	g->e.line = (uint32_t)dt_place_line(i->line);
	if (i->op == DT_IR_LABEL) {
		if (g->label[i->label].last != 0)
			g->dead = false;
		dt_emit_here(&g->e, &g->label[i->label]);
	} else if (!g->dead && select_op[i->op] != NULL)
		select_op[i->op](g, i);
	else if (!g->dead)
		sel_alu(g, i);
}

struct uses {
	bool agg, prin, ctx;
};

static struct uses
parameters(const struct dt_irfn *fn)
{
	struct uses u = { false, false, false };

	for (uint32_t n = 0; n < fn->n; n++) {
		const struct dt_irins *i = &fn->ins[n];

		for (uint32_t k = 0; k < i->nargs; k++) {
			u.agg |= i->args[k].kind == DT_IRA_AGG;
			u.prin |= i->args[k].kind == DT_IRA_PRIN;
			u.ctx |= i->args[k].kind == DT_IRA_CTX;
		}
	}
	return u;
}

/* Is the last register free?  They are allocated from the first on. */
static bool
has_spare(const struct dt_plan *p)
{
	for (uint32_t v = 1; v <= p->ir.nregs; v++)
		if (p->loc[v].kind == DT_LOC_REG &&
		    p->loc[v].n == DT_REG_LAST)
			return false;
	return true;
}

/*
 * Emit the first guards with DT_GUARDINSNS instructions each, so that a shim
 * that has tested them can skip them: see clause.h.
 */
static void
first_guards(struct dt_isel *g)
{
	static const uint32_t off[] = {
		[DT_GUARD_PID] = offsetof(struct dt_slot, ctx.pid),
		[DT_GUARD_TID] = offsetof(struct dt_slot, ctx.tid),
		[DT_GUARD_UID] = offsetof(struct dt_slot, ctx.uid),
	};
	const struct dt_irfn *fn = &g->plan->ir;
	struct dt_label met = { 0 };

	for (uint32_t i = 0; i < fn->nfirst; i++) {
		dt_emit_load(&g->e, 4, R0, R1, off[fn->guards[i].var]);
		if (fn->guards[i].target)
			dt_isel_put_open(g,
			    &(struct dt_open){ .kind = DT_OPEN_TARGET });
		dt_emit_jump(&g->e, JMPI(BPF_JEQ, R0, fn->guards[i].value),
		    &met);
		sel_ret(g, DT_RC_OK);
		dt_emit_here(&g->e, &met);
	}
	g->dead = false;
}

static void
prologue(struct dt_isel *g)
{
	struct uses u = parameters(&g->plan->ir);

	if (u.agg && has_spare(g->plan))
		g->agg = DT_REG_LAST;

	g->e.line = (uint32_t)dt_place_line(g->plan->ir.clause->line);
	first_guards(g);
	dt_emit_mov(&g->e, DT_REG_SLOT, R1);
	if (g->agg != 0)
		dt_emit_mov(&g->e, g->agg, R2);
	else if (u.agg)
		dt_emit_store(&g->e, 8, R10, DT_FP_AGG, R2);
	if (u.prin)
		dt_emit_store(&g->e, 8, R10, DT_FP_PRIN, R3);
	if (u.ctx)
		dt_emit_store(&g->e, 8, R10, DT_FP_CTX, R4);
	dt_isel_selfinit(g);
}

/* The parts for faults, if there are any, follow the last return. */
static uint32_t
find_faults(const struct dt_irfn *fn)
{
	uint32_t n = fn->n;

	while (n > 0 && fn->ins[n - 1].op != DT_IR_RET)
		n--;
	return n;
}

int
dt_isel(const struct dt_plans *all, const struct dt_plan *p,
    struct dt_arena *arena, struct dt_diag *diag, struct dt_clause *clause)
{
	struct dt_func *out = &clause->code;
	uint32_t faults = find_faults(&p->ir);
	struct dt_isel g = { .all = all, .plan = p, .diag = diag,
	    .e = { .arena = arena, .has_lines = true } };

	g.label = dt_arena_alloc(arena,
	    (p->ir.nlabels + 1) * sizeof(*g.label));
	if (g.label == NULL)
		return dt_diag_nomem(diag);
	prologue(&g);
	for (uint32_t n = 0; n < p->ir.n; n++) {
		if (n == faults)
			emit_asides(&g);
		sel_ins(&g, &p->ir.ins[n]);
		n += g.done;
		g.done = 0;
	}
	emit_asides(&g);
	dt_buf_free(&g.asides);
	clause->nopens = g.opens.len / sizeof(struct dt_open);
	clause->opens = dt_emit_keep(&g.e, &g.opens);
	dt_buf_free(&g.opens);
	if (dt_emit_finish(&g.e, out) == -E2BIG)
		return dt_diag_set(diag, D_CG_EXPR, (int)g.e.err_line,
		    "this clause is too large for the kernel: divide it into "
		    "several clauses of the same probe");
	return g.e.err != 0 ? dt_diag_nomem(diag) : diag->err;
}
