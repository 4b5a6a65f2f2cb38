/* SPDX-License-Identifier: MIT */
/*
 * kernel.c - the kernel engine.  A run is a set of maps and one program for
 * each point.  Only descriptors of this process hold them, so the kernel frees
 * everything when the process ends, even if it is killed.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel/kernel.h"

/* Needs of ERROR clauses that are filled only when a fault occurs. */
#define	LATE		(DT_NEED_TS | DT_NEED_ALLARGS)

static struct dt_kernel *
kernel(struct dt_engine *e)
{
	return (struct dt_kernel *)e;
}

static int
open_engine(struct dt_engine **ep)
{
	struct dt_kernel *k = calloc(1, sizeof(*k));
	int i;

	*ep = NULL;
	if (k == NULL)
		return -ENOMEM;
	for (i = 0; i < DT_NKMAPS; i++)
		k->maps[i].fd = -1;
	*ep = &k->base;
	return 0;
}

static int
detach(struct dt_engine *e)
{
	struct dt_kernel *k = kernel(e);
	uint32_t i;

	for (i = 0; i < k->nprogs; i++) {
		if (k->progs[i].link >= 0)
			close(k->progs[i].link);
		k->progs[i].link = -1;
		dt_kernel_timer_stop(k, &k->progs[i]);
		dt_kernel_uprobe_stop(&k->progs[i]);
		dt_kernel_kprobe_stop(&k->progs[i]);
	}
	return 0;
}

static void
close_engine(struct dt_engine *e)
{
	struct dt_kernel *k = kernel(e);
	uint32_t i;

	if (k == NULL)
		return;
	detach(e);
	for (i = 0; i < k->nprogs; i++) {
		if (k->progs[i].fd >= 0)
			close(k->progs[i].fd);
		dt_kernel_unmap(&k->progs[i].rows);
		dt_kernel_sites_free(&k->progs[i]);
		dt_kernel_touch_free(&k->progs[i]);
		dt_kernel_places_free(&k->progs[i]);
	}
	for (i = 0; i < DT_NKMAPS; i++)
		dt_kernel_unmap(&k->maps[i]);
	dt_kernel_unwind_free(k);
	free(k->members);
	free(k->progs);
	free(k);
}

static void
fill_row(const struct dt_enpoint *p, const struct dt_enrow *r, uint32_t nameix,
    struct dt_row *out)
{
	uint32_t nrec, nagg;

	dt_size_lost(p, r, &nrec, &nagg);
	out->probe = r->probe;
	out->epid = r->epid;
	out->nameix = nameix;
	out->nrec = (uint16_t)nrec;
	out->nagg = (uint16_t)nagg;
	memcpy(out->mask, r->mask, sizeof(out->mask));
}

static uint32_t
count_rows(const struct dt_enpoint *pt)
{
	uint32_t i, n = 0;

	if (pt->kind == DT_POINT_TP)
		return pt->nrows;
	if (pt->kind == DT_POINT_SYSENTER || pt->kind == DT_POINT_SYSEXIT)
		return DT_NSYSROWS;
	for (i = 0; i < pt->nrows; i++)
		if (pt->rows[i].key >= n)
			n = pt->rows[i].key + 1;
	return n + pt->spare;
}

/* The rows, their places, and the time at which a tick probe is due. */
static int
fill_rows(const struct dt_kshim *s, struct dt_kprog *p, uint32_t nameix)
{
	const struct dt_enpoint *pt = s->point;
	struct dt_row *rows;
	uint32_t i;
	int err;

	err = dt_kernel_map(s->k, &p->rows, "rows", s->nrows * sizeof(*rows) +
	    s->nplaces * dt_kernel_place_size(pt->kind) + sizeof(uint64_t),
	    1);
	if (err != 0)
		return err;
	rows = p->rows.mem;
	for (i = 0; i < pt->nrows; i++) {
		const struct dt_enrow *r = &pt->rows[i];

		if (r->key >= s->nrows)
			return dt_why_set(&s->k->base, -EINVAL,
			    "row %u is not one of this point", r->key);
		fill_row(pt, r, nameix + i, &rows[r->key]);
	}
	if (s->nplaces != 0)
		dt_kernel_fill_places(p, dt_kernel_map_places(p));
	return 0;
}

void
dt_kernel_new_row(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt, const struct dt_enrow *r)
{
	struct dt_names *names = k->maps[DT_KMAP_names].mem;
	struct dt_row *rows = p->rows.mem;
	uint32_t nameix = k->nnames++;

	if (names != NULL)
		dt_size_names(r, &names[nameix]);
	fill_row(pt, r, nameix, &rows[r->key]);
}

