/* SPDX-License-Identifier: MIT */
/*
 * body.c - reads the code of a function, instruction by instruction.
 *
 * A jump out of the function's code is a tail call, and so a return, or leads
 * to a part of the same function that the compiler has placed elsewhere.  In a
 * tail call the stack is as at the function's entry.  The unwind tables tell
 * that, if there are any.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sym/body.h"
#include "sym/branch.h"
#include "sym/ehframe.h"
#include "sym/elfcode.h"
#include "sym/elffile.h"
#include "sym/elffunc.h"

#define	MAXCODE		(16u << 20)	/* bytes of one part */
#define	CHECK_INSNS	10		/* that may precede Go's stack check */

struct range {
	uint64_t from, size;		/* offset in the file */
};

struct dt_bodyfile {
	const char *path;
	int fd;
	bool is_32, is_go;
	bool has_tables;		/* cold and eh have been read */
	bool has_symbols;		/* cold is complete */
	struct dt_buf cold;		/* struct range: parts by symbol */
	struct dt_ehtable eh;
	struct dt_buf code;
};

/* One function as it is read. */
struct walk {
	struct dt_bodyfile *f;
	struct dt_body *b;
	struct range part[DT_BODYPARTS];
	uint32_t nparts;
	bool is_open;			/* control reaches the next byte */
	bool can_break;			/* the kernel can replace the current
					 * instruction */
};

/* --- the file ------------------------------------------------------------- */

static size_t
read_fd(const struct dt_ehsource *s, void *dst, uint64_t off, size_t n)
{
	ssize_t got = pread(*(const int *)s->arg, dst, n, (off_t)off);

	return got < 0 ? 0 : (size_t)got;
}

/* A function calls its .part, but jumps to its .cold. */
static int
add_part(void *arg, const struct dt_elffunc *fn)
{
	const struct range r = { fn->offset, fn->size };
	struct dt_bodyfile *f = arg;

	if (fn->is_part && strstr(fn->name, ".cold") != NULL)
		dt_buf_add(&f->cold, &r, sizeof(r));
	return f->cold.err;
}

/* Most functions need no tables; a file may lack them. */
static void
read_tables(struct dt_bodyfile *f)
{
	const struct dt_ehsource src = { read_fd, &f->fd };

	if (f->has_tables)
		return;
	f->has_tables = true;
	f->has_symbols = !dt_elf_is_stripped(f->path) &&
	    dt_elf_functions(f->path, add_part, f) == 0;
	(void) dt_ehframe_read(&src, &f->eh);
}

struct dt_bodyfile *
dt_bodyfile_open(const char *path, int fd, bool is_go)
{
	struct dt_bodyfile *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return NULL;
	f->path = path;
	f->fd = fd;
	f->is_go = is_go;
	f->is_32 = dt_elffile_is_i386(fd);
	return f;
}

void
dt_bodyfile_close(struct dt_bodyfile *f)
{
	if (f == NULL)
		return;
	dt_ehframe_free(&f->eh);
	dt_buf_free(&f->cold);
	dt_buf_free(&f->code);
	free(f);
}

/* --- parts of a function -------------------------------------------------- */

static bool
contains(const struct range *r, uint64_t offset)
{
	return offset - r->from < r->size;
}

/* Is the offset in a part that has been found? */
static bool
is_within(const struct walk *w, uint64_t offset)
{
	for (uint32_t i = 0; i < w->nparts; i++)
		if (contains(&w->part[i], offset))
			return true;
	return false;
}

enum stack { STACK_ENTRY, STACK_FRAME, STACK_ANY };

/* The stack before the instruction at this offset. */
static enum stack
stack_at(const struct dt_bodyfile *f, uint64_t offset)
{
	const struct dt_unwrow *r = f->eh.n == 0 ? NULL :
	    dt_ehframe_find(&f->eh, offset);

	if (r == NULL || r->how == DT_UNW_NONE || r->how == DT_UNW_PLT)
		return STACK_ANY;
	return r->how == DT_UNW_SP && r->cfa == 1 ? STACK_ENTRY : STACK_FRAME;
}

/* The part of a function at this offset, by its symbol. */
static bool
find_cold(const struct dt_bodyfile *f, uint64_t offset, struct range *out)
{
	const struct range *v = (const struct range *)f->cold.p;

	for (size_t i = 0; i < f->cold.len / sizeof(*v); i++)
		if (contains(&v[i], offset)) {
			*out = v[i];
			return true;
		}
	return false;
}

/*
 * A part by the tables: functions begin with the stack as at their entry.  The
 * table of calls to other files is none.
 */
static bool
find_framed(const struct dt_bodyfile *f, uint64_t offset, struct range *out)
{
	const struct dt_ehpart *p = dt_ehframe_part(&f->eh, offset);

	if (p == NULL || stack_at(f, offset) == STACK_ANY ||
	    (stack_at(f, p->start) != STACK_FRAME && (offset == p->start ||
	    stack_at(f, offset) != STACK_FRAME)))
		return false;
	*out = (struct range){ p->start, p->end - p->start };
	return true;
}

