/* SPDX-License-Identifier: MIT */
/*
 * uprobe.c - functions of processes.  A kernel since 6.6 attaches a program to
 * any number of places of a file at once, for one process.  Before that each
 * place takes a perf event of its own; to close one takes 0.1 s.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define	MAXSINGLE	256		/* perf events: 25 s to close them */
#define	SEMAPHORE	32		/* first bit of its offset */
#define	TYPE_FILE	"/sys/bus/event_source/devices/uprobe/type"

struct place {
	const struct dt_usite *site;
	uint32_t row;
};

struct dt_klinks {
	int *fd;
	uint32_t nfds;
	struct place *places;
	uint32_t n;
};

/* What BPF_LINK_CREATE takes, also where the headers are older than it. */
struct link_create {
	uint32_t prog, target, type, flags;
	union {
		uint64_t cookie;
		struct {
			uint64_t path, offsets, semaphores, cookies;
			uint32_t n, flags, pid;
		} multi;
	};
};

#define	MULTI_RETURN	1u		/* BPF_F_UPROBE_MULTI_RETURN */

/* --- where ---------------------------------------------------------------- */

/* Places of one process and file are adjacent. */
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

/* Of all rows; a row that is no place in a process has none. */
uint32_t
dt_kernel_nplaces(const struct dt_enpoint *pt)
{
	const struct dt_usite *s;
	uint32_t i, n = 0;

	for (i = 0; i < pt->nrows; i++)
		for (s = pt->rows[i].site; s != NULL; s = s->next)
			n++;
	return n;
}

int
dt_kernel_sites(struct dt_kprog *p, const struct dt_enpoint *pt)
{
	struct dt_klinks *l = calloc(1, sizeof(*l));
	uint32_t i, n = dt_kernel_nplaces(pt);
	const struct dt_usite *s;

	p->links = l;
	if (l == NULL)
		return -ENOMEM;
	l->places = calloc(n, sizeof(l->places[0]));
	l->fd = calloc(n, sizeof(l->fd[0]));
	if (l->places == NULL || l->fd == NULL)
		return -ENOMEM;
	for (i = 0; i < pt->nrows; i++)
		for (s = pt->rows[i].site; s != NULL; s = s->next)
			l->places[l->n++] = (struct place){ s,
				pt->rows[i].key };
	qsort(l->places, l->n, sizeof(l->places[0]), compare);
	return 0;
}

void
dt_kernel_fill_places(const struct dt_kprog *p, struct dt_place *out)
{
	const struct dt_klinks *l = p->links;
	uint32_t i;

	for (i = 0; p->kind == DT_POINT_USDT && i < l->n; i++) {
		out[i].row = l->places[i].row;
		memcpy(out[i].arg, l->places[i].site->args,
		    sizeof(out[i].arg));
	}
}

/* What tells the program where it is: see find_site() in shim.c. */
static uint64_t
cookie_of(const struct dt_kprog *p, const struct place *v)
{
	return p->kind == DT_POINT_USDT ? (uint64_t)(v - p->links->places) :
	    v->row;
}

void
dt_kernel_sites_free(struct dt_kprog *p)
{
	if (p->links == NULL)
		return;
	free(p->links->places);
	free(p->links->fd);
	free(p->links);
	p->links = NULL;
}

/* --- one link for all places of a file ------------------------------------ */

static int
link_create(struct link_create *l)
{
	int fd = (int)syscall(SYS_bpf, BPF_LINK_CREATE, l, sizeof(*l));

	return fd < 0 ? -errno : fd;
}

static int
attach_together(const struct dt_kprog *p, const struct place *v, uint32_t n)
{
	uint64_t *offsets = calloc(n, 3 * sizeof(*offsets));
	uint64_t *cookies = offsets + n, *semaphores = cookies + n;
	struct link_create l = {
		.prog = (uint32_t)p->fd,
		.type = DT_KERNEL_MULTI,
		.multi = {
			.path = (uintptr_t)v->site->path,
			.offsets = (uintptr_t)offsets,
			.semaphores = (uintptr_t)semaphores,
			.cookies = (uintptr_t)cookies,
			.n = n,
			.flags = p->kind == DT_POINT_URETURN ?
			    MULTI_RETURN : 0,
			.pid = (uint32_t)v->site->pid,
		},
	};
	uint32_t i;
	int fd;

	if (offsets == NULL)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		offsets[i] = v[i].site->offset;
		cookies[i] = cookie_of(p, &v[i]);
		semaphores[i] = v[i].site->semaphore;
	}
	fd = link_create(&l);
	free(offsets);
	return fd;
}

