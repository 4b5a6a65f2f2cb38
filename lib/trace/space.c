/* SPDX-License-Identifier: MIT */
/*
 * space.c - the breakpoints of an address space: records the changes to memory,
 * and undoes them.
 *
 * Memory is written through /proc/PID/mem, even while threads run: it is one
 * byte, so that each of them executes either the old or the new instruction.
 */
#include <errno.h>
#include <linux/kcmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "trace/break.h"

#define	REACH		0x70000000ull	/* of a displacement, less a margin */

/* --- breakpoints ---------------------------------------------------------- */

static struct dt_break **
slot_of(const struct dt_space *s, uint64_t addr)
{
	uint64_t h = (addr * 0x9e3779b97f4a7c15ull) >> 32;
	struct dt_break *const *p = &s->hash[h % DT_BREAKHASH];

	while (*p != NULL && (*p)->addr != addr)
		p = &(*p)->next;
	return (struct dt_break **)p;
}

struct dt_break *
dt_break_find(const struct dt_space *s, uint64_t addr)
{
	return *slot_of(s, addr);
}

struct dt_patch *
dt_space_patch(const struct dt_trace *t, const struct dt_space *s,
    enum dt_patchkind kind, uint64_t addr, uint8_t old)
{
	struct dt_patch *p = dt_patch_new(&t->sites);

	if (p == NULL)
		return NULL;
	p->pid = s->pid;
	p->root = t->root;
	p->addr = addr;
	p->old = old;
	__atomic_store_n(&p->kind, kind, __ATOMIC_SEQ_CST);
	return p;
}

/* The code at the end of a mapping may be shorter than an instruction. */
static bool
read_code(const struct dt_space *s, struct dt_break *b, bool is_32)
{
	ssize_t n = pread(s->mem, b->code, DT_INSN_MAX, (off_t)b->addr);

	return n > 0 && dt_insn_decode(b->code, (size_t)n, is_32, &b->insn) &&
	    dt_emulate_or_copy(b);
}

/* Updates look through a list without gaps: a process may have thousands. */
static bool
list(struct dt_space *s, struct dt_break *b)
{
	uint32_t max = s->maxlisted == 0 ? 64 : 2 * s->maxlisted;
	struct dt_listed *v = s->listed;

	if (b->listed)
		return true;
	if (s->nlisted == s->maxlisted) {
		v = reallocarray(v, max, sizeof(*v));
		if (v == NULL)
			return false;
		s->listed = v;
		s->maxlisted = max;
	}
	v[s->nlisted++] = (struct dt_listed){ b->addr, b };
	b->listed = true;
	return true;
}

static bool
plant(const struct dt_trace *t, struct dt_space *s, struct dt_break *b,
    bool is_32)
{
	const uint8_t byte = DT_BREAKPOINT;

	if (!read_code(s, b, is_32) || !list(s, b))
		return false;
	dt_break_forget(b);
	b->patch = dt_space_patch(t, s, DT_PATCH_CODE, b->addr, b->code[0]);
	return b->patch != NULL &&
	    pwrite(s->mem, &byte, 1, (off_t)b->addr) == 1;
}

void
dt_break_forget(struct dt_break *b)
{
	if (b->patch != NULL)
		__atomic_store_n(&b->patch->kind, DT_PATCH_NONE,
		    __ATOMIC_SEQ_CST);
	b->patch = NULL;
}

bool
dt_break_is_there(const struct dt_space *s, const struct dt_break *b)
{
	uint8_t byte;

	return b->patch != NULL &&
	    pread(s->mem, &byte, 1, (off_t)b->addr) == 1 &&
	    byte == DT_BREAKPOINT;
}

