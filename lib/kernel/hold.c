/* SPDX-License-Identifier: MIT */
/*
 * hold.c - holds watched processes and their descendants where their dynamic
 * loader has mapped code, until the library has added probes there.  The
 * program is attached to the loader's file: a child is held from its first
 * program on.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/ldpoint.h"

struct dt_khold {
	struct dt_kprog prog;
	struct ring_buffer *ring;
	struct dt_ldpoints *loaders;
	uint32_t nloaders;
	dt_held_f *fn;			/* while records are taken out */
	void *arg;
};

static int
take(void *arg, void *data, size_t size)
{
	const struct dt_khold *h = arg;

	(void) size;
	h->fn(h->arg, data);
	return 0;
}

int
dt_kernel_hold_open(struct dt_kernel *k)
{
	struct dt_khold *h;

	if (k->maps[DT_KMAP_holds].fd < 0)
		return 0;
	h = calloc(1, sizeof(*h));
	if (h == NULL)
		return -ENOMEM;
	k->hold = h;
	h->prog = (struct dt_kprog){ .fd = -1, .link = -1, .rows.fd = -1,
	    .kind = DT_POINT_UINSN, .sleeps = true };
	h->ring = ring_buffer__new(k->maps[DT_KMAP_holds].fd, take, h, NULL);
	return h->ring != NULL ? 0 : -errno;
}

void
dt_kernel_hold_stop(struct dt_kernel *k)
{
	if (k->hold != NULL)
		dt_kernel_uprobe_stop(&k->hold->prog);
}

void
dt_kernel_hold_close(struct dt_kernel *k)
{
	struct dt_khold *h = k->hold;

	if (h == NULL)
		return;
	dt_kernel_hold_stop(k);
	dt_kernel_sites_free(&h->prog);
	if (h->prog.fd >= 0)
		(void) close(h->prog.fd);
	ring_buffer__free(h->ring);
	free(h->loaders);
	free(h);
	k->hold = NULL;
}

/* --- loaders -------------------------------------------------------------- */

static int
load(struct dt_kernel *k)
{
	const struct dt_linkroot root = { dt_rt_find("dt_hold"), DT_VAR_L0 };

	if (k->hold->prog.fd >= 0)
		return 0;
	return dt_kernel_prog(k, &k->hold->prog, &root, 1, "dt_hold");
}

static bool
is_attached(const struct dt_khold *h, const struct dt_ldpoints *l)
{
	for (uint32_t i = 0; i < h->nloaders; i++)
		if (h->loaders[i].dev == l->dev && h->loaders[i].ino == l->ino)
			return true;
	return false;
}

static int
attach_to(struct dt_kernel *k, const struct dt_ldpoints *l)
{
	struct dt_usite sites[DT_NLDPOINTS];

	for (int i = 0; i < DT_NLDPOINTS; i++)
		sites[i] = (struct dt_usite){ .path = l->path, .dev = l->dev,
		    .ino = l->ino, .offset = l->offset[i] };
	return dt_kernel_attach_sites(k, &k->hold->prog, sites, DT_NLDPOINTS);
}

/* Attach to the loader of a process, once. */
static int
attach(struct dt_kernel *k, pid_t pid)
{
	struct dt_khold *h = k->hold;
	struct dt_ldpoints *v = reallocarray(h->loaders, h->nloaders + 1,
	    sizeof(*v));
	int err;

	if (v == NULL)
		return -ENOMEM;
	h->loaders = v;
	err = dt_ldpoints_find(pid, &v[h->nloaders]);
	if (err != 0 || is_attached(h, &v[h->nloaders]))
		return err;
	err = load(k);
	if (err == 0)
		err = attach_to(k, &v[h->nloaders]);
	if (err == 0)
		h->nloaders++;
	return err;
}

/* --- processes ------------------------------------------------------------ */

/* Replace a process in the list; false: it is not there. */
static bool
replace(struct dt_kernel *k, pid_t pid, pid_t by)
{
	for (uint32_t i = 0; i < DT_NKIN; i++)
		if (k->mem.state->kin[i] == (uint32_t)pid) {
			k->mem.state->kin[i] = (uint32_t)by;
			return true;
		}
	return false;
}

/*
 * Hold the process and its descendants from now on.  Where that is impossible,
 * probes are added late, and counted as such.
 */
void
dt_kernel_hold(struct dt_engine *e, pid_t pid)
{
	struct dt_kernel *k = (struct dt_kernel *)e;
	int err;

	if (k->hold == NULL)
		return;
	err = attach(k, pid);
	if (err == 0 && !replace(k, 0, pid))
		err = -ENOSPC;
	if (err != 0 && k->explain != NULL)
		fprintf(k->explain, "libdtrace: process %d is not held when "
		    "it maps code: %s\n", (int)pid, strerror(-err));
}

void
dt_kernel_unhold(struct dt_engine *e, pid_t pid)
{
	(void) replace((struct dt_kernel *)e, pid, 0);
}

int
dt_kernel_hold_fd(struct dt_engine *e)
{
	const struct dt_kernel *k = (struct dt_kernel *)e;

	return k->hold != NULL ? ring_buffer__epoll_fd(k->hold->ring) : -1;
}

void
dt_kernel_held(struct dt_engine *e, dt_held_f *fn, void *arg)
{
	struct dt_khold *h = ((struct dt_kernel *)e)->hold;

	if (h == NULL)
		return;
	h->fn = fn;
	h->arg = arg;
	(void) ring_buffer__consume(h->ring);
}
