/* SPDX-License-Identifier: MIT */
/*
 * mapwatch.c - reads the kernel's records of code mappings, forks, programs
 * executed and threads that end from the ring of a perf event on each CPU,
 * which counts nothing itself.  The records of all CPUs are sorted by time,
 * since a child may run on another CPU.
 */
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/mapwatch.h"

#define	MAXPID		((1u << 22) - 1)	/* PID_MAX_LIMIT of Linux */

struct ring {
	int fd;
	struct perf_event_mmap_page *page;
};

struct dt_mapwatch {
	struct dt_buf all;	/* the records of one reading */
	struct dt_buf order;	/* struct at */
	uint8_t *ended;		/* a bit for each process id: the first thread
				 * of the process has ended */
	size_t ring, page;
	bool lost;		/* records may have been lost */
	bool wakes;
	int ncpus;
	struct ring cpu[];
};

struct at {
	uint64_t time;
	size_t off;		/* in all */
};

/* The start of a mapping's record; its path and its time follow. */
struct mmap2 {
	struct perf_event_header h;
	uint32_t pid, tid;
	uint64_t start, len, offset;
	uint32_t major, minor;
	uint64_t ino, generation;
	uint32_t prot, flags;
	char path[];
};

/* The start of a process or thread, or its end. */
struct task {
	struct perf_event_header h;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

/* A program that is executed; its name and the time follow. */
struct comm {
	struct perf_event_header h;
	uint32_t pid, tid;
};

static int
open_ring(struct dt_mapwatch *w, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.mmap = 1, .mmap2 = 1, .task = 1, .sample_id_all = 1,
		/* only dt_mapwatch_procs() reads these */
		.comm = w->wakes, .comm_exec = w->wakes,
		.watermark = 1,
		.wakeup_watermark = w->wakes ? 1 : (uint32_t)w->ring,
	};
	struct ring *r = &w->cpu[cpu];
	void *p;

	r->fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1,
	    PERF_FLAG_FD_CLOEXEC);
	if (r->fd < 0)
		return errno == ENODEV ? 0 : -errno;	/* offline */
	p = mmap(NULL, w->page + w->ring, PROT_READ | PROT_WRITE, MAP_SHARED,
	    r->fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	r->page = p;
	return 0;
}

int
dt_mapwatch_open(struct dt_mapwatch **wp, size_t ring, bool wakes)
{
	int n = (int)sysconf(_SC_NPROCESSORS_CONF), err = 0;
	struct dt_mapwatch *w = calloc(1, sizeof(*w) +
	    (size_t)n * sizeof(w->cpu[0]));

	if (w == NULL)
		return -ENOMEM;
	w->ended = calloc(1, (MAXPID + 1) / 8);
	if (w->ended == NULL) {
		free(w);
		return -ENOMEM;
	}
	w->ncpus = n;
	w->wakes = wakes;
	w->page = (size_t)sysconf(_SC_PAGESIZE);
	w->ring = ring > w->page ? ring : w->page;
	for (int i = 0; i < n; i++)
		w->cpu[i].fd = -1;
	for (int i = 0; i < n && err == 0; i++)
		err = open_ring(w, i);
	if (err != 0) {
		dt_mapwatch_close(w);
		return err;
	}
	*wp = w;
	return 0;
}

void
dt_mapwatch_close(struct dt_mapwatch *w)
{
	if (w == NULL)
		return;
	for (int i = 0; i < w->ncpus; i++) {
		if (w->cpu[i].page != NULL)
			(void) munmap(w->cpu[i].page, w->page + w->ring);
		if (w->cpu[i].fd >= 0)
			(void) close(w->cpu[i].fd);
	}
	dt_buf_free(&w->all);
	dt_buf_free(&w->order);
	free(w->ended);
	free(w);
}

/* The time of a record is its last word (sample_id_all). */
static void
add_record(struct dt_mapwatch *w, size_t off, size_t size)
{
	struct at at = { .off = off };

	memcpy(&at.time, w->all.p + off + size - sizeof(at.time),
	    sizeof(at.time));
	dt_buf_add(&w->order, &at, sizeof(at));
}

/* The size of the longest record. */
#define	MOST	(sizeof(struct mmap2) + PATH_MAX + sizeof(uint64_t))

/*
 * May a record have been lost because the ring was full?  The kernel reports a
 * loss only with the next record, which may be much later.
 */
static bool
has_lost(const struct dt_mapwatch *w, size_t used)
{
	return w->ring - used <= MOST;
}

/* Copy the new records, which may wrap around the end of the ring. */
static int
take_ring(struct dt_mapwatch *w, struct ring *r)
{
	uint64_t head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->page->data_tail;
	const char *data = (const char *)r->page + w->page;
	size_t n = (size_t)(head - tail), at = (size_t)(tail % w->ring);
	size_t first = n < w->ring - at ? n : w->ring - at;
	size_t off = w->all.len;
	struct perf_event_header h;

	dt_buf_add(&w->all, data + at, first);
	dt_buf_add(&w->all, data, n - first);
	__atomic_store_n(&r->page->data_tail, head, __ATOMIC_RELEASE);
	w->lost = w->lost || has_lost(w, n);
	for (; w->all.err == 0 && w->all.len - off >= sizeof(h);
	    off += h.size) {
		memcpy(&h, w->all.p + off, sizeof(h));
		if (h.size < sizeof(h) + sizeof(uint64_t) ||
		    h.size > w->all.len - off || h.size % 8 != 0)
			break;
		w->lost = w->lost || h.type == PERF_RECORD_LOST;
		add_record(w, off, h.size);
	}
	return w->all.err != 0 ? w->all.err : w->order.err;
}

