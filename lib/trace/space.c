/* SPDX-License-Identifier: MIT */
/*
 * space.c - the breakpoints of an address space: finds where the files of the
 * sites are mapped, records the changes to memory, and undoes them.
 *
 * Memory is written through /proc/PID/mem, even while threads run: it is one
 * byte, so that each of them executes either the old or the new instruction.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/maps.h"
#include "trace/break.h"

#define	NOSITE		UINT32_MAX
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

static bool
reserve(struct dt_space *s)
{
	uint32_t max = s->maxchanges == 0 ? 64 : 2 * s->maxchanges;
	struct dt_change *v;

	if (s->nchanges < s->maxchanges)
		return true;
	v = reallocarray(s->changes, max, sizeof(*v));
	if (v == NULL)
		return false;
	s->changes = v;
	s->maxchanges = max;
	return true;
}

/* Record a change that is about to be made. */
static bool
record(const struct dt_trace *t, struct dt_space *s, enum dt_patchkind kind,
    uint64_t addr, uint8_t old, uint32_t site)
{
	struct dt_patch *p = reserve(s) ? dt_patch_new(&t->sites) : NULL;

	if (p == NULL)
		return false;
	p->pid = s->pid;
	p->root = t->root;
	p->addr = addr;
	p->old = old;
	__atomic_store_n(&p->kind, kind, __ATOMIC_SEQ_CST);
	s->changes[s->nchanges++] = (struct dt_change){ p, site, true };
	return true;
}

/* The code at the end of a mapping may be shorter than an instruction. */
static bool
read_code(const struct dt_space *s, struct dt_break *b, bool is_32)
{
	ssize_t n = pread(s->mem, b->code, DT_INSN_MAX, (off_t)b->addr);

	return n > 0 && dt_insn_decode(b->code, (size_t)n, is_32, &b->insn) &&
	    dt_emulate_or_copy(b);
}

static bool
plant(const struct dt_trace *t, struct dt_space *s, struct dt_break *b,
    bool is_32)
{
	const uint8_t byte = DT_BREAKPOINT;

	return read_code(s, b, is_32) &&
	    record(t, s, DT_PATCH_CODE, b->addr, b->code[0], NOSITE) &&
	    pwrite(s->mem, &byte, 1, (off_t)b->addr) == 1;
}

/* Is the breakpoint there?  Another file may have been mapped over it. */
static bool
is_there(const struct dt_space *s, const struct dt_break *b)
{
	uint8_t byte;

	return b->planted && pread(s->mem, &byte, 1, (off_t)b->addr) == 1 &&
	    byte == DT_BREAKPOINT;
}

struct dt_break *
dt_break_at(struct dt_trace *t, struct dt_space *s, uint64_t addr, bool is_32)
{
	struct dt_break **p = slot_of(s, addr), *b = *p;

	if (b != NULL && is_there(s, b))
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

/* --- mappings ------------------------------------------------------------- */

/* A mapped part of a file. */
struct part {
	uint64_t start, offset, len;
	uint32_t file;
};

/* Find the file of a mapping; false: the file has no sites. */
static bool
find_file(const struct dt_trace *t, const struct dt_space *s,
    const struct dt_umap *m, struct part *out)
{
	char path[4200];
	struct stat st;

	if (!dt_maps_path(s->pid, m, path, sizeof(path)) ||
	    stat(path, &st) != 0)
		return false;
	*out = (struct part){ m->start, m->offset, m->end - m->start, 0 };
	for (; out->file < t->sites.nfiles; out->file++)
		if (t->sites.files[out->file].dev == st.st_dev &&
		    t->sites.files[out->file].ino == st.st_ino)
			return true;
	return false;
}

static bool
is_in(const struct dt_space *s, const struct dt_site *site,
    const struct part *p, uint64_t offset)
{
	return site->pid == s->pid && site->file == p->file &&
	    offset - p->offset < p->len;
}

/* Sites at the same offset share a breakpoint. */
static void
plant_part(struct dt_trace *t, struct dt_space *s, const struct part *p)
{
	const struct dt_site *v = t->sites.v;
	struct dt_break *b;
	uint32_t i, j;

	for (i = 0; i < t->sites.n; i = j) {
		for (j = i + 1; j < t->sites.n && v[j].pid == v[i].pid &&
		    v[j].file == v[i].file && v[j].offset == v[i].offset; j++)
			;
		if (!is_in(s, &v[i], p, v[i].offset))
			continue;
		b = dt_break_at(t, s, p->start + v[i].offset - p->offset,
		    t->sites.files[p->file].is_32);
		if (b == NULL)
			continue;
		b->site = i;
		b->nsites = j - i;
	}
}

/* Record the bytes after the code of a file, in its last page, if unused. */
static void
add_spare(const struct dt_trace *t, struct dt_space *s, const struct part *p)
{
	static const uint8_t zeroes[DT_SPARE_LEN];
	uint64_t end = t->sites.files[p->file].end - p->offset;
	uint64_t addr = p->start + ((end + 15) & ~15ull);
	uint8_t code[DT_SPARE_LEN];

	if (end > p->len || addr + sizeof(code) > p->start + p->len ||
	    s->nspares == DT_NSPARES)
		return;
	for (uint32_t i = 0; i < s->nspares; i++)
		if (s->spare[i] == addr)
			return;
	if (pread(s->mem, code, sizeof(code), (off_t)addr) == sizeof(code) &&
	    memcmp(code, zeroes, sizeof(code)) == 0)
		s->spare[s->nspares++] = addr;
}

/* Has this semaphore been raised there? */
static bool
is_raised(struct dt_space *s, uint32_t site, uint64_t addr)
{
	struct dt_change *c = s->changes, *end = c + s->nchanges;

	for (; c < end; c++)
		if (c->site == site && c->patch->addr == addr)
			return c->seen = true;
	return false;
}

static void
raise_part(struct dt_trace *t, struct dt_space *s, const struct part *p)
{
	for (uint32_t i = 0; i < t->sites.n; i++) {
		const struct dt_site *v = &t->sites.v[i];
		uint64_t addr = p->start + v->semaphore - p->offset;
		uint16_t n;

		if (v->semaphore == 0 || !is_in(s, v, p, v->semaphore) ||
		    is_raised(s, i, addr) ||
		    pread(s->mem, &n, sizeof(n), (off_t)addr) != sizeof(n))
			continue;
		n++;
		if (!record(t, s, DT_PATCH_SEMAPHORE, addr, 0, i) ||
		    pwrite(s->mem, &n, sizeof(n), (off_t)addr) != sizeof(n))
			dt_trace_note(t, DT_NOTE_UNPROBED);
	}
}

/* Forget semaphores that have been unmapped: they are not lowered. */
static void
forget_unmapped(struct dt_space *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nchanges; i++) {
		struct dt_change *c = &s->changes[i];

		if (c->seen || c->site == NOSITE)
			s->changes[n++] = *c;
		else
			__atomic_store_n(&c->patch->kind, DT_PATCH_NONE,
			    __ATOMIC_SEQ_CST);
	}
	s->nchanges = n;
}

