/* SPDX-License-Identifier: MIT */
/*
 * uprobe.c - attaches programs to functions of processes.  Kernels since 6.6
 * attach a program to any number of places in a file at once, for one process.
 * Older ones need a perf event for each place, which takes 0.1 s to close.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define	MAXSINGLE	256		/* perf events: 25 s to close them */
#define	SEMAPHORE	32		/* first bit of its offset in config */
#define	REFUSED		524		/* the kernel's ENOTSUPP */

struct place {
	const struct dt_usite *site;
	const char *const *name;	/* the four parts of the probe's */
	uint32_t row;
	uint32_t index;			/* in the map of places; or the row */
};

struct link {
	int fd;
	pid_t pid;			/* 0: all processes */
};

struct dt_klinks {
	struct link *link;
	uint32_t nlinks, maxlinks;
	struct place *places;
	uint32_t n;
	uint32_t used, max;		/* places in the map */
};

/*
 * The arguments of BPF_LINK_CREATE; older headers lack those after flags.  The
 * kernel refuses a byte that is not 0 after the last one, and an initializer
 * clears only members.
 */
struct link_create {
	uint32_t prog, target, type, flags;
	uint64_t path, offsets, semaphores, cookies;
	uint32_t n, multi_flags, pid, pad;
};
_Static_assert(sizeof(struct link_create) == 4 * 4 + 4 * 8 + 4 * 4,
    "padding in what the kernel reads");

#define	MULTI_RETURN	1u		/* BPF_F_UPROBE_MULTI_RETURN */

/* --- places --------------------------------------------------------------- */

/* Order places so that those of one process and file are adjacent. */
static int
compare(const void *lp, const void *rp)
{
	const struct dt_usite *l = ((const struct place *)lp)->site;
	const struct dt_usite *r = ((const struct place *)rp)->site;
	int c = l->pid != r->pid ? (l->pid < r->pid ? -1 : 1) :
	    strcmp(l->path, r->path);

	return c != 0 ? c : l->offset == r->offset ? 0 :
	    l->offset < r->offset ? -1 : 1;
}

static uint32_t
count_places(const struct dt_enpoint *pt)
{
	const struct dt_usite *s;
	uint32_t i, n = 0;

	for (i = 0; i < pt->nrows; i++)
		for (s = pt->rows[i].site; s != NULL; s = s->next)
			n++;
	return n;
}

/* find_site() in select.c reads it. */
static uint64_t
cookie_of(const struct place *v)
{
	return (uint64_t)v->site->pid << 32 | v->index;
}

static void
number(const struct dt_kprog *p, struct place *v, uint32_t n)
{
	struct dt_klinks *l = p->links;

	for (uint32_t i = 0; i < n; i++)
		v[i].index = dt_point_has_places(p->kind) ? l->used++ :
		    v[i].row;
}

int
dt_kernel_sites(struct dt_kprog *p, struct dt_kshim *s)
{
	const struct dt_enpoint *pt = s->point;
	struct dt_klinks *l = calloc(1, sizeof(*l));
	uint32_t i, n = count_places(pt);
	const struct dt_usite *u;

	p->links = l;
	if (l == NULL)
		return -ENOMEM;
	l->places = calloc(n + 1, sizeof(l->places[0]));
	if (l->places == NULL)
		return -ENOMEM;
	for (i = 0; i < pt->nrows; i++)
		for (u = pt->rows[i].site; u != NULL; u = u->next)
			l->places[l->n++] = (struct place){ u,
				pt->rows[i].name, pt->rows[i].key, 0 };
	l->max = dt_point_has_places(pt->kind) ? n + pt->spare : 0;
	s->nplaces = l->max;
	qsort(l->places, l->n, sizeof(l->places[0]), compare);
	number(p, l->places, l->n);
	return 0;
}

size_t
dt_kernel_place_size(enum dt_pointkind kind)
{
	return kind == DT_POINT_UEXIT ? sizeof(struct dt_exitplace) :
	    sizeof(struct dt_place);
}

static void
fill_place(const struct dt_kprog *p, const struct place *v, void *places)
{
	const struct dt_usite *s = v->site;

	if (p->kind == DT_POINT_UEXIT)
		((struct dt_exitplace *)places)[v->index] =
		    (struct dt_exitplace){ v->row, s->offset - s->func,
		    *s->leave };
	else {
		struct dt_place *out = (struct dt_place *)places + v->index;

		out->row = v->row;
		memcpy(out->arg, s->args, sizeof(out->arg));
	}
}

void
dt_kernel_fill_places(const struct dt_kprog *p, void *out)
{
	const struct dt_klinks *l = p->links;

	for (uint32_t i = 0; i < l->n; i++)
		fill_place(p, &l->places[i], out);
}

void
dt_kernel_sites_free(struct dt_kprog *p)
{
	if (p->links == NULL)
		return;
	free(p->links->places);
	free(p->links->link);
	free(p->links);
	p->links = NULL;
}

