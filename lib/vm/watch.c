/* SPDX-License-Identifier: MIT */
/*
 * watch.c - what fires: timers, and the processes that the consumer starts or
 * grabs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sym/usym.h"
#include "victim/ticker.h"
#include "victim/victim.h"
#include "vm/vm.h"

struct watched {
	struct ps_prochandle *p;
	struct dt_vm_names *names;	/* NULL: no addresses get names */
};

struct dt_vm_watch {
	struct dt_vm *vm;
	bool traces;			/* a point fires in processes */
	struct dt_vm_watchers watchers;
	pthread_mutex_t lock;		/* of procs, for the timers' thread */
	struct watched *procs;
	uint32_t nprocs;
	struct dt_tick *ticks;
	size_t nticks;
	uint32_t tick_cpu;		/* on which ticks fire */
	struct dt_ticker *ticker;
};

/* The points that this engine can fire, and whether they fire in processes. */
static const struct source {
	enum dt_pointkind kind;
	bool watches;
} sources[] = {
	{ DT_POINT_BEGIN, false },
	{ DT_POINT_END, false },
	{ DT_POINT_ERROR, false },
	{ DT_POINT_SYSENTER, true },
	{ DT_POINT_SYSEXIT, true },
	{ DT_POINT_UENTRY, true },
	{ DT_POINT_URETURN, true },
	{ DT_POINT_UEXIT, true },
	{ DT_POINT_USDT, true },
	{ DT_POINT_UINSN, true },
	{ DT_POINT_PROFILE, true },
	{ DT_POINT_TICK, false },
	{ DT_POINT_TP, true },
};

static const struct source *
source_of(enum dt_pointkind kind)
{
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (sources[i].kind == kind)
			return &sources[i];
	return NULL;
}

bool
dt_vm_watch_fires(enum dt_pointkind kind, const struct dt_tpsrc *srcs,
    uint32_t nsrcs)
{
	for (uint32_t i = 0; i < nsrcs; i++)
		if (srcs[i].event == DT_EVENT_NONE)
			return false;
	return source_of(kind) != NULL;
}

/* The provider of a tracepoint that needs the kernel engine, or NULL. */
static const char *
kernel_only(const struct dt_enpoint *pt)
{
	for (uint32_t i = 0; i < pt->nrows; i++)
		if (pt->rows[i].src != NULL &&
		    !dt_vm_watch_fires(pt->kind, pt->rows[i].src, 1))
			return pt->rows[i].name[0];
	return NULL;
}

/*
 * A process with probes that the consumer has not grabbed, or 0.  A pattern
 * over processes may match such processes besides one that is grabbed.
 */
static pid_t
not_watched(const struct dt_run *run, const struct dt_enpoint *pt)
{
	pid_t named = 0, matched = 0;
	bool any = false;

	for (uint32_t i = 0; i < pt->nrows; i++)
		for (const struct dt_usite *s = pt->rows[i].site; s != NULL;
		    s = s->next)
			if (run->is_watched(run->watcher, s->pid))
				any = true;
			else if (s->by_pattern)
				matched = s->pid;
			else
				named = s->pid;
	return named != 0 ? named : any ? 0 : matched;
}

static int
check_point(const struct dt_run *run, const struct dt_enpoint *pt, char *why,
    size_t len)
{
	const struct source *s = source_of(pt->kind);
	const char *prov = pt->nrows != 0 ? pt->rows[0].name[0] : "pid";
	const char *only = s == NULL ? prov : kernel_only(pt);
	pid_t other = dt_point_is_user(pt->kind) ? not_watched(run, pt) : 0;

	if (only != NULL)
		snprintf(why, len, "probes of provider %s need the kernel "
		    "engine", only);
	else if (dt_point_needs(pt) & DT_NEED_KERNEL)
		snprintf(why, len, "curthread and variables of the kernel "
		    "need the kernel engine");
	else if (other != 0)
		snprintf(why, len, "without the kernel engine the probes of "
		    "process %d fire only if it is started or grabbed "
		    "(dtrace -c, -p)", (int)other);
	else if (s->watches && run->nprocs == 0)
		snprintf(why, len, "without the kernel engine probes of "
		    "provider %s fire only in processes that are started or "
		    "grabbed (dtrace -c, -p), and there is none", prov);
	else
		return 0;
	return -EACCES;
}

