/* SPDX-License-Identifier: MIT */
/*
 * usym.c - the mappings of user processes, and their symbols.
 *
 * The mappings of a process are in a list that is searched from the newest one,
 * so exec or a replaced library needs no special case, and older addresses are
 * still found.  A file is opened when it is first seen, since it may be deleted
 * later, and read when a name is needed.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/regular.h"
#include "sym/elffunc.h"
#include "sym/elflink.h"
#include "sym/elfsym.h"
#include "sym/maps.h"

#define	MAXFDS		256	/* files that are kept open */
#define	MAXREADFDS	64	/* of them, if their symbols are read */
#define	MAXPROCS	8192	/* above this, ended ones are removed */
#define	PATHLEN		4352	/* PATH_MAX, and a number */
#define	VDSO		"[vdso]"

struct file {
	struct file *next;
	uint64_t ino;
	int fd;			/* -1: not kept open */
	bool read;
	struct dt_elf *elf;	/* NULL: has no symbols */
	const char *why;	/* why symbols are missing, until reported */
	const char *base;	/* last part of path */
	char path[];
};

struct map {
	uint64_t start, end, offset;
	struct file *file;
};

struct proc {
	struct proc *next;
	pid_t pid;
	uint64_t round;		/* the round of the last reading */
	uint64_t missed;	/* the last address that caused one */
	struct map *v;		/* newest last */
	uint32_t n, cap;
};

struct dt_usyms {
	pthread_mutex_t lock;
	struct dt_hash *byfile;	/* inode and path to struct file */
	struct file *files;
	struct proc *procs[1024];
	uint32_t nprocs, nfds;
	uint64_t round;
};

int
dt_usym_create(struct dt_usyms **usp)
{
	struct dt_usyms *us = calloc(1, sizeof(*us));

	if (us == NULL)
		return -ENOMEM;
	us->byfile = dt_hash_create();
	if (us->byfile == NULL || pthread_mutex_init(&us->lock, NULL) != 0) {
		dt_hash_destroy(us->byfile);
		free(us);
		return -ENOMEM;
	}
	us->round = 1;
	*usp = us;
	return 0;
}

static void
free_proc(struct proc *p)
{
	free(p->v);
	free(p);
}

static void
free_files(struct dt_usyms *us)
{
	struct file *f;

	while ((f = us->files) != NULL) {
		us->files = f->next;
		if (f->fd >= 0)
			(void) close(f->fd);
		dt_elf_destroy(f->elf);
		free(f);
	}
}

void
dt_usym_destroy(struct dt_usyms *us)
{
	struct proc *p;

	if (us == NULL)
		return;
	for (size_t i = 0; i < sizeof(us->procs) / sizeof(us->procs[0]); i++)
		while ((p = us->procs[i]) != NULL) {
			us->procs[i] = p->next;
			free_proc(p);
		}
	free_files(us);
	dt_hash_destroy(us->byfile);
	pthread_mutex_destroy(&us->lock);
	free(us);
}

static struct proc **
bucket(struct dt_usyms *us, pid_t pid)
{
	return &us->procs[(uint32_t)pid %
	    (sizeof(us->procs) / sizeof(us->procs[0]))];
}

static struct proc *
find_proc(struct dt_usyms *us, pid_t pid)
{
	struct proc *p = *bucket(us, pid);

	while (p != NULL && p->pid != pid)
		p = p->next;
	return p;
}

static void
forget_ended(struct dt_usyms *us)
{
	for (size_t i = 0; i < sizeof(us->procs) / sizeof(us->procs[0]); i++)
		for (struct proc **pp = &us->procs[i], *p;
		    (p = *pp) != NULL;) {
			if (kill(p->pid, 0) == 0 || errno != ESRCH) {
				pp = &p->next;
				continue;
			}
			*pp = p->next;
			free_proc(p);
			us->nprocs--;
		}
}

static struct proc *
get_proc(struct dt_usyms *us, pid_t pid)
{
	struct proc *p = find_proc(us, pid), **to;

	if (p != NULL)
		return p;
	if (us->nprocs == MAXPROCS)
		forget_ended(us);
	p = us->nprocs < MAXPROCS ? calloc(1, sizeof(*p)) : NULL;
	if (p == NULL)
		return NULL;
	to = bucket(us, pid);
	p->pid = pid;
	p->next = *to;
	*to = p;
	us->nprocs++;
	return p;
}