void *
dt_kernel_map_places(const struct dt_kprog *p)
{
	return (struct dt_row *)p->rows.mem + p->maxrows;
}

/* A clause that records needs the time, for the record's header. */
static uint32_t
needs_of(const struct dt_enpoint *p)
{
	if (p == NULL)
		return 0;
	return dt_point_needs(p) | (dt_kernel_records(p) ? DT_NEED_TS : 0);
}

static const char *
tracepoint(const struct dt_enpoint *pt)
{
	return pt->kind == DT_POINT_SYSENTER ? "sys_enter" :
	    pt->kind == DT_POINT_SYSEXIT ? "sys_exit" : pt->tp;
}

static const char *
prog_name(enum dt_pointkind kind)
{
	static const char *const names[] = {
		[DT_POINT_BEGIN] = "dt_begin",
		[DT_POINT_END] = "dt_end",
		[DT_POINT_SYSENTER] = "dt_sys_enter",
		[DT_POINT_SYSEXIT] = "dt_sys_exit",
		[DT_POINT_UENTRY] = "dt_entry",
		[DT_POINT_URETURN] = "dt_return",
		[DT_POINT_UEXIT] = "dt_exit",
		[DT_POINT_USDT] = "dt_usdt",
		[DT_POINT_UINSN] = "dt_insn",
		[DT_POINT_KENTRY] = "dt_kentry",
		[DT_POINT_KRETURN] = "dt_kreturn",
		[DT_POINT_PROFILE] = "dt_profile",
		[DT_POINT_TICK] = "dt_tick",
		[DT_POINT_COUNTER] = "dt_counter",
		[DT_POINT_TP] = "dt_tp",
	};

	return names[kind];
}

struct dt_kprog *
dt_kernel_newprog(struct dt_kernel *k)
{
	struct dt_kprog *p = &k->progs[k->nprogs++];

	*p = (struct dt_kprog){ .fd = -1, .link = -1, .rows.fd = -1 };
	return p;
}

int
dt_kernel_function_type(struct dt_kernel *k, struct dt_kprog *p)
{
	int n = dt_kbtf_function_type(k->kbtf, p->tp, &p->type);

	return n >= 0 ? n : dt_why_set(&k->base, n, "the kernel's type "
	    "information does not have function %s", p->tp);
}

/*
 * A program at the return of a function needs the function's type to get its
 * arguments and its result.
 */
static int
find_type(struct dt_kshim *s, struct dt_kprog *p)
{
	struct dt_kvalue none, result;
	int n;

	p->is_function = p->at_return = s->point->at_return;
	if (!p->at_return) {
		dt_kernel_typed(s, p);
		return 0;
	}
	n = dt_kernel_function_type(s->k, p);
	s->typed = true;
	s->result = n;
	if (n >= 0)
		n = dt_kbtf_function(s->k->kbtf, "vmlinux", p->tp, s->arena,
		    &none, 0, &result);
	s->returns_pointer = n >= 0 && result.size == sizeof(void *);
	return n < 0 ? n : 0;
}

static bool
never_nests(const struct dt_enpoint *pt)
{
	uint32_t i = 0;

	while (i < pt->nrows && pt->rows[i].src != NULL &&
	    pt->rows[i].src->never_nests)
		i++;
	return i != 0 && i == pt->nrows;
}

static int
load_code(struct dt_kshim *s, struct dt_kprog *p)
{
	const char *name = prog_name(p->kind);
	int err = find_type(s, p);

	if (err != 0)
		return err;
	err = dt_kernel_shim(s);
	p->direct = s->direct;
	return err == 0 ?
	    dt_kernel_prog(s->k, p, s->roots, s->nroots, name) :
	    dt_why_set(&s->k->base, err, "no code for %s: %s", name,
	    strerror(-err));
}