static int
keep_link(struct dt_klinks *l, int fd, pid_t pid)
{
	uint32_t max = l->maxlinks == 0 ? 16 : 2 * l->maxlinks;
	struct link *v = l->link;

	if (l->nlinks == l->maxlinks)
		v = reallocarray(l->link, max, sizeof(*v));
	if (v == NULL) {
		(void) close(fd);
		return -ENOMEM;
	}
	if (l->nlinks == l->maxlinks)
		l->maxlinks = max;
	l->link = v;
	v[l->nlinks++] = (struct link){ fd, pid };
	return 0;
}

/* --- one link for all places of a file ------------------------------------ */

static int
attach_link(const struct dt_kprog *p, const struct place *v, uint32_t n)
{
	uint64_t *offsets = calloc(n, 3 * sizeof(*offsets));
	uint64_t *cookies = offsets + n, *semaphores = cookies + n;
	struct link_create l = {
		.prog = (uint32_t)p->fd,
		.type = DT_KERNEL_MULTI,
		.path = (uintptr_t)v->site->path,
		.offsets = (uintptr_t)offsets,
		.semaphores = (uintptr_t)semaphores,
		.cookies = (uintptr_t)cookies,
		.n = n,
		.multi_flags = p->kind == DT_POINT_URETURN ? MULTI_RETURN : 0,
		.pid = (uint32_t)v->site->pid,
	};
	uint32_t i;
	int fd;

	if (offsets == NULL)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		offsets[i] = v[i].site->offset;
		cookies[i] = cookie_of(&v[i]);
		semaphores[i] = v[i].site->semaphore;
	}
	fd = (int)syscall(SYS_bpf, BPF_LINK_CREATE, &l, sizeof(l));
	if (fd < 0)
		fd = -errno;
	free(offsets);
	return fd;
}

/* --- a perf event for each place ------------------------------------------ */

static int
attach_event(const struct dt_kprog *p, const struct place *v, int type)
{
	struct perf_event_attr attr = {
		.type = (uint32_t)type,
		.config = v->site->semaphore << SEMAPHORE |
		    (p->kind == DT_POINT_URETURN),
		.config1 = (uintptr_t)v->site->path,
		.config2 = v->site->offset,
	};

	return dt_kernel_attach_event(p, &attr, v->site->pid != 0 ?
	    v->site->pid : -1, cookie_of(v));
}

/* --- attaching ------------------------------------------------------------ */

static int
refused(struct dt_kernel *k, const struct place *v)
{
	const char *const *name = v->name;

	return dt_why_set(&k->base, -ENOTSUP, "%s:%s:%s:%s: " DT_NO_UPROBE
	    ": use the embedded engine (-x engine=vm)", name[0], name[1],
	    name[2], name[3]);
}

static int
failed(struct dt_kernel *k, const struct place *v, int err)
{
	const struct dt_usite *s = v->site;

	if (err == -REFUSED)
		return refused(k, v);
	if (err == -ESRCH)
		return dt_why_set(&k->base, err, "process %d has ended, so "
		    "its functions cannot be traced", (int)s->pid);
	if (s->pid == 0)
		return dt_why_set(&k->base, err, "functions in %s cannot be "
		    "traced: %s", s->path, strerror(-err));
	return dt_why_set(&k->base, err, "functions of process %d in %s "
	    "cannot be traced: %s", (int)s->pid, s->path, strerror(-err));
}

/* The end of a process that a pattern has matched is no error. */
static int
accept(struct dt_kernel *k, const struct place *v, int err)
{
	bool is_over = v->site->by_pattern &&
	    (err == -ESRCH || err == -ENOENT);

	return err == 0 || is_over ? 0 : failed(k, v, err);
}

#define	TOGETHER	(-1)		/* in place of a perf event's type */

static int
attach_program(const struct dt_kprog *p, const struct place *v, uint32_t n,
    int type)
{
	return type == TOGETHER ? attach_link(p, v, n) :
	    attach_event(p, v, type);
}

/*
 * Attach the program, and the one that runs before it, to places of a file.  If
 * that fails, neither is attached, and the caller may try another type.
 */
static int
attach_pair(const struct dt_kernel *k, struct dt_kprog *p,
    const struct place *v, uint32_t n, int type)
{
	const struct dt_kprog *touch = dt_kernel_touch_at(k, p, v->site);
	int fd = attach_program(p, v, n, type), err;

	if (fd < 0)
		return fd;
	err = keep_link(p->links, fd, v->site->pid);
	if (err != 0 || touch == NULL)
		return err;
	fd = attach_program(touch, v, n, type);
	err = fd < 0 ? fd : keep_link(p->links, fd, v->site->pid);
	if (err != 0)
		(void) close(p->links->link[--p->links->nlinks].fd);
	return err;
}

