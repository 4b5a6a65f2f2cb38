/* SPDX-License-Identifier: MIT */
/*
 * cfa.c - runs programs of call frame information.  It computes the CFA, the
 * return address and the frame pointer only: these, and the caller's stack
 * pointer, which is the CFA, are enough to unwind what compilers generate.
 */
#include <string.h>
#include "sym/cfa.h"
#include "sym/dwarf.h"

#define	REG_FP		6	/* rbp, in DWARF's numbering */
#define	REG_SP		7
#define	REG_RA		16
#define	WORD		8
#define	DEPTH		16	/* remembered states */
#define	PLT_LEN		11	/* bytes of the expression for a PLT */

/* --- pointers ------------------------------------------------------------- */

static uint64_t
read_signed(struct dt_dwbytes *b, size_t n)
{
	uint32_t shift = 64 - 8 * (uint32_t)n;

	return (uint64_t)((int64_t)(dt_dw_fixed(b, n) << shift) >> shift);
}

uint64_t
dt_eh_pointer(struct dt_dwbytes *b, uint8_t encoding)
{
	uint64_t at = b->at, v = 0;

	switch (encoding & DW_EH_PE_form) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		v = dt_dw_fixed(b, 8);
		break;
	case DW_EH_PE_uleb128:
		v = dt_dw_uleb(b);
		break;
	case DW_EH_PE_sleb128:
		v = (uint64_t)dt_dw_sleb(b);
		break;
	case DW_EH_PE_udata2:
		v = dt_dw_fixed(b, 2);
		break;
	case DW_EH_PE_sdata2:
		v = read_signed(b, 2);
		break;
	case DW_EH_PE_udata4:
		v = dt_dw_fixed(b, 4);
		break;
	case DW_EH_PE_sdata4:
		v = read_signed(b, 4);
		break;
	default:
		b->bad = true;
	}
	return (encoding & DW_EH_PE_base) == DW_EH_PE_pcrel ? v + at : v;
}

/* --- rules ---------------------------------------------------------------- */

enum place { SAME, SAVED, AT_FP, UNDEFINED, LOST };

struct rules {
	enum dt_unwhow how;	/* of the CFA: NONE, SP, FP, DEREF, PLT */
	int64_t cfa;		/* bytes */
	int8_t plt;		/* of PLT: the n of set_expression() */
	enum place fp, ra;
	int64_t fp_at, ra_at;	/* of SAVED: bytes from the CFA */
};

struct machine {
	const struct dt_cie *cie;
	struct rules now, initial, saved[DEPTH];
	uint32_t nsaved;
	uint64_t loc, end, bias;
	struct dt_unwrow last;
	dt_cfa_f *emit;
	void *arg;
};

static bool
fits(int64_t bytes, int64_t max)
{
	return bytes % WORD == 0 && bytes / WORD < max && bytes / WORD > -max;
}

static int8_t
fp_of(const struct rules *r)
{
	if (r->fp == SAME)
		return 0;
	return r->fp == SAVED && r->fp_at != 0 && fits(r->fp_at, 128) ?
	    (int8_t)(r->fp_at / WORD) : DT_UNW_LOST;
}

static struct dt_unwrow
row_of(const struct machine *m)
{
	const struct rules *r = &m->now;
	struct dt_unwrow row = { .at = (uint32_t)m->loc };

	if (r->ra == UNDEFINED)
		row.how = DT_UNW_END;
	else if (m->cie->is_signal)
		row.how = DT_UNW_SIGNAL;
	else if (r->ra == SAVED && r->ra_at == -WORD && fits(r->cfa, 32768))
		row.how = r->how;
	switch (row.how) {
	case DT_UNW_DEREF:
		row.how = r->fp == AT_FP ? DT_UNW_DEREF : DT_UNW_NONE;
		break;
	case DT_UNW_PLT:
		row.fp = r->plt;
		break;
	case DT_UNW_SP:
	case DT_UNW_FP:
		row.fp = fp_of(r);
		break;
	default:
		return row;
	}
	row.cfa = (int16_t)(r->cfa / WORD);
	return row;
}

static bool
is_same(const struct dt_unwrow *a, const struct dt_unwrow *b)
{
	return a->cfa == b->cfa && a->fp == b->fp && a->how == b->how;
}

/* Emit a row for m->loc if its rule differs from that of the last row. */
static int
settle(struct machine *m)
{
	struct dt_unwrow row = row_of(m);

	if (is_same(&row, &m->last))
		return 0;
	m->last = row;
	return m->emit(m->arg, &row);
}

/* --- instructions --------------------------------------------------------- */