int
dt_vm_watch_check(const struct dt_run *run, char *why, size_t len)
{
	uint32_t nsampled = 0;
	int err;

	if (run->by_hand)
		return 0;
	for (uint32_t i = 0; i < run->npoints; i++) {
		err = check_point(run, &run->points[i], why, len);
		if (err != 0)
			return err;
		nsampled += run->points[i].kind == DT_POINT_PROFILE;
	}
	if (nsampled <= DT_NSAMPLED)
		return 0;
	snprintf(why, len, "%u profile probes are enabled, and at most %d can "
	    "be at once", nsampled, DT_NSAMPLED);
	return -E2BIG;
}

/*
 * The needs of firings in processes.  Ticks fire on tick_cpu, so their need of
 * the CPU is left out.  An ERROR clause may also run at the end of a call.
 */
static void
find_needs(const struct dt_run *run, struct dt_trace_conf *c)
{
	if (run->cpu >= 0 || run->percpu)
		c->needs = DT_NEED_CPU;
	for (uint32_t i = 0; i < run->npoints; i++) {
		enum dt_pointkind kind = run->points[i].kind;
		uint32_t needs = dt_point_needs(&run->points[i]);

		if (!source_of(kind)->watches)
			needs &= ~DT_NEED_CPU;
		c->needs |= needs;
		if (kind == DT_POINT_SYSEXIT)
			c->ends |= needs;
		else if (kind == DT_POINT_ERROR)
			c->ends |= needs & DT_NEED_ERRNO;
	}
}

static void
add_rows(struct dt_trace_conf *c, const struct dt_enpoint *pt)
{
	uint32_t *rows = pt->kind == DT_POINT_SYSENTER ? c->enter :
	    pt->kind == DT_POINT_SYSEXIT ? c->leave : NULL;

	for (uint32_t i = 0; i < pt->nrows; i++) {
		const struct dt_enrow *r = &pt->rows[i];

		if (rows != NULL)
			rows[r->key] = r->probe;
		else if (pt->kind == DT_POINT_TP)
			c->event[r->src->event] = r->probe;
	}
}

static void
configure(struct dt_vm_watch *w, const struct dt_run *run)
{
	struct dt_trace_conf *c = &w->vm->run->trace;

	c->ncpus = w->vm->mem.ncpus;
	find_needs(run, c);
	w->tick_cpu = run->cpu >= 0 ? (uint32_t)run->cpu : 0;
	c->names = w->watchers.usyms != NULL;
	c->grows = w->watchers.find != NULL;
	c->regs = c->names ||
	    (c->needs & (DT_NEED_CALLER | DT_NEED_DEPTH)) != 0;
	for (uint32_t i = 0; i < run->npoints; i++) {
		/* processes are traced only if a point fires in them */
		w->traces |= source_of(run->points[i].kind)->watches;
		add_rows(c, &run->points[i]);
	}
}

/* Fire a tick, which names no process. */
static void
tick(void *arg, uint32_t probe)
{
	const struct dt_vm_watch *w = arg;
	const struct dt_firing f = { .probe = probe, .cpu = w->tick_cpu };

	(void) dt_vm_fire_probe(w->vm, &f);
}

static void
sample(void *arg, uint32_t place)
{
	struct dt_vm_watch *w = arg;

	pthread_mutex_lock(&w->lock);
	for (uint32_t i = 0; i < w->nprocs; i++)
		dt_victim_sample(w->procs[i].p, place);
	pthread_mutex_unlock(&w->lock);
}

static void
add_ticks(struct dt_vm_watch *w, const struct dt_run *run)
{
	uint32_t *sampled = w->vm->run->trace.sampled, n = 0;

	for (uint32_t i = 0; i < run->npoints; i++) {
		const struct dt_enpoint *pt = &run->points[i];
		struct dt_tick t = { pt->period, tick, w, 0 };

		if (pt->period == 0)
			continue;
		t.probe = pt->rows[0].probe;
		if (pt->kind == DT_POINT_PROFILE) {
			sampled[n] = t.probe;
			t.fn = sample;
			t.probe = n++;
		}
		w->ticks[w->nticks++] = t;
	}
}

