/* SPDX-License-Identifier: MIT */
/*
 * build_mem.c - variables that are structs, unions or arrays of a fixed size,
 * and stores to memory, which the runtime checks to be the program's.
 */
#include "ir/build.h"

#include "rt/rt.h"

struct dt_irplace {
	struct dt_irplace *outer;
	const struct dt_node *n;
	uint32_t ptr;		/* register of the pointer n->left */
};

struct dt_irobject {
	struct dt_irobject *next;
	const struct dt_ident *id;
};

/* Count the scratch memory of an object once per clause. */
static void
count(struct dt_irbuild *b, const struct dt_ident *id)
{
	struct dt_irobject *o = b->objects;

	while (o != NULL && o->id != id)
		o = o->next;
	if (o != NULL)
		return;
	o = dt_arena_alloc(b->arena, sizeof(*o));
	if (o == NULL) {
		dt_diag_nomem(b->diag);
		return;
	}
	*o = (struct dt_irobject){ b->objects, id };
	b->objects = o;
	b->fn->scratch.known += dt_scratch_bytes(id->type.size);
}

static uint32_t
global(struct dt_irbuild *b, const struct dt_ident *id)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_MAPADDR);

	i->d = dt_irb_reg(b);
	i->sym = "dt_val_globals";
	i->var = id;
	return i->d;
}

/* Take zeroed scratch memory at the object's first use in a firing. */
static uint32_t
local(struct dt_irbuild *b, const struct dt_ident *id)
{
	uint32_t end = dt_irb_label(b), d = dt_irb_reg(b), v;

	count(b, id);
	dt_irb_mov(b, d, dt_irb_load(b, id));
	dt_irb_br(b, DT_CC_NE, d, 0, 0, end);
	v = dt_irb_take(b, dt_irb_const(b, id->type.size), true);
	dt_irb_mov(b, d, v);
	dt_irb_store(b, id, v);
	dt_irb_place(b, end);
	return d;
}

/* Fail with this address, then go on at label ok, which avoids it. */
static void
bad_address(struct dt_irbuild *b, uint32_t addr, uint32_t ok)
{
	struct dt_irins *st = dt_irb_add(b, DT_IR_STSLOT);

	st->a = addr;
	st->imm = offsetof(struct dt_slot, ctx.fault_addr);
	st->width = 8;
	dt_irb_jmp(b, dt_irb_fault(b, DTRACEFLT_BADADDR));
	dt_irb_place(b, ok);
}

/* An empty string is also a null string, which has no memory to index. */
static void
check_null(struct dt_irbuild *b, uint32_t string, uint32_t i)
{
	static const struct dt_node first = { .kind = DT_N_MEM };
	uint32_t ok = dt_irb_label(b), c;

	dt_irb_br(b, DT_CC_EQ, i, 0, 0, ok);
	c = dt_irb_ldbytes(b, &first, string, 1, false);
	dt_irb_br(b, DT_CC_NE, c, 0, 0, ok);
	bad_address(b, i, ok);
}

/*
 * Character i of a string that is stored back may be changed, or be the one
 * after its last, which gets a new end.
 */
static void
check_end(struct dt_irbuild *b, uint32_t string, uint32_t i)
{
	static const struct dt_node before = { .kind = DT_N_MEM, .value = -8 };
	uint32_t len = dt_irb_ldbytes(b, &before, string, 8, false);
	uint32_t inside = dt_irb_label(b), fits = dt_irb_label(b), end;
	struct dt_irins *st;

	dt_irb_br(b, DT_CC_ULE, i, len, 0, fits);
	bad_address(b, i, fits);
	dt_irb_br(b, DT_CC_ULT, i, len, 0, inside);
	end = dt_irb_opi(b, DT_IR_ADD,
	    dt_irb_op(b, DT_IR_ADD, string, i), 1);
	st = dt_irb_call(b, DT_RT_mem_store, 0, false);
	dt_irb_arg(st, DT_IRA_SLOT, 0);
	dt_irb_argv(st, end);
	dt_irb_arg(st, DT_IRA_IMM, 0);
	dt_irb_arg(st, DT_IRA_IMM, 1);
	dt_irb_place(b, inside);
}

/*
 * An index outside of the bounds is a fault.  Its address is that of the
 * element; of a string, whose address means nothing to a program, the index.
 */
static uint32_t
at(struct dt_irbuild *b, const struct dt_node *n)
{
	bool text = n->left->kind == DT_N_CALL && n->left->value == DT_F_TEXT;
	bool kept = n->left->kind == DT_N_ADDR && n->left->left != NULL &&
	    dt_type_isstring(&n->left->left->type);
	uint32_t base = dt_irb_expr(b, n->left);
	uint32_t i = dt_irb_expr(b, n->right), ok = dt_irb_label(b), to;

	to = dt_irb_op(b, DT_IR_ADD, base,
	    dt_irb_opc(b, DT_IR_MUL, i, n->third));
	dt_irb_br(b, DT_CC_ULT, i, 0, n->value - kept, ok);
	bad_address(b, text || kept ? i : to, ok);
	if (kept)
		check_end(b, base, i);
	if (text)
		check_null(b, base, i);
	return to;
}

uint32_t
dt_irb_mem(struct dt_irbuild *b, const struct dt_node *n)
{
	if (n->kind == DT_N_AT)
		return at(b, n);
	if (n->kind == DT_N_ADDR && n->left != NULL)
		return dt_irb_copyof(b, n);
	if (n->kind == DT_N_ADDR)
		return n->ident->kind == DT_ID_GLOBAL ? global(b, n->ident) :
		    local(b, n->ident);
	return dt_irb_ldat(b, n, dt_irb_expr(b, n->left));
}