static int
load_point(struct dt_kernel *k, const struct dt_enpoint *pt, uint32_t nameix,
    const struct dt_enpoint *error)
{
	struct dt_kshim s = { .k = k, .point = pt, .error = error };
	struct dt_kprog *p = dt_kernel_newprog(k);
	int err;

	if (pt->kind == DT_POINT_TP && pt->nrows > DT_MAXTPROWS)
		return dt_why_set(&k->base, -E2BIG, "more than %d probes of "
		    "tracepoint %s", DT_MAXTPROWS, pt->tp);
	p->kind = pt->kind;
	p->tp = tracepoint(pt);
	p->period = pt->period;
	p->each = pt->each;
	p->counter = pt->counter;
	p->is_event = s.is_event = dt_kernel_is_event(k, p->tp, true);
	p->never_nests = never_nests(pt);
	s.nrows = p->maxrows = count_rows(pt);
	err = dt_point_is_user(pt->kind) ? dt_kernel_sites(p, &s) :
	    dt_kernel_is_function(pt) ? dt_kernel_places(k, p, pt) : 0;
	if (err == 0)
		err = fill_rows(&s, p, nameix);
	if (err == 0 && p->links != NULL)
		err = dt_kernel_touch_load(k, p, pt, s.nplaces != 0 ?
		    s.nplaces : s.nrows);
	if (err != 0)
		return err;
	s.late = needs_of(error) & ~needs_of(pt) & LATE;
	s.error_needs = needs_of(error) & ~LATE;
	s.needs = dt_kernel_needs(&s, NULL) | s.error_needs |
	    (needs_of(pt) & DT_NEED_TS);
	s.arena = dt_arena_create();
	if (s.arena == NULL)
		return -ENOMEM;
	err = load_code(&s, p);
	dt_arena_destroy(s.arena);
	return err;
}

/* The ERROR point has no program: the others run its clauses. */
bool
dt_kernel_loads(const struct dt_enpoint *p)
{
	return p->kind != DT_POINT_ERROR && p->nclauses != 0 &&
	    p->nrows + p->spare != 0;
}

static int
load_points(struct dt_kernel *k, const struct dt_run *run)
{
	const struct dt_enpoint *error = NULL, *p;
	uint32_t i, nameix = 0;
	int err = 0;

	for (i = 0; i < run->npoints; i++) {
		p = &run->points[i];
		if (p->kind == DT_POINT_ERROR && p->nclauses != 0 &&
		    p->nrows != 0) {
			error = p;
			k->error_probe = p->rows[0].probe;
			k->error_epid = p->rows[0].epid;
			k->error_names = nameix;
		}
		nameix += p->nrows;
	}
	nameix = 0;
	for (i = 0; err == 0 && i < run->npoints; i++) {
		p = &run->points[i];
		if (dt_kernel_loads(p))
			err = load_point(k, p, nameix, error);
		nameix += p->nrows;
	}
	k->nnames = nameix;
	return err;
}

static int
size_run(struct dt_kernel *k, const struct dt_run *run)
{
	int err = dt_size_run(run, &k->size);

	if (err == -ENOSPC)
		return dt_why_set(&k->base, err,
		    "aggsize or bufsize is too small for a single "
		    "record: raise it");
	if (err == -EFBIG)
		return dt_why_set(&k->base, err,
		    "aggsize or bufsize is larger than %d bytes", DT_BUFMAX);
	return err;
}

static bool
unwinds(struct dt_engine *e)
{
	return kernel(e)->unwind_size != 0;
}

static void
unwind(struct dt_engine *e, pid_t pid)
{
	dt_kernel_unwind_more(kernel(e), pid);
}

static int
load(struct dt_engine *e, const struct dt_run *run)
{
	struct dt_kernel *k = kernel(e);
	uint32_t i;
	int err;

	k->cpu = run->cpu;
	k->deadman = run->deadman;
	k->explain = run->explain;
	k->faultin = run->faultin;
	k->events = dt_kernel_wants_events(run);
	k->kbtf = run->kbtf;
	for (i = 0; i < run->npoints; i++)
		k->needs |= needs_of(&run->points[i]);
	k->last = dt_kernel_last(k, run);
	k->progs = calloc(run->npoints + DT_NSIDES, sizeof(k->progs[0]));
	if (k->progs == NULL)
		return -ENOMEM;
	err = size_run(k, run);
	if (err == 0)
		err = dt_kernel_offsets(k, run);
	if (err == 0)
		err = dt_kernel_unwind(k, run);
	if (err == 0)
		err = dt_kernel_maps(k, run);
	if (err == 0)
		err = dt_kernel_ns(k);
	if (err == 0)
		err = dt_kernel_side(k, run);
	if (err == 0)
		err = load_points(k, run);
	dt_kernel_forget_symbols(k);
	return err;
}

static int
attach_prog(struct dt_kernel *k, struct dt_kprog *p)
{
	if (p->period != 0)
		return dt_kernel_timer(k, p);
	if (dt_point_is_user(p->kind))
		return dt_kernel_uprobe(k, p);
	if (p->places != NULL)
		return dt_kernel_kprobe(k, p);
	if (p->tp == NULL)
		return 0;
	if (p->is_event)
		return dt_kernel_event(k, p);
	p->link = bpf_raw_tracepoint_open(p->type != 0 ? NULL : p->tp, p->fd);
	if (p->link >= 0)
		return 0;
	return dt_why_set(&k->base, p->link, "%s %s cannot be attached to: %s",
	    p->is_function ? "function" : "raw tracepoint", p->tp,
	    strerror(-p->link));
}