int
dt_vm_watch_create(struct dt_vm *v, const struct dt_run *run)
{
	struct dt_vm_watch *w;

	if (run->by_hand)
		return 0;
	w = calloc(1, sizeof(*w));
	if (w == NULL)
		return -ENOMEM;
	w->ticks = calloc(run->npoints + 1, sizeof(*w->ticks));
	if (w->ticks == NULL || pthread_mutex_init(&w->lock, NULL) != 0) {
		free(w->ticks);
		free(w);
		return -ENOMEM;
	}
	w->vm = v;
	w->watchers = (struct dt_vm_watchers){ run->usyms, run->find,
	    run->finder };
	configure(w, run);
	add_ticks(w, run);
	v->watch = w;
	return 0;
}

void
dt_vm_watch_destroy(struct dt_vm_watch *w)
{
	if (w == NULL)
		return;
	dt_vm_watch_stop(w);
	for (uint32_t i = 0; i < w->nprocs; i++)
		dt_vm_names_stop(w->procs[i].names);
	pthread_mutex_destroy(&w->lock);
	free(w->ticks);
	free(w->procs);
	free(w);
}

int
dt_vm_watch_start(struct dt_vm_watch *w)
{
	if (w == NULL || w->nticks == 0)
		return 0;
	return dt_ticker_create(&w->ticker, w->ticks, w->nticks);
}

void
dt_vm_watch_stop(struct dt_vm_watch *w)
{
	if (w == NULL)
		return;
	dt_ticker_destroy(w->ticker);
	w->ticker = NULL;
}

/* Make room in procs, since nothing may fail once the process is traced. */
static int
make_room(struct dt_vm_watch *w)
{
	struct watched *procs;

	pthread_mutex_lock(&w->lock);
	procs = realloc(w->procs, (w->nprocs + 1) * sizeof(procs[0]));
	if (procs != NULL)
		w->procs = procs;
	pthread_mutex_unlock(&w->lock);
	return procs == NULL ? -ENOMEM : 0;
}

int
dt_vm_watch_add(struct dt_vm_watch *w, struct ps_prochandle *p)
{
	struct watched new = { p, NULL };
	int err, names = -1;

	if (w == NULL || !w->traces)
		return 0;
	if (w->watchers.find != NULL)
		w->watchers.find(w->watchers.finder, dt_victim_pid(p));
	err = make_room(w);
	if (err == 0 && (w->watchers.usyms != NULL ||
	    w->watchers.find != NULL))
		err = dt_vm_names_start(&w->watchers, &new.names, &names);
	if (err == 0)
		err = dt_victim_trace(p, w->vm->fd, names);
	if (names >= 0)
		(void) close(names);
	if (err != 0) {
		dt_vm_names_stop(new.names);
		return err;
	}
	pthread_mutex_lock(&w->lock);
	w->procs[w->nprocs++] = new;
	pthread_mutex_unlock(&w->lock);
	return 0;
}

void
dt_vm_watch_remove(struct dt_vm_watch *w, struct ps_prochandle *p)
{
	struct watched old = { NULL, NULL };
	pid_t tracer;
	bool lost;

	if (w == NULL)
		return;
	pthread_mutex_lock(&w->lock);
	for (uint32_t i = 0; i < w->nprocs; i++)
		if (w->procs[i].p == p) {
			old = w->procs[i];
			w->procs[i--] = w->procs[--w->nprocs];
		}
	pthread_mutex_unlock(&w->lock);
	lost = old.p != NULL && dt_victim_lost(p, &tracer) != 0;
	dt_victim_untrace(p);
	/* the id of an ended process may be used again */
	if (lost && !dt_victim_ended(p, NULL))
		(void) dt_patches_undo(&w->vm->sites, dt_victim_pid(p), NULL);
	dt_vm_names_stop(old.names);
}