typedef void part_f(struct dt_trace *t, struct dt_space *s,
    const struct part *p);

static int
for_parts(struct dt_trace *t, struct dt_space *s,
    bool (*next)(char **at, struct dt_umap *m), part_f *fn)
{
	struct dt_buf text = { 0 };
	int err = dt_maps_read(s->pid, &text);
	char *at = text.p;
	struct dt_umap m;
	struct part p;

	while (err == 0 && next(&at, &m))
		if (find_file(t, s, &m, &p))
			fn(t, s, &p);
	dt_buf_free(&text);
	return err;
}

static void
plant_code(struct dt_trace *t, struct dt_space *s, const struct part *p)
{
	add_spare(t, s, p);
	plant_part(t, s, p);
}

int
dt_space_load(struct dt_trace *t, struct dt_space *s)
{
	int err;

	s->nspares = 0;
	for (uint32_t i = 0; i < s->nchanges; i++)
		s->changes[i].seen = false;
	err = for_parts(t, s, dt_maps_next, plant_code);
	err = err ? err : for_parts(t, s, dt_maps_next_data, raise_part);
	forget_unmapped(s);
	return err;
}

/* The patch is recorded only while the bytes are used: they may be unmapped. */
uint64_t
dt_space_spare(struct dt_space *s, const struct dt_break *b)
{
	struct dt_patch *p = s->spare_patch;

	for (uint32_t i = 0; p != NULL && i < s->nspares; i++) {
		if (b->insn.is_relative &&
		    s->spare[i] - b->addr + REACH >= 2 * REACH)
			continue;
		p->addr = s->spare[i];
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

static int
open_memory(pid_t pid)
{
	char path[64];
	int fd;

	(void) snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

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
	s->mem = open_memory(th->pid);
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

	for (uint32_t i = 0; i < s->nchanges; i++)
		__atomic_store_n(&s->changes[i].patch->kind, DT_PATCH_NONE,
		    __ATOMIC_SEQ_CST);
	if (s->spare_patch != NULL)
		__atomic_store_n(&s->spare_patch->kind, DT_PATCH_NONE,
		    __ATOMIC_SEQ_CST);
	if (s->mem >= 0)
		(void) close(s->mem);
	free(s->changes);
	s->changes = NULL;
	s->nchanges = 0;
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
	int fd = open_memory(pid);
	const struct dt_break *b;

	for (size_t i = 0; fd >= 0 && i < DT_BREAKHASH; i++)
		for (b = s->hash[i]; b != NULL; b = b->next)
			if (b->planted)
				clean_code(b, fd);
	for (uint32_t i = 0; fd >= 0 && i < s->nchanges; i++) {
		struct dt_patch copy = *s->changes[i].patch;

		if (s->changes[i].site != NOSITE)
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

/* Threads that have already hit a breakpoint still stop: see break.c. */
void
dt_space_end(struct dt_trace *t)
{
	for (struct dt_space *s = t->spaces; s != NULL; s = s->next) {
		for (uint32_t i = 0; s->mem >= 0 && i < s->nchanges; i++)
			dt_patch_undo(s->changes[i].patch, s->mem);
		s->nchanges = 0;
		s->over = true;
	}
}
