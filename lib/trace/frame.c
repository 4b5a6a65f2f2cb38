/* SPDX-License-Identifier: MIT */
/*
 * frame.c - functions whose return is awaited, by a breakpoint at the address
 * to which each returns.  A frame is identified by its place on the stack, so
 * recursion, tail calls and threads with several stacks are told apart.
 *
 * The instruction there may be reached without a return: by a jump, or after an
 * exception or a non-local jump has left frames.  After a return, the return
 * address is still in memory, below the stack pointer; after an exception,
 * later calls have overwritten it.  After a non-local jump it may still be
 * there, so the function that jumps has a breakpoint as well.
 */
#include <errno.h>
#include <stdlib.h>
#include "trace/break.h"
#include "vm/vm.h"

#ifdef __x86_64__

#define	MINFRAMES	64
#define	MAXSTACK	(1ull << 32)
#define	MAXPOP		4096	/* bytes of arguments that a return removes */

/* Is the return address still in memory? */
static bool
holds(const struct dt_thread *th, const struct dt_frame *f)
{
	uint64_t ret = 0;

	return dt_vm_read(th->tid, &ret, f->sp, f->word) == f->word &&
	    ret == f->ret;
}

/* Keep the frames for which the predicate is true. */
static void
keep(struct dt_thread *th, bool (*is_kept)(const struct dt_thread *th,
    const struct dt_frame *f, const struct dt_frame *arg),
    const struct dt_frame *arg)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < th->nframes; i++)
		if (is_kept(th, &th->frames[i], arg))
			th->frames[n++] = th->frames[i];
	th->nframes = n;
}

static bool
is_alive(const struct dt_thread *th, const struct dt_frame *f,
    const struct dt_frame *arg)
{
	(void) arg;
	return holds(th, f);
}

static bool
is_elsewhere(const struct dt_thread *th, const struct dt_frame *f,
    const struct dt_frame *arg)
{
	(void) th;
	return f->sp != arg->sp;
}

/* Before it allocates memory, it drops frames whose end was not seen. */
static bool
reserve(struct dt_thread *th)
{
	struct dt_frame *v;
	uint32_t max;

	if (th->nframes < th->maxframes)
		return true;
	keep(th, is_alive, NULL);
	if (th->nframes < th->maxframes / 2)
		return true;
	max = th->maxframes == 0 ? MINFRAMES : 2 * th->maxframes;
	v = reallocarray(th->frames, max, sizeof(*v));
	if (v == NULL)
		return false;
	th->frames = v;
	th->maxframes = max;
	return true;
}

/*
 * Was a frame at this place left unseen?  A tail call has the same place and
 * return address as its caller, but another function; the same function there
 * is a new call.
 */
static bool
is_stale(const struct dt_thread *th, const struct dt_frame *new)
{
	uint32_t i = th->nframes;

	while (i-- > 0)
		if (th->frames[i].sp == new->sp &&
		    (th->frames[i].ret != new->ret ||
		    th->frames[i].probe == new->probe))
			return true;
	return false;
}

void
dt_frame_enter(struct dt_trace *t, struct dt_thread *th, uint32_t probe,
    const struct user_regs_struct *r)
{
	struct dt_frame f = { .sp = r->rsp, .probe = probe,
		.word = dt_word(r) };

	if (dt_vm_read(th->tid, &f.ret, f.sp, f.word) != f.word)
		return;
	if (is_stale(th, &f))
		keep(th, is_elsewhere, &f);
	if (dt_break_at(t, th->space, f.ret, dt_is_32(r)) == NULL)
		return;
	if (reserve(th))
		th->frames[th->nframes++] = f;
	else
		dt_trace_note(t, DT_NOTE_UNPROBED);
}

/* --- returns -------------------------------------------------------------- */

/* Functions of 32-bit code may remove their arguments, of unknown size. */
uint64_t
dt_frame_place(const struct dt_thread *th, const struct user_regs_struct *r)
{
	uint64_t top = r->rsp - dt_word(r), nearest = MAXPOP + 1, below;
	const struct dt_frame *f = th->frames, *end = f + th->nframes;

	for (; dt_is_32(r) && f < end; f++) {
		below = top - f->sp;
		if (f->ret == r->rip && below < nearest && holds(th, f))
			nearest = below;
	}
	return nearest > MAXPOP ? top : top - nearest;
}

uint32_t
dt_frame_leave(struct dt_thread *th, uint64_t addr, uint64_t place)
{
	uint32_t i = th->nframes, probe;
	struct dt_frame *f;

	while (i-- > 0) {
		f = &th->frames[i];
		if (f->sp != place || f->ret != addr)
			continue;
		probe = holds(th, f) ? f->probe : 0;
		th->nframes--;
		for (; i < th->nframes; i++, f++)
			f[0] = f[1];
		if (probe != 0)
			return probe;
	}
	return 0;
}

/* --- non-local jumps ------------------------------------------------------ */

/* Where a C library keeps the stack pointer in a jmp_buf, and how encoded. */
static const struct jump {
	uint8_t word, sp;
	uint8_t guard;			/* offset in glibc's thread data */
	uint8_t rotated;		/* to the left, bits */
} wide = { 8, 48, 0x30, 17 }, narrow = { 4, 16, 0x18, 9 };

static bool
read_word(const struct dt_thread *th, const struct jump *j, uint64_t addr,
    uint64_t *v)
{
	*v = 0;
	return dt_vm_read(th->tid, v, addr, j->word) == j->word;
}

static uint64_t
decode(const struct jump *j, uint64_t v, uint64_t guard)
{
	return j->word == 4 ? ((uint32_t)v >> j->rotated |
	    (uint32_t)v << (32 - j->rotated)) ^ (uint32_t)guard :
	    (v >> j->rotated | v << (64 - j->rotated)) ^ guard;
}

/* The stack pointer in a jmp_buf, which glibc encodes; 0: unknown. */
static uint64_t
target_of(const struct dt_thread *th, const struct user_regs_struct *r)
{
	const struct jump *j = dt_is_32(r) ? &narrow : &wide;
	uint64_t thread = dt_is_32(r) ? r->gs_base : r->fs_base;
	uint64_t buf = r->rdi, sp, decoded, guard;

	if ((dt_is_32(r) && !read_word(th, j, r->rsp + j->word, &buf)) ||
	    !read_word(th, j, buf + j->sp, &sp) ||
	    !read_word(th, j, thread + j->guard, &guard))
		return 0;
	decoded = decode(j, sp, guard);
	if (decoded - r->rsp < MAXSTACK)
		return decoded;
	return sp - r->rsp < MAXSTACK ? sp : 0;
}

void
dt_frame_jump(struct dt_thread *th, const struct user_regs_struct *r)
{
	uint64_t to = th->nframes == 0 ? 0 : target_of(th, r);
	uint32_t n = 0;

	for (uint32_t i = 0; i < th->nframes; i++)
		if (th->frames[i].sp < r->rsp || th->frames[i].sp >= to)
			th->frames[n++] = th->frames[i];
	th->nframes = n;
}

#endif

void
dt_frame_drop(struct dt_thread *th)
{
	free(th->frames);
	th->frames = NULL;
	th->nframes = th->maxframes = 0;
}
