/* SPDX-License-Identifier: MIT */
/* build_act.c - statements that record data; stacks and addresses. */
#include "ir/build.h"

#include <string.h>

/*
 * Begin the record unless an earlier statement has.  If the buffer is full the
 * register is 0: stores are skipped and the clause continues.
 */
void
dt_irb_begin(struct dt_irbuild *b)
{
	struct dt_irins *i;

	if (b->rec != 0)
		return;
	i = dt_irb_call(b, DT_RT_rec_begin, 4, false);
	dt_irb_arg(i, DT_IRA_PRIN, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_RECSIZE, 0);
	b->rec = i->d;
	b->fn->records = true;
}

void
dt_irb_publish(struct dt_irbuild *b)
{
	uint32_t skip;
	struct dt_irins *i;

	if (b->rec == 0)
		return;
	skip = dt_irb_label(b);
	dt_irb_br(b, DT_CC_EQ, b->rec, 0, 0, skip);
	i = dt_irb_call(b, DT_RT_rec_commit, 0, false);
	dt_irb_arg(i, DT_IRA_PRIN, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_place(b, skip);
	b->rec = 0;
}

uint32_t
dt_ir_alignment(uint32_t size)
{
	uint32_t a = size & -size;

	return a == 0 ? 1 : a > 8 ? 8 : a;
}

uint32_t
dt_irb_rec(struct dt_irbuild *b, dtrace_actkind_t action, uint32_t size,
    uint64_t arg, uint32_t uarg)
{
	struct dt_irrec *r = dt_arena_alloc(b->arena, sizeof(*r));

	if (r == NULL) {
		dt_diag_nomem(b->diag);
		return 0;
	}
	r->desc.dtrd_action = action;
	r->desc.dtrd_size = size;
	r->desc.dtrd_alignment = dt_ir_alignment(size);
	r->desc.dtrd_arg = arg;
	r->desc.dtrd_uarg = uarg;
	*b->rectail = r;
	b->rectail = &r->next;
	return b->fn->nrecs++;
}

/* Store at byte `at` of datum ix. */
static struct dt_irins *
store_at(struct dt_irbuild *b, uint32_t ix, uint32_t at, uint32_t width,
    uint32_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_REC);

	i->len = at;
	i->b = v;
	i->c = b->rec;
	i->ix = ix;
	i->width = width;
	return i;
}

static void
store(struct dt_irbuild *b, uint32_t ix, uint32_t width, uint32_t v)
{
	(void) store_at(b, ix, 0, width, v);
}

static void
store_var(struct dt_irbuild *b, uint32_t ix, const struct dt_ident *var)
{
	store_at(b, ix, 0, 8, 0)->var = var;
}

static uint32_t
offset(struct dt_irbuild *b, uint32_t ix)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_RECOFF);

	i->d = dt_irb_reg(b);
	i->a = b->rec;
	i->ix = ix;
	return i->d;
}

/*
 * Call fn, with a result of this width, to write datum ix from byte `at` on.  A
 * full buffer has no record, and then code continues at *skip, to be placed.
 */
static struct dt_irins *
call_writer(struct dt_irbuild *b, enum dt_rtfn fn, uint32_t width, uint32_t ix,
    uint32_t at, uint32_t *skip)
{
	struct dt_irins *i;
	uint32_t off;

	*skip = dt_irb_label(b);
	dt_irb_br(b, DT_CC_EQ, b->rec, 0, 0, *skip);
	off = offset(b, ix);
	if (at != 0)
		off = dt_irb_opi(b, DT_IR_ADD, off, at);
	i = dt_irb_call(b, fn, width, width != 0);
	dt_irb_arg(i, DT_IRA_PRIN, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, off);
	return i;
}

static void
record_string(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	uint32_t t = dt_irb_str(b, n), ix, skip;

	dt_irb_begin(b);
	ix = dt_irb_rec(b, action, b->strsize, arg, uarg);
	dt_irb_arg(call_writer(b, DT_RT_rec_str, 0, ix, 0, &skip),
	    DT_IRA_TEMP, t);
	dt_irb_place(b, skip);
}

