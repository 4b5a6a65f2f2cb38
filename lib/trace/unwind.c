/* SPDX-License-Identifier: MIT */
/*
 * unwind.c - finds the callers of a stopped thread by the .eh_frame sections of
 * the files that its process has mapped.  A section is read from the memory of
 * the process when a stack first leads into the file, once for all processes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/ehframe.h"
#include "sym/maps.h"
#include "trace/tracer.h"
#include "vm/vm.h"

#define	DT_UNWIND_READ(arg, dst, addr, n)	\
	read_stack((struct stack *)(uintptr_t)(arg), (dst), (addr), (n))

#define	WINDOW		2048		/* bytes of a stack read at once */

/* A part of a stack, usually many frames: a large read costs no more. */
struct stack {
	pid_t tid;
	uint64_t at, len;		/* of the bytes in v */
	char v[WINDOW];
};

static int
read_stack(struct stack *s, void *dst, uint64_t addr, size_t n)
{
	if (addr < s->at || addr - s->at > s->len ||
	    s->len - (addr - s->at) < n) {
		s->at = addr;
		s->len = dt_vm_read(s->tid, s->v, addr, sizeof(s->v));
		if (s->len < n)
			return 0;
	}
	memcpy(dst, s->v + (addr - s->at), n);
	return 1;
}

#include "rt/step.h"

#define	NBUCKETS	64
#define	PAGE_SHIFT	12

/* A file, or the kernel's [vdso], by inode and path. */
struct file {
	struct file *next;
	struct dt_ehtable table;	/* without rows if there is none */
	uint64_t ino;
	char path[];
};

/* A mapping with code.  file is NULL until it is needed. */
struct range {
	uint64_t start, end, offset;
	const struct file *file;
};

struct process {
	struct process *next;
	uint32_t pid;
	uint64_t missed;		/* page that no mapping had, or 0 */
	struct range *v;
	uint32_t n;
};

struct dt_unwinder {
	struct file *files;
	struct process *procs[NBUCKETS];
};

/* --- processes ------------------------------------------------------------ */

static struct process **
slot_of(struct dt_unwinder *u, uint32_t pid)
{
	struct process **p = &u->procs[pid % NBUCKETS];

	while (*p != NULL && (*p)->pid != pid)
		p = &(*p)->next;
	return p;
}

void
dt_unwind_forget(struct dt_unwinder *u, uint32_t pid)
{
	struct process **p, *gone;

	if (u == NULL)
		return;
	p = slot_of(u, pid);
	gone = *p;
	if (gone == NULL)
		return;
	*p = gone->next;
	free(gone->v);
	free(gone);
}

static struct process *
find_process(struct dt_unwinder *u, uint32_t pid)
{
	struct process **p = slot_of(u, pid);

	if (*p == NULL) {
		*p = calloc(1, sizeof(**p));
		if (*p != NULL)
			(*p)->pid = pid;
	}
	return *p;
}

static int
add_range(struct process *p, const struct dt_umap *m)
{
	struct range *v = reallocarray(p->v, p->n + 1, sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	p->v = v;
	v[p->n++] = (struct range){ m->start, m->end, m->offset, NULL };
	return 0;
}

/* Read the process's current mappings with code. */
static void
read_process(struct process *p)
{
	struct dt_buf text = { 0 };
	struct dt_umap m;
	char *at;

	p->n = 0;
	if (dt_maps_read((pid_t)p->pid, &text) == 0)
		for (at = text.p; dt_maps_next(&at, &m); )
			if (add_range(p, &m) != 0)
				break;
	dt_buf_free(&text);
}

static struct range *
find_range(struct process *p, uint64_t pc)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (pc - p->v[i].start < p->v[i].end - p->v[i].start)
			return &p->v[i];
	return NULL;
}

/* The mapping of an address; if it is unknown, read them all, once per page. */
static struct range *
range_of(struct process *p, uint64_t pc)
{
	struct range *r = find_range(p, pc);

	if (r != NULL || p->missed == pc >> PAGE_SHIFT)
		return r;
	read_process(p);
	r = find_range(p, pc);
	if (r == NULL)
		p->missed = pc >> PAGE_SHIFT;
	return r;
}

/* --- files ---------------------------------------------------------------- */

/* The file whose mapping is at an address, as the process sees it. */
struct image {
	pid_t pid;
	char *text;		/* of its mappings */
	size_t len;
	struct dt_umap map;
};

static bool
is_of(const struct image *im, const struct dt_umap *m)
{
	return m->ino == im->map.ino && strcmp(m->path, im->map.path) == 0;
}