/* --- a perf event for each ------------------------------------------------ */

static int
event_type(void)
{
	FILE *fp = fopen(TYPE_FILE, "re");
	int type = -ENOTSUP;

	if (fp == NULL)
		return type;
	if (fscanf(fp, "%d", &type) != 1)
		type = -ENOTSUP;
	(void) fclose(fp);
	return type;
}

static int
attach_single(const struct dt_kprog *p, const struct place *v)
{
	int type = event_type(), event, fd;
	struct perf_event_attr attr = {
		.type = (uint32_t)type,
		.size = sizeof(attr),
		.config = v->site->semaphore << SEMAPHORE |
		    (p->kind == DT_POINT_URETURN),
		.config1 = (uintptr_t)v->site->path,
		.config2 = v->site->offset,
	};
	struct link_create l = {
		.prog = (uint32_t)p->fd,
		.type = BPF_PERF_EVENT,
		.cookie = cookie_of(p, v),
	};

	if (type < 0)
		return type;
	event = (int)syscall(SYS_perf_event_open, &attr, v->site->pid, -1, -1,
	    PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		return -errno;
	l.target = (uint32_t)event;
	fd = link_create(&l);
	(void) close(event);		/* the link keeps it */
	return fd;
}

/* --- all ------------------------------------------------------------------ */

static int
failed(struct dt_kernel *k, const struct dt_usite *s, int err)
{
	if (err == -ESRCH)
		return dt_why_set(&k->base, err, "process %d has ended, so "
		    "its functions cannot be traced", (int)s->pid);
	return dt_why_set(&k->base, err, "functions of process %d in %s "
	    "cannot be traced: %s", (int)s->pid, s->path, strerror(-err));
}

static int
attach_singly(struct dt_kernel *k, struct dt_kprog *p)
{
	struct dt_klinks *l = p->links;
	uint32_t i;
	int fd;

	if (l->n > MAXSINGLE)
		return dt_why_set(&k->base, -E2BIG, "%u functions are to be "
		    "traced, and before Linux 6.6 at most %d can be at once: "
		    "name fewer of them", l->n, MAXSINGLE);
	for (i = 0; i < l->n; i++) {
		fd = attach_single(p, &l->places[i]);
		if (fd < 0)
			return failed(k, l->places[i].site, fd);
		l->fd[l->nfds++] = fd;
	}
	return 0;
}

static bool
is_same_file(const struct dt_usite *a, const struct dt_usite *b)
{
	return a->pid == b->pid && strcmp(a->path, b->path) == 0;
}

/* A kernel without it loads the program, but refuses the link. */
static bool
is_unknown(int err)
{
	return err == -EINVAL || err == -EOPNOTSUPP || err == -ENOTSUP;
}

int
dt_kernel_uprobe(struct dt_kernel *k, struct dt_kprog *p)
{
	struct dt_klinks *l = p->links;
	uint32_t i, j;
	int fd;

	for (i = 0; i < l->n; i = j) {
		for (j = i + 1; j < l->n && is_same_file(l->places[i].site,
		    l->places[j].site); j++)
			;
		fd = attach_together(p, &l->places[i], j - i);
		if (is_unknown(fd) && i == 0)
			return attach_singly(k, p);
		if (fd < 0)
			return failed(k, l->places[i].site, fd);
		l->fd[l->nfds++] = fd;
	}
	return 0;
}

void
dt_kernel_uprobe_stop(struct dt_kprog *p)
{
	struct dt_klinks *l = p->links;

	while (l != NULL && l->nfds != 0)
		(void) close(l->fd[--l->nfds]);
}