static int
attach_singly(struct dt_kernel *k, struct dt_kprog *p, const struct place *v,
    uint32_t n)
{
	struct dt_klinks *l = p->links;
	int type = dt_kernel_event_type("uprobe"), err = 0;

	if (l->nlinks + n > MAXSINGLE)
		return dt_why_set(&k->base, -E2BIG, "%u functions are to be "
		    "traced, but Linux before 6.6 can trace at most %d at "
		    "once: name fewer", l->nlinks + n, MAXSINGLE);
	for (uint32_t i = 0; i < n && err == 0; i++) {
		err = type < 0 ? type : attach_pair(k, p, &v[i], 1, type);
		err = accept(k, &v[i], err);
	}
	return err;
}

/*
 * Does the kernel lack links to several places?  It loads their programs
 * nevertheless.
 */
static bool
is_unsupported(int err)
{
	return err == -EINVAL || err == -EOPNOTSUPP || err == -ENOTSUP;
}

/*
 * Refuse places at which a probe would harm the process.  The kernel steps over
 * some instructions wrongly.  It traces a return by replacing the return
 * address on the stack; setjmp would save the replacement, and the kernel ends
 * a process that jumps to it later.
 */
static int
check_places(struct dt_kernel *k, const struct dt_kprog *p,
    const struct place *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (v[i].site->no_uprobe)
			return refused(k, &v[i]);
		if (v[i].site->keeps_return && p->kind == DT_POINT_URETURN)
			return dt_why_set(&k->base, -ENOTSUP, "%s:%s:%s:%s: "
			    "the kernel cannot trace this return by its "
			    "address, which the function keeps for a jump: "
			    "trace it by its instructions (-x returns=sites)",
			    v[i].name[0], v[i].name[1], v[i].name[2],
			    v[i].name[3]);
	}
	return 0;
}

/* Attach to places sorted by compare(). */
static int
attach_places(struct dt_kernel *k, struct dt_kprog *p, const struct place *v,
    uint32_t n)
{
	int err = check_places(k, p, v, n);
	uint32_t i, j;

	for (i = 0; i < n && err == 0; i++)
		dt_kernel_touch_place(p, v[i].site, v[i].row, v[i].index);
	for (i = 0; i < n && err == 0; i = j) {
		for (j = i + 1; j < n && dt_usite_is_same_file(v[i].site,
		    v[j].site); j++)
			;
		err = attach_pair(k, p, &v[i], j - i, TOGETHER);
		if (is_unsupported(err) && i == 0)
			return attach_singly(k, p, v, n);
		err = accept(k, &v[i], err);
	}
	return err;
}

int
dt_kernel_uprobe(struct dt_kernel *k, struct dt_kprog *p)
{
	return attach_places(k, p, p->links->places, p->links->n);
}

/* --- places that are found while tracing runs ----------------------------- */

static int
grow_point(struct dt_kernel *k, struct dt_kprog *p, const struct dt_grown *v,
    uint32_t n, struct place *places)
{
	struct dt_klinks *l = p->links;
	void *out = dt_kernel_map_places(p);
	uint32_t i, count = 0;

	for (i = 0; i < n; i++) {
		if (v[i].point->kind != p->kind)
			continue;
		if (v[i].is_new)
			dt_kernel_new_row(k, p, v[i].point, v[i].row);
		places[count++] = (struct place){ v[i].site, v[i].row->name,
			v[i].row->key, 0 };
	}
	if (l->max != 0 && l->used + count > l->max)
		return -ENOSPC;
	qsort(places, count, sizeof(places[0]), compare);
	number(p, places, count);
	for (i = 0; i < count && l->max != 0; i++)
		fill_place(p, &places[i], out);
	return attach_places(k, p, places, count);
}

int
dt_kernel_grow(struct dt_engine *e, pid_t pid, const struct dt_grown *v,
    uint32_t n)
{
	struct dt_kernel *k = (struct dt_kernel *)e;
	struct place *places;
	int err, rc;

	(void) pid;
	if (n == 0)
		return 0;
	places = calloc(n, sizeof(*places));
	err = places != NULL ? 0 : -ENOMEM;
	for (uint32_t i = 0; i < k->nprogs && places != NULL; i++) {
		if (k->progs[i].links == NULL)
			continue;
		rc = grow_point(k, &k->progs[i], v, n, places);
		err = err != 0 ? err : rc;
	}
	free(places);
	return err;
}

/* Close the links to a process. */
static void
leave(struct dt_klinks *l, pid_t pid)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->nlinks; i++)
		if (l->link[i].pid == pid)
			(void) close(l->link[i].fd);
		else
			l->link[n++] = l->link[i];
	l->nlinks = n;
}

void
dt_kernel_leave(struct dt_engine *e, pid_t pid)
{
	struct dt_kernel *k = (struct dt_kernel *)e;

	for (uint32_t i = 0; i < k->nprogs; i++)
		if (k->progs[i].links != NULL)
			leave(k->progs[i].links, pid);
}

void
dt_kernel_uprobe_stop(struct dt_kprog *p)
{
	struct dt_klinks *l = p->links;

	while (l != NULL && l->nlinks != 0)
		(void) close(l->link[--l->nlinks].fd);
}