uint32_t
dt_irb_pid(struct dt_irbuild *b)
{
	b->fn->needs |= DT_NEED_PID;
	b->fn->names |= DT_NAMES_USER;
	return dt_irb_ldslot(b, offsetof(struct dt_ctx, pid), 4, false);
}

uint32_t
dt_irb_stack(struct dt_irbuild *b, const struct dt_node *n, uint32_t *temp)
{
	bool user = dt_act_isuser(n->action);
	struct dt_irins *i;

	*temp = dt_irb_temp(b, (uint32_t)(8 * n->value));
	i = dt_irb_call(b, user ? DT_RT_ustack : DT_RT_stack, 4, true);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_CTX, 0);
	dt_irb_arg(i, DT_IRA_TEMP, *temp);
	dt_irb_arg(i, DT_IRA_IMM, 8 * n->value);
	if (user)
		b->fn->names |= DT_NAMES_FRAMES;
	return i->d;
}

/* Find the conversions %A, with any flags and width. */
static void
fmt_names(struct dt_irbuild *b, const char *format)
{
	while (format != NULL && (format = strchr(format, '%')) != NULL) {
		format += 1 + strspn(format + 1, "-+ #0'.*?@0123456789");
		if (*format == 'A')
			b->fn->names |= DT_NAMES_USER;
		if (*format != '\0')
			format++;
	}
}

/*
 * Record the frames, padded with zeroes.  In a user stack the process id comes
 * before them, and room for strings after them.
 */
static void
record_stack(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	bool user = dt_act_isuser(n->action);
	uint32_t pid = user ? dt_irb_pid(b) : 0, t, ix, skip;
	struct dt_irins *i;

	(void) dt_irb_stack(b, n, &t);
	dt_irb_begin(b);
	ix = dt_irb_rec(b, action, (uint32_t)((n->value + user) * 8 +
	    (int64_t)n->len), arg, uarg);
	if (user)
		store(b, ix, 8, pid);
	i = call_writer(b, DT_RT_rec_words, 0, ix, user ? 8 : 0, &skip);
	dt_irb_arg(i, DT_IRA_TEMP, t);
	dt_irb_arg(i, DT_IRA_IMM, n->value);
	dt_irb_place(b, skip);
}

/* Record an address; before one of a process comes the process id. */
static void
record_sym(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	bool user = dt_act_isuser(n->action);
	uint32_t v = dt_irb_expr(b, n->left);
	uint32_t pid = user ? dt_irb_pid(b) : 0, ix;

	dt_irb_begin(b);
	ix = dt_irb_rec(b, action, user ? 16 : 8, arg, uarg);
	if (user)
		store(b, ix, 8, pid);
	store_at(b, ix, user ? 8 : 0, 8, v);
}

static void
record_int(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	uint32_t size = dt_irb_width(&n->type);
	uint32_t v = dt_irb_expr(b, n);

	dt_irb_begin(b);
	store(b, dt_irb_rec(b, action, size, arg, uarg), size, v);
}

static uint64_t
int_kind(const struct dt_node *n)
{
	return dt_irb_sign(&n->type) ? DT_PF_SIGNED : DT_PF_UNSIGNED;
}

static uint64_t
string_kind(const struct dt_node *n)
{
	return dt_irb_isliteral(n) ? DT_PF_LITERAL : DT_PF_STRING;
}

static uint64_t
addrs_arg(const struct dt_node *n)
{
	return n->kind == DT_N_SYM ? 0 : dt_act_stackarg(n->action,
	    (uint32_t)n->value, (uint32_t)n->len);
}

static void
record_addrs(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	if (n->kind == DT_N_STACK)
		record_stack(b, n, action, arg, uarg);
	else
		record_sym(b, n, action, arg, uarg);
}

/* stack(), usym() and other actions on addresses, as statements. */
static void
act_addrs(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	if (s->args == NULL) {
		dt_diag_set(b->diag, D_CG_EXPR, s->line,
		    "this action does not know its address");
		return;
	}
	record_addrs(b, s->args, s->args->action, addrs_arg(s->args), s->uarg);
}