static int
attach_progs(struct dt_kernel *k, bool at_return)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < k->nprogs && err == 0; i++)
		if ((k->progs[i].kind == DT_POINT_KRETURN) == at_return)
			err = attach_prog(k, &k->progs[i]);
	return err;
}

/*
 * A probe at the return of a function replaces the return address.  At an
 * entry, Linux 6.1 runs the program first that was attached last, so programs
 * at entries, which may read the caller, are attached after those at returns.
 */
static int
attach(struct dt_engine *e)
{
	struct dt_kernel *k = kernel(e);
	int err = attach_progs(k, true);

	if (err == 0)
		err = attach_progs(k, false);
	if (err != 0)
		detach(e);
	return err;
}

static int
fire_here(struct dt_kernel *k, enum dt_pointkind kind)
{
	LIBBPF_OPTS(bpf_test_run_opts, o);
	uint64_t args[2] = { 0, 0 };
	uint32_t i;
	int err;

	o.ctx_in = args;
	o.ctx_size_in = sizeof(args);
	for (i = 0; i < k->nprogs; i++) {
		if (k->progs[i].kind != kind || k->progs[i].tp != NULL)
			continue;
		err = bpf_prog_test_run_opts(k->progs[i].fd, &o);
		if (err != 0)
			return dt_why_set(&k->base, err, "%s cannot be run: "
			    "%s", prog_name(kind), strerror(-err));
	}
	return 0;
}

/*
 * If only one CPU is traced, BEGIN and END fire on it, too.  This thread moves
 * there: BPF could run the program there, but in another process's context.
 */
static int
edge(struct dt_engine *e, enum dt_pointkind kind)
{
	struct dt_kernel *k = kernel(e);
	size_t len = CPU_ALLOC_SIZE(k->mem.ncpus);
	cpu_set_t *before, *there;
	int err;

	if (k->cpu < 0)
		return fire_here(k, kind);
	before = calloc(2, len);
	if (before == NULL)
		return -ENOMEM;
	there = (cpu_set_t *)((char *)before + len);
	CPU_SET_S((size_t)k->cpu, len, there);
	if (sched_getaffinity(0, len, before) != 0 ||
	    sched_setaffinity(0, len, there) != 0) {
		err = dt_why_set(e, -errno, "%s cannot run on CPU %d: %s",
		    prog_name(kind), k->cpu, strerror(errno));
	} else {
		err = fire_here(k, kind);
		(void) sched_setaffinity(0, len, before);
	}
	free(before);
	return err;
}

static uint64_t
missed(struct dt_engine *e)
{
	struct dt_kernel *k = kernel(e);
	struct bpf_prog_info info;
	uint64_t sum = 0;
	uint32_t i, len;

	for (i = 0; i < k->nprogs; i++) {
		if (k->progs[i].never_nests)
			continue;
		memset(&info, 0, sizeof(info));
		len = sizeof(info);
		if (bpf_obj_get_info_by_fd(k->progs[i].fd, &info, &len) == 0)
			sum += info.recursion_misses;
	}
	return sum;
}

static int
follow(struct dt_kernel *k, struct dt_kprog *p)
{
	int err = dt_kernel_timer_follow(k, p);

	return err != 0 ? err : dt_kernel_touch_watch(k, p);
}

/* Reading a clock interrupts its CPU, so read them only once a second. */
static int
upkeep(struct dt_engine *e)
{
	struct dt_kernel *k = kernel(e);
	struct timespec ts;
	uint32_t i;
	int err = 0;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	if (ts.tv_sec == k->followed)
		return 0;
	k->followed = ts.tv_sec;
	for (i = 0; i < k->nprogs && err == 0; i++)
		err = follow(k, &k->progs[i]);
	return err;
}

static struct dt_mem *
mem(struct dt_engine *e)
{
	return &kernel(e)->mem;
}

const struct dt_engine_ops dt_engine_kernel = {
	.name = "kernel",
	.probe = dt_kernel_probe,
	.open = open_engine,
	.load = load,
	.attach = attach,
	.edge = edge,
	.detach = detach,
	.missed = missed,
	.upkeep = upkeep,
	.grow = dt_kernel_grow,
	.leave = dt_kernel_leave,
	.unwinds = unwinds,
	.unwind = unwind,
	.mem = mem,
	.close = close_engine,
};