static struct file *
new_file(struct dt_usyms *us, const struct dt_umap *m, const char *key)
{
	size_t len = strlen(m->path) + 1;
	struct file *f = calloc(1, sizeof(*f) + len);
	const char *slash;

	if (f == NULL)
		return NULL;
	if (dt_hash_put(us->byfile, key, f) != 0) {
		free(f);
		return NULL;
	}
	memcpy(f->path, m->path, len);
	slash = strrchr(f->path, '/');
	f->base = slash != NULL ? slash + 1 : f->path;
	f->ino = m->ino;
	f->fd = -1;
	f->next = us->files;
	us->files = f;
	return f;
}

static struct file *
get_file(struct dt_usyms *us, pid_t pid, const struct dt_umap *m)
{
	char key[PATHLEN];
	struct file *f;

	(void) snprintf(key, sizeof(key), "%" PRIu64 " %s", m->ino, m->path);
	f = dt_hash_get(us->byfile, key);
	if (f == NULL)
		f = new_file(us, m, key);
	if (f != NULL && f->fd < 0 && !f->read && f->path[0] == '/' &&
	    us->nfds < MAXFDS) {
		f->fd = dt_maps_open(pid, m);
		us->nfds += f->fd >= 0;
	}
	return f;
}

static bool
is_known(const struct proc *p, const struct dt_umap *m, const struct file *f)
{
	for (uint32_t i = p->n; i-- > 0;) {
		const struct map *o = &p->v[i];

		if (o->start == m->start && o->end == m->end)
			return o->file == f && o->offset == m->offset;
		if (o->start < m->end && m->start < o->end)
			return false;	/* a known mapping again */
	}
	return false;
}

/* Drop mappings that the new one covers, which are never found. */
static void
drop_covered(struct proc *p, const struct map *m)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].start < m->start || p->v[i].end > m->end)
			p->v[n++] = p->v[i];
	p->n = n;
}

static int
add_map(struct proc *p, const struct map *m)
{
	uint32_t cap = p->cap == 0 ? 8 : 2 * p->cap;
	struct map *v;

	drop_covered(p, m);
	if (p->n == p->cap) {
		v = realloc(p->v, cap * sizeof(*v));
		if (v == NULL)
			return -ENOMEM;
		p->v = v;
		p->cap = cap;
	}
	p->v[p->n++] = *m;
	return 0;
}

/* Only files and the vdso have symbols, not anonymous memory or devices. */
static int
mapped(struct dt_usyms *us, pid_t pid, const struct dt_umap *m)
{
	struct proc *p;
	struct file *f;

	if (m->start >= m->end ||
	    (m->path[0] != '/' && strcmp(m->path, VDSO) != 0) ||
	    strncmp(m->path, "//", 2) == 0)
		return 0;
	p = get_proc(us, pid);
	f = p != NULL ? get_file(us, pid, m) : NULL;
	if (f == NULL)
		return -ENOMEM;
	if (is_known(p, m, f))
		return 0;
	return add_map(p, &(struct map){ m->start, m->end, m->offset, f });
}

int
dt_usym_mapped(struct dt_usyms *us, pid_t pid, const struct dt_umap *m)
{
	int err;

	pthread_mutex_lock(&us->lock);
	err = mapped(us, pid, m);
	pthread_mutex_unlock(&us->lock);
	return err;
}

int
dt_usym_forked(struct dt_usyms *us, pid_t parent, pid_t child)
{
	struct proc *from, *to;
	int err = 0;

	pthread_mutex_lock(&us->lock);
	to = get_proc(us, child);
	from = find_proc(us, parent);
	for (uint32_t i = 0; err == 0 && to != NULL && from != NULL &&
	    from != to && i < from->n; i++)
		err = add_map(to, &from->v[i]);
	pthread_mutex_unlock(&us->lock);
	return to == NULL ? -ENOMEM : err;
}

static int
read_maps(struct dt_usyms *us, pid_t pid)
{
	struct proc *p = find_proc(us, pid);
	struct dt_buf text = { .p = NULL };
	struct dt_umap m;
	char *at;
	int err;

	if (p != NULL)
		p->round = us->round;
	err = dt_maps_read(pid, &text);
	at = text.p;
	while (err == 0 && dt_maps_next(&at, &m))
		err = mapped(us, pid, &m);
	dt_buf_free(&text);
	p = find_proc(us, pid);
	if (p != NULL)
		p->round = us->round;
	return err;
}

int
dt_usym_read(struct dt_usyms *us, pid_t pid)
{
	int err;

	pthread_mutex_lock(&us->lock);
	err = read_maps(us, pid);
	pthread_mutex_unlock(&us->lock);
	return err;
}