/* Add the part that contains the offset.  False: there is no such part. */
static bool
add_range(struct walk *w, uint64_t offset)
{
	struct range r;

	if (!find_cold(w->f, offset, &r) && !find_framed(w->f, offset, &r))
		return false;
	if (w->nparts < DT_BODYPARTS)
		w->part[w->nparts++] = r;
	else
		w->b->is_whole = false;
	return true;
}

/* --- branches ------------------------------------------------------------- */

static void
add_exit(struct walk *w, uint64_t offset, const struct dt_branch *br,
    enum dt_leavehow how)
{
	const struct dt_exit e = { offset, { .how = how, .cond = br->cond,
		.to = br->to } };

	w->b->is_whole &= w->can_break;
	dt_buf_add(&w->b->exits, &e, sizeof(e));
}

static void
add_target(struct walk *w, uint64_t target)
{
	dt_buf_add(&w->b->targets, &target, sizeof(target));
}

/*
 * A conditional jump at the entry's stack may be a tail call or lead to a part.
 * Without symbols only the middle of an entry of the tables is known to be one.
 */
static bool
is_tail_call(const struct walk *w, const struct dt_branch *br, uint64_t to)
{
	const struct dt_ehpart *p;

	if (br->flow == DT_FLOW_JUMP || w->f->has_symbols)
		return br->flow != DT_FLOW_MAYBE;
	p = dt_ehframe_part(&w->f->eh, to);
	return p != NULL && p->start == to && br->flow == DT_FLOW_IF;
}

/*
 * Does it lead to the end of a part?  The compiler leaves such jumps behind
 * calls that never return.
 */
static bool
is_dead(const struct walk *w, uint64_t to)
{
	for (uint32_t i = 0; i < w->nparts; i++)
		if (to == w->part[i].from + w->part[i].size)
			return true;
	return false;
}

static void
jump_out(struct walk *w, uint64_t at, const struct dt_branch *br, uint64_t to)
{
	bool framed = stack_at(w->f, at) == STACK_FRAME;

	if (framed && is_dead(w, to))
		return;
	if (framed || !is_tail_call(w, br, to))
		w->b->is_whole = false;
	add_exit(w, at, br, br->flow == DT_FLOW_JUMP ? DT_LEAVE_ALWAYS :
	    DT_LEAVE_IF);
}

static void
direct(struct walk *w, uint64_t at, const struct dt_branch *br)
{
	uint64_t to = at + (uint64_t)br->target;

	if (is_within(w, to)) {
		add_target(w, to);
		return;
	}
	read_tables(w->f);
	if (add_range(w, to))
		add_target(w, to);
	else
		jump_out(w, at, br, to);
}

/* With a frame on the stack it can only be the jump of a switch statement. */
static void
indirect(struct walk *w, uint64_t at, const struct dt_branch *br)
{
	read_tables(w->f);
	w->b->has_table = true;
	if (stack_at(w->f, at) != STACK_FRAME)
		add_exit(w, at, br, DT_LEAVE_TO);
}

/* Is the operand the function's return address?  The tables tell its place. */
static bool
reads_return(struct dt_bodyfile *f, uint64_t at, const struct dt_branch *br)
{
	const struct dt_unwrow *r;
	enum dt_unwhow how = br->on_stack == DT_AT_SP ? DT_UNW_SP : DT_UNW_FP;

	if (br->on_stack == DT_NOT_ON_STACK || br->stack_at < 0)
		return br->reads_link;
	read_tables(f);
	r = f->eh.n == 0 ? NULL : dt_ehframe_find(&f->eh, at);
	return r != NULL && r->how == how && br->stack_at == 8 * (r->cfa - 1);
}

static void
visit(struct walk *w, uint64_t at, const struct dt_branch *br)
{
	switch ((enum dt_flow)br->flow) {
	case DT_FLOW_NEXT: case DT_FLOW_STOP:
		break;
	case DT_FLOW_CALL:
		w->b->calls_itself |= at + (uint64_t)br->target ==
		    w->part[0].from;
		break;
	case DT_FLOW_RETURN:
		add_exit(w, at, br, DT_LEAVE_ALWAYS);
		break;
	case DT_FLOW_JUMP: case DT_FLOW_IF: case DT_FLOW_MAYBE:
		direct(w, at, br);
		break;
	case DT_FLOW_TO:
		indirect(w, at, br);
		break;
	case DT_FLOW_WITHIN:
		w->b->has_table = true;
		break;
	}
	w->b->moves_stack |= br->moves_stack;
	w->b->reads_return |= reads_return(w->f, at, br);
	if (!br->is_nop)
		w->is_open = br->flow == DT_FLOW_NEXT ||
		    br->flow == DT_FLOW_IF || br->flow == DT_FLOW_MAYBE;
}