/* The address of n, whose pointer is in register ptr. */
static uint32_t
address(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr)
{
	if (n->field != NULL)
		return dt_irb_opfield(b, DT_IR_ADD, ptr, n->field,
		    DT_PART_OFFSET);
	return n->value == 0 ? ptr : dt_irb_opi(b, DT_IR_ADD, ptr, n->value);
}

static void
store_bytes(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr,
    uint32_t v, uint32_t bytes)
{
	uint32_t to = address(b, n, ptr);
	struct dt_irins *i = dt_irb_call(b, DT_RT_mem_store, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, to);
	dt_irb_argv(i, v);
	dt_irb_arg(i, DT_IRA_IMM, bytes);
	dt_irb_br(b, DT_CC_LT, i->d, 0, 0, dt_irb_fault(b, DTRACEFLT_BADADDR));
}

/* Store to a bit-field, and keep the other bits of its bytes. */
static void
store_bits(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr,
    uint32_t v)
{
	uint32_t bytes = dt_irb_bitbytes(b, n), old;
	uint64_t mask = (n->bits < 64 ? (1ull << n->bits) - 1 : -1ull) <<
	    n->bit;

	old = dt_irb_ldbytes(b, n, ptr, bytes, false);
	old = dt_irb_opi(b, DT_IR_AND, old, (int64_t)~mask);
	v = dt_irb_opi(b, DT_IR_SHL, v, n->bit);
	v = dt_irb_opi(b, DT_IR_AND, v, (int64_t)mask);
	store_bytes(b, n, ptr, dt_irb_op(b, DT_IR_OR, old, v), bytes);
}

static void
store(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr, uint32_t v)
{
	if (n->bits != 0)
		store_bits(b, n, ptr, v);
	else
		store_bytes(b, n, ptr, v, n->type.size);
}

static void
open_place(struct dt_irbuild *b, const struct dt_node *n, struct dt_irplace *p)
{
	p->n = n;
	p->ptr = dt_irb_expr(b, n->left);
	p->outer = b->places;
	b->places = p;
}

static void
close_place(struct dt_irbuild *b, const struct dt_irplace *p)
{
	b->places = p->outer;
}

/* The struct of self-> or of an array that contains n; NULL: neither. */
static const struct dt_node *
copy_of(const struct dt_node *n)
{
	n = n->left;
	while (n->kind == DT_N_CAST || n->kind == DT_N_AT ||
	    (n->kind == DT_N_BINARY && n->type.kind == DT_TYPE_POINTER))
		n = n->left;
	return n->kind == DT_N_ADDR && n->left != NULL ? n : NULL;
}

static uint32_t
copy_whole(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t from = 0;

	if (n->right->kind == DT_N_MEM)
		from = address(b, n->right, dt_irb_expr(b, n->right->left));
	dt_irb_setcopy(b, n->left->left, from, n->type.size);
	return from != 0 ? from : dt_irb_const(b, 0);
}

static uint32_t
copy_object(struct dt_irbuild *b, const struct dt_node *n)
{
	const struct dt_node *copy = copy_of(n->left);
	struct dt_ircopy *open = NULL;
	uint32_t to, from;

	if (copy != NULL && n->left->left == copy &&
	    n->type.ctf == copy->left->type.ctf)
		return copy_whole(b, n);
	from = address(b, n->right, dt_irb_expr(b, n->right->left));
	if (copy != NULL)
		open = dt_irb_opencopy(b, copy);
	to = address(b, n->left, dt_irb_expr(b, n->left->left));
	dt_irb_copy(b, DT_RT_scratch_kernel, to, from,
	    dt_irb_expr(b, n->third));
	dt_irb_closecopy(b, open);
	return to;
}

uint32_t
dt_irb_setmem(struct dt_irbuild *b, const struct dt_node *n)
{
	const struct dt_node *copy = copy_of(n->left);
	struct dt_ircopy *open = NULL;
	struct dt_irplace p;
	uint32_t v;

	if (n->third != NULL)
		return copy_object(b, n);
	if (copy != NULL)
		open = dt_irb_opencopy(b, copy);
	open_place(b, n->left, &p);
	if (n->type.kind == DT_TYPE_ARRAY) {
		v = address(b, n->left, p.ptr);
		dt_irb_settext(b, n->right, v, n->type.size);
		close_place(b, &p);
		dt_irb_closecopy(b, open);
		return v;
	}
	v = dt_irb_expr(b, n->right);
	store(b, n->left, p.ptr, v);
	close_place(b, &p);
	dt_irb_closecopy(b, open);
	return v;
}

uint32_t
dt_irb_incmem(struct dt_irbuild *b, const struct dt_node *n)
{
	const struct dt_node *copy = copy_of(n->left);
	struct dt_ircopy *open = copy != NULL ? dt_irb_opencopy(b, copy) : NULL;
	uint32_t ptr = dt_irb_expr(b, n->left->left);
	uint32_t v = dt_irb_ldat(b, n->left, ptr);

	store(b, n->left, ptr, dt_irb_opi(b, DT_IR_ADD, v, n->value));
	dt_irb_closecopy(b, open);
	return v;
}

uint32_t
dt_irb_oldmem(struct dt_irbuild *b, const struct dt_node *n)
{
	const struct dt_irplace *p = b->places;

	while (p != NULL && p->n != n->left)
		p = p->outer;
	if (p != NULL)
		return dt_irb_ldat(b, p->n, p->ptr);
	dt_diag_set(b->diag, D_UNKNOWN, n->line,
	    "internal error: the memory assigned here was not evaluated");
	return dt_irb_const(b, 0);
}