/* Read a part of the file that is not mapped, such as section headers. */
static size_t
read_file(const struct image *im, void *dst, uint64_t off, size_t n)
{
	int fd = dt_maps_open(im->pid, &im->map);
	ssize_t got;

	if (fd < 0)
		return 0;
	got = pread(fd, dst, n, (off_t)off);
	(void) close(fd);
	return got < 0 ? 0 : (size_t)got;
}

/* Read from a mapping if one has all bytes, else from the file. */
static size_t
read_image(const struct dt_ehsource *s, void *dst, uint64_t off, size_t n)
{
	const struct image *im = s->arg;
	char *copy = strndup(im->text, im->len), *at = copy;
	struct dt_umap m;
	size_t got = 0;

	while (got == 0 && dt_maps_next_readable(&at, &m))
		if (is_of(im, &m) && off >= m.offset &&
		    off - m.offset < m.end - m.start)
			got = dt_vm_read(im->pid, dst,
			    m.start + (off - m.offset), n);
	free(copy);
	return got != 0 ? got : read_file(im, dst, off, n);
}

static struct file *
find_file(const struct dt_unwinder *u, const struct image *im)
{
	struct file *f = u->files;

	while (f != NULL && (f->ino != im->map.ino ||
	    strcmp(f->path, im->map.path) != 0))
		f = f->next;
	return f;
}

static const struct file *
add_file(struct dt_unwinder *u, const struct image *im)
{
	const struct dt_ehsource src = { read_image, im };
	size_t len = strlen(im->map.path) + 1;
	struct file *f = calloc(1, sizeof(*f) + len);

	if (f == NULL)
		return NULL;
	f->ino = im->map.ino;
	memcpy(f->path, im->map.path, len);
	if (im->map.path[0] != '\0')
		(void) dt_ehframe_read(&src, &f->table);
	f->next = u->files;
	u->files = f;
	return f;
}

static const struct file *
load(struct dt_unwinder *u, const struct process *p, const struct range *r)
{
	struct dt_buf text = { 0 }, names = { 0 };
	struct image im = { .pid = (pid_t)p->pid };
	const struct file *f = NULL;
	char *at;

	if (dt_maps_read(im.pid, &text) == 0 && text.p != NULL) {
		dt_buf_add(&names, text.p, text.len);
		im.text = text.p;
		im.len = text.len;
		for (at = names.p; f == NULL && dt_maps_next(&at, &im.map); )
			if (im.map.start == r->start) {
				f = find_file(u, &im);
				if (f == NULL)
					f = add_file(u, &im);
			}
	}
	dt_buf_free(&text);
	dt_buf_free(&names);
	return f;
}

/* --- frames --------------------------------------------------------------- */

static const struct dt_unwrow *
rule_at(struct dt_unwinder *u, struct process *p, uint64_t pc)
{
	struct range *r = range_of(p, pc);

	if (r == NULL)
		return NULL;
	if (r->file == NULL)
		r->file = load(u, p, r);
	return r->file == NULL ? NULL :
	    dt_ehframe_find(&r->file->table, pc - r->start + r->offset);
}

/*
 * Without a rule, the return address of a function that has just been entered
 * is on top of the stack.
 */
static bool
leave_entry(const struct dt_firing *f, struct stack *st, struct dt_unwregs *r)
{
	if (f->user.ret == 0 || !read_stack(st, &r->pc, f->user.ret,
	    sizeof(r->pc)))
		return false;
	r->sp = f->user.ret + sizeof(r->pc);
	return true;
}

/* The rule of a return address is that of the call before it, signals aside. */
uint32_t
dt_unwind(void *arg, const struct dt_firing *f, uint64_t *pcs, uint32_t max)
{
	struct tracer *s = arg;
	struct process *p = find_process(s->unwinder, f->pid);
	struct stack st = { .tid = f->mem };
	struct dt_unwregs r = { f->user.pc, f->user.sp, f->user.fp };
	const struct dt_unwrow *row, none = { .how = DT_UNW_NONE };
	uint32_t n = 0, back = 0;

	for (;;) {
		pcs[n++] = r.pc;
		if (n == max || p == NULL)
			return n;
		row = rule_at(s->unwinder, p, r.pc - back);
		if (row == NULL)
			row = &none;
		if (!(n == 1 && row->how == DT_UNW_NONE &&
		    leave_entry(f, &st, &r)) &&
		    (!dt_unwind_step((uintptr_t)&st, row, &r) || r.pc == 0))
			return n;
		back = row->how != DT_UNW_SIGNAL;
	}
}

struct dt_unwinder *
dt_unwind_create(void)
{
	return calloc(1, sizeof(struct dt_unwinder));
}