static int
by_time(const void *lp, const void *rp)
{
	const struct at *l = lp, *r = rp;

	if (l->time != r->time)
		return l->time < r->time ? -1 : 1;
	return l->off < r->off ? -1 : l->off > r->off;
}

static bool
is_fork(const struct perf_event_header *h)
{
	const struct task *f = (const void *)h;

	return h->type == PERF_RECORD_FORK && h->size >= sizeof(*f) &&
	    f->pid != f->ppid;
}

static bool
is_end_of_first(const struct perf_event_header *h)
{
	const struct task *t = (const void *)h;

	return h->type == PERF_RECORD_EXIT && h->size >= sizeof(*t) &&
	    t->pid == t->tid;
}

static bool
is_exec(const struct perf_event_header *h)
{
	return h->type == PERF_RECORD_COMM && h->size > sizeof(struct comm) &&
	    (h->misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
}

static bool
is_mapping(const struct perf_event_header *h)
{
	const struct mmap2 *m = (const void *)h;

	return h->type == PERF_RECORD_MMAP2 && h->size > sizeof(*m) + 8 &&
	    (h->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
	    PERF_RECORD_MISC_USER &&
	    memchr(m->path, '\0', h->size - sizeof(*m)) != NULL;
}

static int
tell(const struct perf_event_header *h, struct dt_usyms *us)
{
	const struct mmap2 *m = (const void *)h;
	const struct task *f = (const void *)h;
	struct dt_umap map;

	if (is_fork(h))
		return dt_usym_forked(us, (pid_t)f->ppid, (pid_t)f->pid);
	if (!is_mapping(h))
		return 0;
	map = (struct dt_umap){ m->start, m->start + m->len, m->offset,
	    m->ino, m->path };
	return dt_usym_mapped(us, (pid_t)m->pid, &map);
}

/* Read the new records; *v has their *n places in w->all in order of time. */
static int
take_all(struct dt_mapwatch *w, struct at **v, size_t *n)
{
	int err = 0;

	dt_buf_reset(&w->all);
	dt_buf_reset(&w->order);
	for (int i = 0; i < w->ncpus && err == 0; i++)
		if (w->cpu[i].page != NULL)
			err = take_ring(w, &w->cpu[i]);
	*v = (struct at *)w->order.p;
	*n = *v == NULL || err != 0 ? 0 : w->order.len / sizeof(**v);
	if (*n != 0)
		qsort(*v, *n, sizeof(**v), by_time);
	return err;
}

int
dt_mapwatch_read(struct dt_mapwatch *w, struct dt_usyms *us)
{
	struct at *v;
	size_t n;
	int err = take_all(w, &v, &n);

	if (n == 0)
		return err;
	for (size_t i = 0; i < n && err == 0; i++)
		err = tell((const void *)(w->all.p + v[i].off), us);
	if (err == 0 && w->lost)
		err = dt_usym_reread(us);
	w->lost = w->lost && err != 0;
	return err;
}

/* Set or clear the bit of a process, and return the former one. */
static bool
set_ended(struct dt_mapwatch *w, uint32_t pid, bool value)
{
	uint8_t bit = (uint8_t)(1 << pid % 8), was;

	if (pid > MAXPID)
		return false;
	was = w->ended[pid / 8];
	w->ended[pid / 8] = (uint8_t)((was & ~bit) | (value ? bit : 0));
	return (was & bit) != 0;
}

/*
 * If a thread other than the first executes a program, the first one ends, and
 * the other takes its place and its id.
 */
static void
tell_one(struct dt_mapwatch *w, const void *p, dt_mapwatch_f *fn, void *arg)
{
	const struct task *t = p;
	const struct mmap2 *m = p;
	const struct comm *c = p;

	if (is_fork(p)) {
		(void) set_ended(w, t->pid, false);
		fn(arg, (pid_t)t->pid, DT_MAP_FORKED, NULL);
	} else if (is_mapping(p))
		fn(arg, (pid_t)m->pid, DT_MAP_CODE, m->path);
	else if (is_end_of_first(p))
		(void) set_ended(w, t->pid, true);
	else if (is_exec(p) && set_ended(w, c->pid, false))
		fn(arg, (pid_t)c->pid, DT_MAP_NEWFIRST, NULL);
}

int
dt_mapwatch_procs(struct dt_mapwatch *w, dt_mapwatch_f *fn, void *arg,
    bool *lost)
{
	struct at *v;
	size_t n;
	int err = take_all(w, &v, &n);

	for (size_t i = 0; i < n; i++)
		tell_one(w, w->all.p + v[i].off, fn, arg);
	*lost = w->lost || err != 0;
	w->lost = false;
	return err;
}

size_t
dt_mapwatch_fds(const struct dt_mapwatch *w, struct pollfd *v, size_t max)
{
	size_t n = 0;

	for (int i = 0; i < w->ncpus && n < max; i++) {
		if (w->cpu[i].page == NULL)
			continue;
		if (v != NULL)
			v[n] = (struct pollfd){ .fd = w->cpu[i].fd,
			    .events = POLLIN };
		n++;
	}
	return n;
}