struct dt_break *
dt_break_at(struct dt_trace *t, struct dt_space *s, uint64_t addr, bool is_32)
{
	struct dt_break **p = slot_of(s, addr), *b = *p;

	if (b != NULL && dt_break_is_there(s, b))
		return b;
	if (b == NULL)
		b = *p = calloc(1, sizeof(*b));
	if (b != NULL) {
		b->addr = addr;
		b->planted = plant(t, s, b, is_32);
	}
	if (b != NULL && b->planted)
		return b;
	dt_trace_note(t, DT_NOTE_UNPROBED);
	return NULL;
}

/* --- unused bytes -------------------------------------------------------- */

/* The patch is recorded only while the bytes are used: they may be unmapped. */
uint64_t
dt_space_spare(struct dt_space *s, const struct dt_break *b)
{
	struct dt_patch *p = s->spare_patch;

	for (uint32_t i = 0; p != NULL && i < s->ncode; i++) {
		uint64_t spare = s->code[i].spare;

		if (spare == 0 || (b->insn.is_relative &&
		    spare - b->addr + REACH >= 2 * REACH))
			continue;
		p->addr = spare;
		__atomic_store_n(&p->kind, DT_PATCH_SPARE, __ATOMIC_SEQ_CST);
		return p->addr;
	}
	return 0;
}

void
dt_space_spared(struct dt_space *s)
{
	dt_patch_undo(s->spare_patch, s->mem);
	__atomic_store_n(&s->spare_patch->kind, DT_PATCH_TAKEN,
	    __ATOMIC_SEQ_CST);
}

/* --- processes ------------------------------------------------------------ */

static bool
has_sites(const struct dt_trace *t, pid_t pid)
{
	uint32_t i = 0;

	while (i < t->sites.n && t->sites.v[i].pid != pid)
		i++;
	return i < t->sites.n;
}

static void
enter(struct dt_space *s, struct dt_thread *th)
{
	th->space = s;
	s->refs++;
}

static struct dt_space *
new_space(const struct dt_trace *t, pid_t pid)
{
	struct dt_space *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->pid = pid;
	s->mem = -1;
	s->spare_patch = dt_patch_new(&t->sites);
	if (s->spare_patch != NULL) {
		s->spare_patch->pid = pid;
		s->spare_patch->root = t->root;
	}
	return s;
}

static void
share(struct dt_trace *t, struct dt_space *s)
{
	struct dt_thread *th;

	for (size_t i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->pid == s->pid && th->space == NULL)
				enter(s, th);
}

int
dt_space_begin(struct dt_trace *t, struct dt_thread *th)
{
	struct dt_space *s;

	if (!has_sites(t, th->pid))
		return 0;
	s = new_space(t, th->pid);
	if (s == NULL)
		return -ENOMEM;
	s->next = t->spaces;
	t->spaces = s;
	share(t, s);
	s->mem = dt_patch_open(th->pid);
	return s->mem < 0 ? s->mem : dt_space_load(t, s);
}

static void
free_space(struct dt_space *s)
{
	struct dt_break *b;

	for (size_t i = 0; i < DT_BREAKHASH; i++)
		while ((b = s->hash[i]) != NULL) {
			s->hash[i] = b->next;
			free(b);
		}
	free(s);
}

static void
unlink_space(struct dt_space **p, const struct dt_space *s)
{
	while (*p != s)
		p = &(*p)->next;
	*p = s->next;
}

/* Keep the list of breakpoints for a while: children may have copies. */
static void
end_space(struct dt_trace *t, struct dt_space *s)
{
	struct dt_space **last = &t->ended;

	for (size_t i = 0; i < DT_BREAKHASH; i++)
		for (struct dt_break *b = s->hash[i]; b != NULL; b = b->next)
			dt_break_forget(b);
	for (uint32_t i = 0; i < s->nraised; i++)
		__atomic_store_n(&s->raised[i].patch->kind, DT_PATCH_NONE,
		    __ATOMIC_SEQ_CST);
	if (s->spare_patch != NULL)
		__atomic_store_n(&s->spare_patch->kind, DT_PATCH_NONE,
		    __ATOMIC_SEQ_CST);
	if (s->mem >= 0)
		(void) close(s->mem);
	free(s->listed);
	free(s->raised);
	free(s->code);
	s->listed = NULL;
	s->raised = NULL;
	s->code = NULL;
	s->nlisted = s->maxlisted = s->nraised = s->ncode = 0;
	unlink_space(&t->spaces, s);
	s->next = t->ended;
	t->ended = s;
	if (t->nended++ < DT_NENDED)
		return;
	while ((*last)->next != NULL)
		last = &(*last)->next;
	free_space(*last);
	*last = NULL;
	t->nended--;
}