static void
set_register(struct machine *m, uint64_t reg)
{
	m->now.how = reg == REG_SP ? DT_UNW_SP : reg == REG_FP ? DT_UNW_FP :
	    DT_UNW_NONE;
}

static void
set_cfa(struct machine *m, uint64_t reg, int64_t off)
{
	set_register(m, reg);
	m->now.cfa = off;
}

static void
set_place(struct machine *m, uint64_t reg, enum place place, int64_t at)
{
	if (reg == REG_FP) {
		m->now.fp = place;
		m->now.fp_at = at;
	} else if (reg == REG_RA) {
		m->now.ra = place;
		m->now.ra_at = at;
	}
}

static void
restore(struct machine *m, uint64_t reg)
{
	const struct rules *r = &m->initial;

	if (reg == REG_FP)
		set_place(m, reg, r->fp, r->fp_at);
	else
		set_place(m, reg, r->ra, r->ra_at);
}

static void
restore_all(struct machine *m)
{
	if (m->nsaved != 0)
		m->now = m->saved[--m->nsaved];
}

static void
remember_all(struct machine *m)
{
	if (m->nsaved < DEPTH)
		m->saved[m->nsaved++] = m->now;
}

/*
 * Recognize the two expressions that compilers and linkers generate for a CFA:
 * a word below the frame pointer in a function that has aligned its stack, and
 * rsp + 8 + ((rip & 15) >= n) * 8 in an entry of a PLT.
 */
static void
set_expression(struct machine *m, struct dt_dwbytes e)
{
	static const uint8_t plt[PLT_LEN] = { DW_OP_breg7, 8, DW_OP_breg16, 0,
	    DW_OP_lit15, DW_OP_and, 0, DW_OP_ge, DW_OP_lit3, DW_OP_shl,
	    DW_OP_plus };
	uint8_t copy[PLT_LEN];

	m->now.how = DT_UNW_NONE;
	m->now.cfa = 0;
	if (e.end - e.p == PLT_LEN) {
		memcpy(copy, e.p, PLT_LEN);
		copy[6] = 0;
		if (memcmp(copy, plt, PLT_LEN) != 0 ||
		    e.p[6] - DW_OP_lit0 > 15)
			return;
		m->now.how = DT_UNW_PLT;
		m->now.cfa = WORD;
		m->now.plt = (int8_t)(e.p[6] - DW_OP_lit0);
	} else if (dt_dw_fixed(&e, 1) == DW_OP_breg6) {
		m->now.cfa = dt_dw_sleb(&e);
		if (dt_dw_fixed(&e, 1) == DW_OP_deref && e.p == e.end)
			m->now.how = DT_UNW_DEREF;
	}
}

/* The only expression that is known here is the place that rbp points to. */
static enum place
place_of(struct dt_dwbytes e)
{
	return e.end - e.p == 2 && e.p[0] == DW_OP_breg6 && e.p[1] == 0 ?
	    AT_FP : LOST;
}

static int
advance(struct machine *m, uint64_t delta)
{
	int err = settle(m);

	if (delta > m->end - m->loc)
		delta = m->end - m->loc;
	m->loc += delta;
	return err;
}

static int
advance_to(struct machine *m, uint64_t addr)
{
	uint64_t loc = addr - m->bias;

	return loc >= m->loc ? advance(m, loc - m->loc) : 0;
}

/* Run an instruction that sets the CFA; false: op is another one. */
static bool
change_cfa(struct machine *m, struct dt_dwbytes *b, uint8_t op)
{
	int64_t align = m->cie->data_align;
	uint64_t reg;

	switch (op) {
	case DW_CFA_def_cfa:
		reg = dt_dw_uleb(b);
		set_cfa(m, reg, (int64_t)dt_dw_uleb(b));
		return true;
	case DW_CFA_def_cfa_sf:
		reg = dt_dw_uleb(b);
		set_cfa(m, reg, dt_dw_sleb(b) * align);
		return true;
	case DW_CFA_def_cfa_register:
		set_register(m, dt_dw_uleb(b));
		return true;
	case DW_CFA_def_cfa_offset:
		m->now.cfa = (int64_t)dt_dw_uleb(b);
		return true;
	case DW_CFA_def_cfa_offset_sf:
		m->now.cfa = dt_dw_sleb(b) * align;
		return true;
	case DW_CFA_def_cfa_expression:
		set_expression(m, dt_dw_part(b, dt_dw_uleb(b)));
		return true;
	default:
		return false;
	}
}

