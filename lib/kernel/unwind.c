/* SPDX-License-Identifier: MIT */
/*
 * unwind.c - makes map "unwind", with the rows of the files of the processes
 * that a run names, if it takes their stacks.  The key of a file is the address
 * of its inode in the kernel.  To find it, this process maps the file, and a
 * BPF program looks the mapping up as it does for a frame.  The file is kept
 * open, so that the address stays valid.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/regular.h"
#include "kernel/kernel.h"
#include "rt/arch.h"
#include "sym/ehframe.h"
#include "sym/objects.h"

#define	MAXROWS		((4u << 20) - 1)	/* SEARCH in unwind.bpf.c */
#define	SPARE_ROWS	(128u << 10)	/* of files that are mapped later */
#define	PAGE		4096
#define	FEW		10		/* a process with frame pointers lacks
					 * them in less than a tenth of its
					 * functions, such as assembly code */

struct file {
	uint64_t key;
	int fd;				/* -1: the vdso */
	uint32_t first, n;		/* its rows in the map */
	struct dt_ehtable table;	/* freed when they are there */
};

struct dt_kfiles {
	struct file v[DT_UNW_FILES];
	uint32_t n, nrows, maxrows;
	uint32_t nfp, nsp;		/* functions of the process */
	uint32_t lacking;		/* processes without frame pointers */
	struct dt_buf pids;		/* of the processes, sorted */
	struct dt_kernel *k;
	struct dt_kprog look;
};

/* --- which ---------------------------------------------------------------- */

static bool
takes_stacks(const struct dt_enpoint *p)
{
	for (uint32_t i = 0; i < p->nclauses; i++)
		if (p->clauses[i]->names & (DT_NAMES_FRAMES | DT_NAMES_CALLER))
			return true;
	return false;
}

bool
dt_kernel_unwinds(const struct dt_run *run)
{
	for (uint32_t i = 0; DT_ARCH_USER64 != 0 && i < run->npoints; i++)
		if (takes_stacks(&run->points[i]))
			return true;
	return false;
}

/* --- a file --------------------------------------------------------------- */

/* The key of the file that is mapped here, or 0. */
static uint64_t
key_at(struct dt_kfiles *fs, const void *addr)
{
	LIBBPF_OPTS(bpf_test_run_opts, o);
	struct dt_look *seen = fs->look.rows.mem;
	uint64_t args[2] = { (uintptr_t)addr, 0 };

	o.ctx_in = args;
	o.ctx_size_in = sizeof(args);
	seen->file_key = 0;
	return bpf_prog_test_run_opts(fs->look.fd, &o) == 0 ? seen->file_key :
	    0;
}

static uint64_t
key_of(struct dt_kfiles *fs, int fd)
{
	void *p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	uint64_t key;

	if (p == MAP_FAILED)
		return 0;
	key = key_at(fs, p);
	(void) munmap(p, PAGE);
	return key;
}

static struct file *
find_file(struct dt_kfiles *fs, uint64_t key)
{
	for (uint32_t i = 0; i < fs->n; i++)
		if (fs->v[i].key == key)
			return &fs->v[i];
	return NULL;
}

/* Add a file, unless there are too many. */
static bool
add_file(struct dt_kfiles *fs, uint64_t key, int fd,
    const struct dt_ehsource *src)
{
	struct file *f = &fs->v[fs->n];

	if (key == 0 || fs->n == DT_UNW_FILES ||
	    dt_ehframe_read(src, &f->table) != 0)
		return false;
	if (f->table.n > fs->maxrows - fs->nrows) {
		dt_ehframe_free(&f->table);
		return false;
	}
	f->key = key;
	f->fd = fd;
	f->first = fs->nrows;
	f->n = f->table.n;
	fs->n++;
	fs->nrows += f->table.n;
	return true;
}

static size_t
read_fd(const struct dt_ehsource *s, void *dst, uint64_t off, size_t n)
{
	ssize_t got = pread(*(const int *)s->arg, dst, n, (off_t)off);

	return got < 0 ? 0 : (size_t)got;
}

static int
visit(void *arg, const char *path, const char *name, bool is_program)
{
	struct dt_kfiles *fs = arg;
	int fd = dt_regular_open(path, 0);
	const struct dt_ehsource src = { read_fd, &fd };
	const struct file *f;
	uint64_t key;

	(void) is_program;
	if (fd < 0)
		return 0;
	key = key_of(fs, fd);
	f = find_file(fs, key);
	if (f == NULL && add_file(fs, key, fd, &src))
		f = &fs->v[fs->n - 1];
	else
		(void) close(fd);
	if (f != NULL) {
		fs->nfp += f->table.nfp;
		fs->nsp += f->table.nsp;
	} else if (fs->k->explain != NULL) {
		fprintf(fs->k->explain, "libdtrace: no table to unwind %s\n",
		    name);
	}
	return 0;
}

/* --- all of them ---------------------------------------------------------- */

static void
add_process(struct dt_kfiles *fs, pid_t pid)
{
	fs->nfp = fs->nsp = 0;
	(void) dt_objects(pid, visit, fs);
	fs->lacking += fs->nsp > (fs->nsp + fs->nfp) / FEW;
}

static size_t
read_memory(const struct dt_ehsource *s, void *dst, uint64_t off, size_t n)
{
	memcpy(dst, (const char *)s->arg + off, n);
	return n;
}

/* Add the vdso, which all processes map. */
static void
add_vdso(struct dt_kfiles *fs)
{
	const void *at = (const void *)getauxval(AT_SYSINFO_EHDR);
	const struct dt_ehsource src = { read_memory, at };

	if (at != NULL)
		(void) add_file(fs, key_at(fs, at), -1, &src);
}