static uint32_t
add_format(struct dt_irbuild *b, const char *text)
{
	struct dt_irformats *f = b->formats;
	const char **v;

	if (text == NULL)
		return 0;
	if (f->n == UINT16_MAX) {
		dt_diag_set(b->diag, D_CG_EXPR, b->line,
		    "a program can have %d formats", UINT16_MAX);
		return 0;
	}
	if (f->n == f->cap) {
		v = dt_arena_alloc(b->arena, (2 * f->cap + 8) * sizeof(*v));
		if (v == NULL) {
			dt_diag_nomem(b->diag);
			return 0;
		}
		if (f->n != 0)
			memcpy(v, f->v, f->n * sizeof(*v));
		f->v = v;
		f->cap = 2 * f->cap + 8;
	}
	f->v[f->n++] = text;
	return f->n;
}

/*
 * Record n bytes at an address as datum ix.  Unreadable memory is a fault even
 * if the buffer was full and nothing is recorded.
 */
static void
record_memory(struct dt_irbuild *b, uint32_t ix, uint32_t addr, uint32_t n)
{
	uint32_t skip;
	struct dt_irins *i = call_writer(b, DT_RT_rec_mem, 4, ix, 0, &skip);

	dt_irb_argv(i, addr);
	dt_irb_arg(i, DT_IRA_IMM, n);
	dt_irb_br(b, DT_CC_NE, i->d, 0, 0, dt_irb_fault(b, DTRACEFLT_BADADDR));
	dt_irb_place(b, skip);
}

static void
act_tracemem(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	const struct dt_node *size = s->args->next, *used = size->next;
	uint32_t addr = dt_irb_expr(b, s->args), v = 0, ix;

	if (used != NULL)
		v = dt_irb_expr(b, used);
	dt_irb_begin(b);
	ix = dt_irb_rec(b, DTRACEACT_TRACEMEM, (uint32_t)size->value, 0,
	    s->uarg);
	if (used != NULL)
		store(b, dt_irb_rec(b, DTRACEACT_TRACEMEM_DYNSIZE, 8, 0,
		    s->uarg), 8, v);
	record_memory(b, ix, addr, (uint32_t)size->value);
}

/* Record `size` bytes at address addr. */
static void
record_object(struct dt_irbuild *b, const struct dt_node *addr, uint32_t size,
    dtrace_actkind_t action, uint64_t arg, uint32_t uarg)
{
	uint32_t from = dt_irb_expr(b, addr);

	dt_irb_begin(b);
	record_memory(b, dt_irb_rec(b, action, size, arg, uarg), from, size);
}

/* Record the object at the address addr; the next node is its size. */
static void
record_whole(struct dt_irbuild *b, const struct dt_node *addr, uint64_t arg,
    uint32_t uarg)
{
	record_object(b, addr, (uint32_t)addr->next->value, DTRACEACT_DIFEXPR,
	    arg, uarg);
}

/* trace(): one argument is a value, two are an address and a size. */
static void
act_trace(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	const struct dt_node *n = s->args;

	if (n->next != NULL)
		record_whole(b, n, DT_PF_BYTES, s->uarg);
	else if (dt_type_isstring(&n->type))
		record_string(b, n, DTRACEACT_DIFEXPR, string_kind(n),
		    s->uarg);
	else
		record_int(b, n, DTRACEACT_DIFEXPR, int_kind(n), s->uarg);
}

/* print(): a value, or the memory at an address with a size. */
static void
act_print(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	const struct dt_node *n = s->args;
	struct dt_irrec **rec = b->rectail;
	const char *layout = s->format;

	if (n->next != NULL) {
		record_whole(b, n, DT_PF_LAYOUT, s->uarg);
	} else if (dt_type_isstring(&n->type)) {
		record_string(b, n, DTRACEACT_DIFEXPR, DT_PF_LAYOUT, s->uarg);
		layout = dt_arena_printf(b->arena, "s%u string;", b->strsize);
	} else {
		record_int(b, n, DTRACEACT_DIFEXPR, DT_PF_LAYOUT, s->uarg);
	}
	if (layout == NULL)
		dt_diag_nomem(b->diag);
	else if (*rec != NULL)
		(*rec)->desc.dtrd_format = (uint16_t)add_format(b, layout);
}