void
dt_space_drop(struct dt_trace *t, struct dt_thread *th)
{
	struct dt_space *s = th->space;

	th->space = NULL;
	if (s != NULL && --s->refs == 0)
		end_space(t, s);
}

static void
clean_code(const struct dt_break *b, int fd)
{
	struct dt_patch p = { .kind = DT_PATCH_CODE, .addr = b->addr,
		.old = b->code[0] };

	dt_patch_undo(&p, fd);
}

/* Undo the changes in the copy of the memory that a child of fork() has. */
static void
clean_child(const struct dt_space *s, pid_t pid)
{
	int fd = dt_patch_open(pid);
	const struct dt_break *b;

	for (size_t i = 0; fd >= 0 && i < DT_BREAKHASH; i++)
		for (b = s->hash[i]; b != NULL; b = b->next)
			if (b->planted)
				clean_code(b, fd);
	for (uint32_t i = 0; fd >= 0 && i < s->nraised; i++) {
		struct dt_patch copy = *s->raised[i].patch;

		dt_patch_undo(&copy, fd);
	}
	if (fd >= 0)
		(void) close(fd);
}

static bool
has_break(const struct dt_space *s, uint64_t addr)
{
	const struct dt_break *b = dt_break_find(s, addr);

	return b != NULL && b->planted;
}

bool
dt_space_stray(struct dt_trace *t, const struct dt_thread *th, uint64_t addr)
{
	const struct dt_space *const lists[] = { t->spaces, t->ended }, *s;

	for (size_t i = 0; i < 2; i++)
		for (s = lists[i]; s != NULL; s = s->next)
			if (has_break(s, addr)) {
				clean_child(s, th->tid);
				return true;
			}
	return false;
}

static bool
shares_memory(pid_t one, pid_t other)
{
	return syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0;
}

void
dt_space_birth(struct dt_trace *t, const struct dt_thread *parent,
    struct dt_thread *child)
{
	bool shares = child->pid == parent->pid ||
	    ((parent->space != NULL || t->conf.grows) &&
	    shares_memory(parent->tid, child->tid));

	if (child->space != NULL)
		return;
	if (shares && parent->space != NULL)
		enter(parent->space, child);
	if (!shares && parent->space != NULL)
		clean_child(parent->space, child->tid);
	if (!shares && t->conf.grows) {
		dt_trace_mapped(t, child->pid);
		(void) dt_space_begin(t, child);
	}
}

static void
restore(struct dt_space *s)
{
	struct dt_break *b;

	for (size_t i = 0; s->mem >= 0 && i < DT_BREAKHASH; i++)
		for (b = s->hash[i]; b != NULL; b = b->next) {
			if (b->patch != NULL)
				dt_patch_undo(b->patch, s->mem);
			b->patch = NULL;
		}
	for (uint32_t i = 0; s->mem >= 0 && i < s->nraised; i++)
		dt_patch_undo(s->raised[i].patch, s->mem);
	s->nraised = 0;
	s->over = true;
}

/* Threads that have already hit a breakpoint still stop: see break.c. */
void
dt_space_end(struct dt_trace *t)
{
	for (struct dt_space *s = t->spaces; s != NULL; s = s->next)
		if (!s->over)
			restore(s);
}