int
dt_usym_reread(struct dt_usyms *us)
{
	int err = 0;

	pthread_mutex_lock(&us->lock);
	for (size_t i = 0; i < sizeof(us->procs) / sizeof(us->procs[0]); i++)
		for (struct proc *p = us->procs[i]; p != NULL && err !=
		    -ENOMEM; p = p->next)
			err = read_maps(us, p->pid);
	pthread_mutex_unlock(&us->lock);
	return err == -ENOMEM ? err : 0;
}

void
dt_usym_round(struct dt_usyms *us)
{
	pthread_mutex_lock(&us->lock);
	us->round++;
	pthread_mutex_unlock(&us->lock);
}

/* Read the vdso of this process, which is that of all 64-bit processes. */
static void
read_vdso(struct file *f)
{
	struct dt_buf text = { .p = NULL };
	struct dt_umap m;
	char *at, *copy;

	if (dt_maps_read(getpid(), &text) != 0)
		return;
	at = text.p;
	while (f->elf == NULL && dt_maps_next(&at, &m)) {
		if (strcmp(m.path, VDSO) != 0)
			continue;
		copy = malloc(m.end - m.start);
		if (copy == NULL)
			break;
		memcpy(copy, (const void *)(uintptr_t)m.start,
		    m.end - m.start);
		(void) dt_elf_image(copy, m.end - m.start, &f->elf);
		free(copy);
	}
	dt_buf_free(&text);
}

/* Add the symbols of a stripped file's separate debug file, if found. */
static void
read_separate(struct file *f)
{
	const struct dt_elflink *link;
	struct dt_elf *debug = NULL;
	int fd;

	if (!dt_elf_stripped(f->elf, &link))
		return;
	fd = dt_elflink_open(link, f->path);
	if (fd < 0)
		return;
	if (dt_elf_read(fd, &debug, &f->why) == 0)
		dt_elf_adopt(f->elf, debug);
	(void) close(fd);
}

static bool
open_file(struct dt_usyms *us, struct file *f)
{
	if (f->fd < 0 && f->path[0] == '/') {
		f->fd = dt_regular_open(f->path, f->ino);
		us->nfds += f->fd >= 0;
	}
	return f->fd >= 0;
}

static void
close_file(struct dt_usyms *us, struct file *f)
{
	(void) close(f->fd);
	f->fd = -1;
	us->nfds--;
}

static const struct dt_elf *
elf_of(struct dt_usyms *us, struct file *f)
{
	if (f->read)
		return f->elf;
	f->read = true;
	if (f->path[0] != '/') {
		read_vdso(f);
		return f->elf;
	}
	if (!open_file(us, f))
		return NULL;
	if (dt_elf_read(f->fd, &f->elf, &f->why) == 0)
		read_separate(f);
	if (f->elf == NULL || us->nfds > MAXREADFDS)
		close_file(us, f);
	return f->elf;
}

/* --- code ----------------------------------------------------------------- */

/* The offset in the file of an address. */
static uint64_t
offset_of(const struct map *m, uint64_t addr)
{
	return addr - m->start + m->offset;
}

/*
 * Does the handler of a signal return to this address?  Its symbol is local, so
 * a stripped library lacks it.
 */
static bool
is_sigreturn(struct dt_usyms *us, const struct map *m, uint64_t addr)
{
#ifdef __x86_64__
	static const uint8_t code[] = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f,
	    0x05 };			/* mov $15,%rax; syscall */
	uint8_t buf[sizeof(code)];

	return open_file(us, m->file) && pread(m->file->fd, buf, sizeof(buf),
	    (off_t)offset_of(m, addr)) == sizeof(buf) &&
	    memcmp(buf, code, sizeof(code)) == 0;
#else
	(void) us;
	(void) m;
	(void) addr;
	return false;
#endif
}

/*
 * Is the address where an entry probe is?  It may be behind the first
 * instruction: see elffunc.h.
 */
static bool
is_entry(struct dt_usyms *us, const struct map *m, uint64_t addr,
    uint64_t offset)
{
	uint64_t at = offset_of(m, addr);

	if (offset == 0)
		return true;
	return offset <= DT_ELFFUNC_SKIP && addr - m->start < m->end -
	    m->start && open_file(us, m->file) &&
	    dt_elffunc_entry(m->file->fd, at - offset).body == at;
}

/* The difference between addresses in this process and those in the file. */
static bool
bias_of(const struct dt_elf *e, const struct map *m, uint64_t *bias)
{
	uint64_t vaddr;

	if (e == NULL || dt_elf_vaddr(e, m->offset, &vaddr) != 0)
		return false;
	*bias = m->start - vaddr;
	return true;
}