/* Does the instruction say where its first operand, a register, is saved? */
static bool
sets_place(uint8_t op)
{
	return (op >= DW_CFA_offset_extended && op <= DW_CFA_register) ||
	    op == DW_CFA_expression || op == DW_CFA_offset_extended_sf ||
	    (op >= DW_CFA_val_offset && op <= DW_CFA_val_expression);
}

static void
change_place(struct machine *m, struct dt_dwbytes *b, uint8_t op)
{
	int64_t align = m->cie->data_align;
	uint64_t reg = dt_dw_uleb(b);

	switch (op) {
	case DW_CFA_offset_extended:
		set_place(m, reg, SAVED, (int64_t)dt_dw_uleb(b) * align);
		break;
	case DW_CFA_offset_extended_sf:
		set_place(m, reg, SAVED, dt_dw_sleb(b) * align);
		break;
	case DW_CFA_restore_extended:
		restore(m, reg);
		break;
	case DW_CFA_undefined:
		set_place(m, reg, reg == REG_RA ? UNDEFINED : LOST, 0);
		break;
	case DW_CFA_same_value:
		set_place(m, reg, reg == REG_RA ? LOST : SAME, 0);
		break;
	case DW_CFA_expression:
		set_place(m, reg, place_of(dt_dw_part(b, dt_dw_uleb(b))), 0);
		break;
	case DW_CFA_val_expression:
		(void) dt_dw_part(b, dt_dw_uleb(b));
		set_place(m, reg, LOST, 0);
		break;
	default:		/* register, val_offset, val_offset_sf */
		(void) dt_dw_uleb(b);
		set_place(m, reg, LOST, 0);
	}
}

/* Run an instruction whose lower six bits are an operand. */
static int
change_short(struct machine *m, struct dt_dwbytes *b, uint8_t op)
{
	uint64_t low = op & 0x3f;

	switch (op & 0xc0) {
	case DW_CFA_advance_loc:
		return advance(m, low * m->cie->code_align);
	case DW_CFA_offset:
		set_place(m, low, SAVED, (int64_t)dt_dw_uleb(b) *
		    m->cie->data_align);
		return 0;
	default:		/* DW_CFA_restore */
		restore(m, low);
		return 0;
	}
}

/* Run any other instruction; an unknown one ends the program. */
static int
change_other(struct machine *m, struct dt_dwbytes *b, uint8_t op)
{
	uint64_t code = m->cie->code_align;

	switch (op) {
	case DW_CFA_nop:
		return 0;
	case DW_CFA_set_loc:
		return advance_to(m, dt_eh_pointer(b, m->cie->encoding));
	case DW_CFA_advance_loc1:
		return advance(m, dt_dw_fixed(b, 1) * code);
	case DW_CFA_advance_loc2:
		return advance(m, dt_dw_fixed(b, 2) * code);
	case DW_CFA_advance_loc4:
		return advance(m, dt_dw_fixed(b, 4) * code);
	case DW_CFA_remember_state:
		remember_all(m);
		return 0;
	case DW_CFA_restore_state:
		restore_all(m);
		return 0;
	case DW_CFA_GNU_args_size:
		(void) dt_dw_uleb(b);
		return 0;
	default:
		b->bad = true;
		return 0;
	}
}

static int
run(struct machine *m, struct dt_dwbytes b)
{
	int err = 0;
	uint8_t op;

	while (err == 0 && b.p < b.end && !b.bad) {
		op = (uint8_t)dt_dw_fixed(&b, 1);
		if (op >= DW_CFA_advance_loc)
			err = change_short(m, &b, op);
		else if (sets_place(op))
			change_place(m, &b, op);
		else if (!change_cfa(m, &b, op))
			err = change_other(m, &b, op);
	}
	if (b.bad)
		m->now.how = DT_UNW_NONE;
	return err;
}

static int
keep_none(void *arg, const struct dt_unwrow *row)
{
	(void) arg;
	(void) row;
	return 0;
}

int
dt_cfa_run(const struct dt_cfafn *fn, dt_cfa_f *emit, void *arg)
{
	struct machine m = {
		.cie = fn->cie, .bias = fn->bias,
		.loc = fn->start, .end = fn->end,
		.now = { .ra = LOST },
		.emit = keep_none, .arg = arg,
	};
	const struct dt_unwrow behind = { .at = (uint32_t)fn->end };
	int err;

	(void) run(&m, fn->cie->program);
	m.initial = m.now;
	m.loc = fn->start;
	m.nsaved = 0;
	m.emit = emit;
	m.last = (struct dt_unwrow){ .how = UINT8_MAX };
	err = run(&m, fn->program);
	if (err == 0 && m.loc < m.end)
		err = settle(&m);
	return err != 0 ? err : emit(arg, &behind);
}