static void
record_arg(struct dt_irbuild *b, const struct dt_node *n,
    dtrace_actkind_t action, uint32_t uarg)
{
	uint32_t temp = b->temp;

	if (n->action != 0)
		record_addrs(b, n, action, DT_PF_ACTION | n->action, uarg);
	else if (dt_type_isstring(&n->type))
		record_string(b, n, action, string_kind(n), uarg);
	else if (n->type.kind == DT_TYPE_FLOAT)	/* the address of one */
		record_object(b, n, n->type.size, action, DT_PF_BYTES, uarg);
	else
		record_int(b, n, action, int_kind(n), uarg);
	b->temp = temp;
}

/* printf(), system() and freopen(). */
static void
act_printf(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	dtrace_actkind_t action = dt_actrows[s->act].kind;
	struct dt_irrec **first = b->rectail;
	const struct dt_node *n;

	dt_irb_begin(b);
	fmt_names(b, s->format);
	for (n = s->args; n != NULL; n = n->next)
		record_arg(b, n, action, s->uarg);
	if (s->args == NULL)
		dt_irb_rec(b, action, 0, 0, s->uarg);
	if (*first != NULL)
		(*first)->desc.dtrd_format = (uint16_t)add_format(b, s->format);
}

static void
act_printa(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	uint32_t fmt = add_format(b, s->format), ix;
	struct dt_irrec **tail;

	dt_irb_begin(b);
	fmt_names(b, s->format);
	for (uint32_t i = 0; i < s->naggs; i++) {
		tail = b->rectail;
		ix = dt_irb_rec(b, DTRACEACT_PRINTA, 8, 0, s->uarg);
		if (*tail == NULL)
			return;
		(*tail)->desc.dtrd_format = fmt;
		store_var(b, ix, s->aggs[i]);
	}
}

static void
act_setopt(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	for (const struct dt_node *n = s->args; n != NULL; n = n->next)
		record_string(b, n, DTRACEACT_LIBACT, DT_LIB_SETOPT, s->uarg);
}

/* Record the aggregation, then the number, if any. */
static void
act_lib(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	static const enum dt_libact libacts[DT_NACTS] = {
#define	DT_LIBACT(id, ...)	[DT_A_##id] = DT_LIB_##id,
#include "tbl/acts.h"
	};
	enum dt_libact what = libacts[s->act];
	uint32_t v = s->args != NULL ? dt_irb_expr(b, s->args) : 0;

	dt_irb_begin(b);
	store_var(b, dt_irb_rec(b, DTRACEACT_LIBACT, 8, what, s->uarg),
	    s->aggs[0]);
	if (v != 0)
		store(b, dt_irb_rec(b, DTRACEACT_LIBACT, 8, what, s->uarg), 8,
		    v);
}

/* exit(): the clause runs to its end, then tracing ends. */
static void
act_exit(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	uint32_t v = dt_irb_expr(b, s->args);

	dt_irb_begin(b);
	store(b, dt_irb_rec(b, DTRACEACT_EXIT, 4, 0, s->uarg), 4, v);
	dt_irb_call(b, DT_RT_exit, 0, false);
	b->exits = true;
}

static void
act_ftruncate(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	dt_irb_begin(b);
	dt_irb_rec(b, DTRACEACT_LIBACT, 0, DT_LIB_FTRUNCATE, s->uarg);
}

static void (*const acts[DT_NACTS])(struct dt_irbuild *,
    const struct dt_dstmt *) = {
#define	DT_ACT(id, name, kind, min, max, arity, undefined, check, build, ...) \
	[DT_A_##id] = build,
#include "tbl/acts.h"
};

void
dt_irb_act(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	acts[s->act](b, s);
}