/* The address of the object's first page. */
static uint64_t
start_of(const struct dt_elf *e, uint64_t bias)
{
	uint64_t lo, hi;

	dt_elf_extent(e, &lo, &hi);
	return bias + (lo & -4096ULL);
}

/*
 * Find the symbol of a call that returns to addr.  *is_signal: a signal was
 * handled instead, whose handler returns there.
 */
static int
find_caller(struct dt_usyms *us, const struct map *m, uint64_t bias,
    uint64_t addr, struct dt_elfsym *s, bool *is_signal)
{
	const struct dt_elf *e = m->file->elf;
	uint64_t vaddr = addr - bias;
	struct dt_elfsym at;
	int before = dt_elf_lookup(e, vaddr - 1, s);
	int here = dt_elf_lookup(e, vaddr, &at);

	if (before == 0 && here == 0 && at.value == s->value)
		return 0;
	*is_signal = (here == 0 && strcmp(at.name,
	    "__kernel_rt_sigreturn") == 0) ||
	    is_sigreturn(us, m, addr);
	if (*is_signal)
		*s = at;
	return *is_signal ? here : before;
}

static void
describe(struct dt_usyms *us, const struct map *m, uint64_t addr,
    bool is_return, struct dt_usym *out)
{
	const struct dt_elf *e = elf_of(us, m->file);
	struct dt_elfsym s;
	uint64_t bias;
	int err;

	*out = (struct dt_usym){ .object = m->file->base, .start = m->start,
	    .why = m->file->why };
	m->file->why = NULL;
	if (!bias_of(e, m, &bias))
		return;
	out->start = start_of(e, bias);
	err = is_return ? find_caller(us, m, bias, addr, &s,
	    &out->is_signal) : dt_elf_lookup(e, addr - bias, &s);
	if (err != 0)
		return;
	out->name = s.name;
	out->value = s.value + bias;
	out->size = s.size;
	out->offset = addr - out->value;
	if (!is_return && is_entry(us, m, addr, out->offset))
		out->offset = 0;
}

static const struct map *
code_at(const struct proc *p, uint64_t addr)
{
	for (uint32_t i = p->n; i-- > 0;)
		if (addr - p->v[i].start < p->v[i].end - p->v[i].start)
			return &p->v[i];
	return NULL;
}

/* The mapping whose file has its data at this address. */
static const struct map *
data_at(struct dt_usyms *us, const struct proc *p, uint64_t addr)
{
	uint64_t lo, hi, bias;

	for (uint32_t i = p->n; i-- > 0;) {
		const struct dt_elf *e = elf_of(us, p->v[i].file);

		if (!bias_of(e, &p->v[i], &bias))
			continue;
		dt_elf_extent(e, &lo, &hi);
		if (addr - (lo + bias) < hi - lo)
			return &p->v[i];
	}
	return NULL;
}

static const struct map *
find_map(struct dt_usyms *us, pid_t pid, uint64_t addr)
{
	const struct proc *p = find_proc(us, pid);
	const struct map *m = p != NULL ? code_at(p, addr) : NULL;

	if (m != NULL)
		return m;
	if (p == NULL || p->round != us->round) {
		(void) read_maps(us, pid);
		p = find_proc(us, pid);
		m = p != NULL ? code_at(p, addr) : NULL;
	}
	return m != NULL || p == NULL ? m : data_at(us, p, addr);
}

/* Read the mappings only once for an address that stays unknown. */
void
dt_usym_saw(struct dt_usyms *us, pid_t pid, const uint64_t *pcs, uint32_t n)
{
	struct proc *p;

	pthread_mutex_lock(&us->lock);
	p = get_proc(us, pid);
	for (uint32_t i = 0; p != NULL && i < n; i++) {
		if (code_at(p, pcs[i]) != NULL)
			continue;
		if (p->missed != pcs[i])
			(void) read_maps(us, pid);
		p->missed = pcs[i];
		break;
	}
	pthread_mutex_unlock(&us->lock);
}

int
dt_usym_lookup(struct dt_usyms *us, pid_t pid, uint64_t addr, bool is_return,
    struct dt_usym *out)
{
	const struct map *m;

	if (pid <= 0)
		return -ENOENT;
	pthread_mutex_lock(&us->lock);
	m = find_map(us, pid, addr - is_return);
	if (m != NULL)
		describe(us, m, addr, is_return, out);
	pthread_mutex_unlock(&us->lock);
	return m != NULL ? 0 : -ENOENT;
}