/* --- functions ------------------------------------------------------------ */

static int
read_code(struct dt_bodyfile *f, const struct range *r)
{
	ssize_t n;

	if (r->size > MAXCODE)
		return -E2BIG;
	dt_buf_reset(&f->code);
	if (dt_buf_grow(&f->code, r->size) == NULL)
		return -ENOMEM;
	n = pread(f->fd, f->code.p, r->size, (off_t)r->from);
	return n == (ssize_t)r->size ? 0 : -EIO;
}

static int
walk_part(struct walk *w, const struct range *r)
{
	const uint8_t *code;
	struct dt_branch br;
	int err = read_code(w->f, r);

	code = (const uint8_t *)w->f->code.p;
	for (uint64_t at = 0; err == 0 && at < r->size; at += br.len) {
		if (!dt_branch_read(code + at, r->size - at, w->f->is_32,
		    &br)) {
			w->b->is_whole = false;
			return 0;
		}
		w->can_break = dt_elfcode_first(code + at, br.len,
		    w->f->is_32) != DT_BREAK_NO;
		visit(w, r->from + at, &br);
	}
	if (err == 0 && w->is_open)
		w->b->is_whole = false;
	return err;
}

static int
compare(const void *lp, const void *rp)
{
	const uint64_t *l = lp, *r = rp;

	return *l == *r ? 0 : *l < *r ? -1 : 1;
}

bool
dt_body_is_target(const struct dt_body *b, uint64_t offset)
{
	return b->targets.len != 0 && bsearch(&offset, b->targets.p,
	    b->targets.len / sizeof(offset), sizeof(offset), compare) != NULL;
}

/* Complete the exits, now that all parts are known. */
static void
set_parts(struct walk *w)
{
	struct dt_exit *e = (struct dt_exit *)w->b->exits.p;
	size_t n = w->b->exits.len / sizeof(*e);

	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < w->nparts; k++)
			e[i].leave.part[k] = (struct dt_part){
				(int64_t)(w->part[k].from - e[i].offset),
				w->part[k].size };
}

/* --- Go ------------------------------------------------------------------- */

#ifdef __x86_64__

/*
 * Does the code compare with the limit of the stack, in the data of the
 * goroutine that register 14 (before Go 1.17: rcx) points to?
 */
static bool
is_limit(const uint8_t *code, size_t n)
{
	return n >= 4 && (code[0] == 0x49 || code[0] == 0x48 ||
	    code[0] == 0x4d || code[0] == 0x4c) && code[1] == 0x3b &&
	    (code[2] & 0xc7) == ((code[0] & 1) != 0 ? 0x46 : 0x41) &&
	    (code[3] == 0x10 || code[3] == 0x18);
}

/*
 * A Go function begins with a check that its stack is large enough.  Otherwise
 * it has the stack grow, and begins again.
 */
static uint64_t
find_check(const struct dt_bodyfile *f, const struct range *r)
{
	const uint8_t *code = (const uint8_t *)f->code.p;
	bool compared = false;
	struct dt_branch br;
	uint64_t at = 0;

	for (int i = 0; i < CHECK_INSNS && at < r->size; i++) {
		if (!dt_branch_read(code + at, r->size - at, false, &br))
			break;
		if (compared && br.flow == DT_FLOW_IF)
			return r->from + at + br.len;
		compared = is_limit(code + at, r->size - at);
		at += br.len;
	}
	return 0;
}

#else

static uint64_t
find_check(const struct dt_bodyfile *f, const struct range *r)
{
	(void) f;
	(void) r;
	return 0;
}

#endif

int
dt_body_read(struct dt_bodyfile *f, uint64_t offset, uint64_t size,
    struct dt_body *b)
{
	struct walk w = { .f = f, .b = b, .part = { { offset, size } },
		.nparts = 1 };
	struct dt_buf exits = b->exits, targets = b->targets;
	int err = 0;

	dt_buf_reset(&exits);
	dt_buf_reset(&targets);
	*b = (struct dt_body){ .exits = exits, .targets = targets,
		.is_whole = true };
	for (uint32_t i = 0; i < w.nparts && err == 0; i++) {
		err = walk_part(&w, &w.part[i]);
		if (err == 0 && i == 0 && f->is_go)
			b->behind_check = find_check(f, &w.part[0]);
	}
	if (b->targets.len != 0)
		qsort(b->targets.p, b->targets.len / sizeof(uint64_t),
		    sizeof(uint64_t), compare);
	set_parts(&w);
	return err != 0 ? err : b->exits.err != 0 ? b->exits.err :
	    b->targets.err;
}

void
dt_body_free(struct dt_body *b)
{
	dt_buf_free(&b->exits);
	dt_buf_free(&b->targets);
}