static void
add_pid(struct dt_buf *pids, pid_t pid)
{
	if (pid > 0)
		dt_buf_add(pids, &pid, sizeof(pid));
}

/* Collect the processes that the run names; one may occur several times. */
static void
collect_pids(const struct dt_run *run, struct dt_buf *pids)
{
	const struct dt_usite *s;
	uint32_t i, j;

	for (i = 0; i < run->nprocs; i++)
		add_pid(pids, run->process(run->watcher, i));
	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++)
			for (s = run->points[i].rows[j].site; s != NULL;
			    s = s->next)
				add_pid(pids, s->pid);
}

static int
by_number(const void *lp, const void *rp)
{
	pid_t l = *(const pid_t *)lp, r = *(const pid_t *)rp;

	return l < r ? -1 : l > r;
}

static void
add_processes(struct dt_kfiles *fs)
{
	pid_t *v = (pid_t *)fs->pids.p;
	size_t n = fs->pids.len / sizeof(*v);

	qsort(v, n, sizeof(*v), by_number);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || v[i] != v[i - 1])
			add_process(fs, v[i]);
}

static int
by_key(const void *lp, const void *rp)
{
	uint64_t l = ((const struct file *)lp)->key;
	uint64_t r = ((const struct file *)rp)->key;

	return l < r ? -1 : l > r;
}

/* Move the rows of all files to the map that are not there yet. */
static void
move_rows(struct dt_kfiles *fs, struct dt_unwmap *map)
{
	for (uint32_t i = 0; i < fs->n; i++) {
		struct file *f = &fs->v[i];

		if (f->table.rows != NULL)
			memcpy(&map->rows[f->first], f->table.rows,
			    f->n * sizeof(map->rows[0]));
		dt_ehframe_free(&f->table);
	}
}

/* Write the table that is not in use, and bring it into use. */
static void
publish(struct dt_kfiles *fs, struct dt_unwmap *map)
{
	uint64_t other = map->used ^ 1;
	struct dt_unwfile *f = map->files[other];
	uint32_t i;

	qsort(fs->v, fs->n, sizeof(fs->v[0]), by_key);
	for (i = 0; i < fs->n; i++)
		f[i] = (struct dt_unwfile){ fs->v[i].key, fs->v[i].first,
		    fs->v[i].n };
	for (; i < DT_UNW_FILES; i++)
		f[i].key = UINT64_MAX;
	__atomic_store_n(&map->used, other, __ATOMIC_RELEASE);
}

static int
fill_map(struct dt_kfiles *fs)
{
	struct dt_kernel *k = fs->k;
	struct dt_kmap *m = &k->maps[DT_KMAP_unwind];
	uint32_t nrows = fs->nrows < MAXROWS - SPARE_ROWS ?
	    fs->nrows + SPARE_ROWS : MAXROWS;
	uint64_t size = sizeof(struct dt_unwmap) +
	    nrows * sizeof(struct dt_unwrow);
	int err = dt_kernel_map(k, m, "unwind", size, 1);

	if (err != 0)
		return err;
	move_rows(fs, m->mem);
	publish(fs, m->mem);
	fs->maxrows = nrows;
	k->unwind_size = size;
	return 0;
}

static void
explain(const struct dt_kfiles *fs)
{
	FILE *fp = fs->k->explain;

	if (fp != NULL)
		fprintf(fp, "libdtrace: stacks by %s: %u files, %u rows\n",
		    fs->k->unwind_size != 0 ? "tables" : "frame pointers",
		    fs->n, fs->nrows);
}

/* Without the map, stacks are taken by frame pointers, as the kernel does. */
static int
make_tables(struct dt_kfiles *fs)
{
	int err = 0;

	fs->maxrows = MAXROWS;
	add_processes(fs);
	if (fs->lacking != 0) {
		add_vdso(fs);
		err = fill_map(fs);
		if (err == -E2BIG || err == -ENOMEM)
			err = 0;
	}
	if (err == 0)
		explain(fs);
	return err;
}

int
dt_kernel_unwind(struct dt_kernel *k, const struct dt_run *run)
{
	struct dt_kfiles *fs;
	int err;

	if (!dt_kernel_unwinds(run))
		return 0;
	fs = k->files = calloc(1, sizeof(*fs));
	if (fs == NULL)
		return -ENOMEM;
	fs->k = k;
	fs->look.fd = fs->look.rows.fd = -1;
	collect_pids(run, &fs->pids);
	err = fs->pids.err;
	if (err != 0 || fs->pids.len == 0)
		return err;
	err = dt_kernel_look_load(k, "dt_look_file", &fs->look);
	return err != 0 ? err : make_tables(fs);
}

void
dt_kernel_unwind_more(struct dt_kernel *k, pid_t pid)
{
	struct dt_kfiles *fs = k->files;
	struct dt_unwmap *map = k->maps[DT_KMAP_unwind].mem;
	uint32_t n = fs->n;

	if (bsearch(&pid, fs->pids.p, fs->pids.len / sizeof(pid), sizeof(pid),
	    by_number) == NULL)
		return;
	(void) dt_objects_mapped(pid, visit, fs);
	if (fs->n == n)
		return;
	move_rows(fs, map);
	publish(fs, map);
}

void
dt_kernel_unwind_free(struct dt_kernel *k)
{
	struct dt_kfiles *fs = k->files;

	if (fs == NULL)
		return;
	for (uint32_t i = 0; i < fs->n; i++) {
		if (fs->v[i].fd >= 0)
			(void) close(fs->v[i].fd);
		dt_ehframe_free(&fs->v[i].table);
	}
	dt_kernel_look_unload(&fs->look);
	dt_buf_free(&fs->pids);
	free(fs);
	k->files = NULL;
}
