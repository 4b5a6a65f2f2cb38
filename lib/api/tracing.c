/* SPDX-License-Identifier: MIT */
/*
 * tracing.c - what fires the probes of the embedded engine: the calls of the
 * processes that the consumer started or grabbed, and timers.
 */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/ticker.h"
#include "trace/trace.h"

/* Does the point need processes to trace, of all that this engine can fire? */
static const struct source {
	enum dt_pointkind kind;
	bool traces;
} sources[] = {
	{ DT_POINT_BEGIN, false },
	{ DT_POINT_END, false },
	{ DT_POINT_ERROR, false },
	{ DT_POINT_SYSENTER, true },
	{ DT_POINT_SYSEXIT, true },
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

/* The provider of a tracepoint that nothing else stands for, or NULL. */
static const char *
kernel_only(const struct dt_enpoint *pt)
{
	for (uint32_t i = 0; i < pt->nrows; i++)
		if (pt->rows[i].src != NULL &&
		    pt->rows[i].src->event == DT_EVENT_NONE)
			return pt->rows[i].name[0];
	return NULL;
}

int
dt_tracing_check(dtrace_hdl_t *dtp, const char *why)
{
	uint32_t nsampled = 0;

	for (uint32_t i = 0; i < dtp->run.npoints; i++) {
		const struct dt_enpoint *pt = &dtp->run.points[i];
		const struct source *s = source_of(pt->kind);
		const char *prov = pt->rows[0].name[0];
		const char *only = s == NULL ? prov : kernel_only(pt);

		if (only != NULL)
			return dt_set_error(dtp, EDT_ACCESS, "probes of "
			    "provider %s need the kernel engine, and %s", only,
			    why);
		if (dt_point_needs(pt) & DT_NEED_KERNEL)
			return dt_set_error(dtp, EDT_ACCESS, "curthread needs "
			    "the kernel engine, and %s", why);
		if (s->traces && dtp->nprocs == 0)
			return dt_set_error(dtp, EDT_ACCESS, "%s; without it "
			    "the probes of provider %s fire in processes that "
			    "are started or grabbed (dtrace -c, -p), and there "
			    "is none", why, prov);
		nsampled += pt->kind == DT_POINT_PROFILE;
	}
	if (nsampled > DT_NSAMPLED)
		return dt_set_error(dtp, E2BIG, "%u profile probes are "
		    "enabled, and at most %d can be at once", nsampled,
		    DT_NSAMPLED);
	return 0;
}

/*
 * ERROR runs in the firing that fails; a clause that can has asked for the CPU
 * itself.  Who fires by itself knows its CPU.
 */
static void
find_needs(const dtrace_hdl_t *dtp, struct dt_trace_conf *c)
{
	const struct dt_run *run = &dtp->run;

	if (run->cpu >= 0 || dtp->copts[DT_COPT_AGGPERCPU])
		c->needs = DT_NEED_CPU;
	for (uint32_t i = 0; i < run->npoints; i++) {
		enum dt_pointkind kind = run->points[i].kind;
		uint32_t needs = dt_point_needs(&run->points[i]);

		if (!source_of(kind)->traces)
			needs &= ~DT_NEED_CPU;
		c->needs |= needs;
		if (kind == DT_POINT_SYSEXIT)
			c->ends |= needs;
		else if (kind == DT_POINT_ERROR)
			c->ends |= needs & DT_NEED_ERRNO;
	}
}

static void
saw(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n)
{
	dtrace_hdl_t *dtp = arg;

	dt_usym_saw(dtp->usyms, (pid_t)pid, pcs, n);
}

/* The process is stopped, so that its addresses can be looked up. */
static void
fire(void *arg, const struct dt_firing *f)
{
	dtrace_hdl_t *dtp = arg;
	struct dt_firing named;

	if (dtp->names != 0 && f->mem != 0) {
		named = *f;
		named.saw = saw;
		named.saw_arg = dtp;
		saw(dtp, f->pid, &f->user.pc, 1);
		f = &named;
	}
	(void) dtp->ops->bench(dtp->engine, f);
}

static void
gone(void *arg, const struct dt_firing *f)
{
	dtrace_hdl_t *dtp = arg;

	dtp->ops->gone(dtp->engine, f);
}

static void
configure(dtrace_hdl_t *dtp, struct dt_trace_conf *c)
{
	memset(c, 0, sizeof(*c));
	c->fire = fire;
	c->gone = gone;
	c->arg = dtp;
	c->ncpus = dtp->mem->ncpus;
	find_needs(dtp, c);
	c->regs = dtp->names != 0 ||
	    (c->needs & (DT_NEED_CALLER | DT_NEED_DEPTH)) != 0;
	for (uint32_t i = 0; i < dtp->run.npoints; i++) {
		const struct dt_enpoint *pt = &dtp->run.points[i];
		uint32_t *rows = pt->kind == DT_POINT_SYSENTER ? c->enter :
		    pt->kind == DT_POINT_SYSEXIT ? c->leave : NULL;

		for (uint32_t j = 0; rows != NULL && j < pt->nrows; j++)
			rows[pt->rows[j].key] = pt->rows[j].probe;
		for (uint32_t j = 0; pt->kind == DT_POINT_TP && j < pt->nrows;
		    j++)
			c->event[pt->rows[j].src->event] = pt->rows[j].probe;
	}
}

static bool
is_ours(const dtrace_hdl_t *dtp)
{
	return dtp->ops == &dt_engine_vm && !dtp->bench;
}

/* A process is left alone unless some point is to fire in it. */
static bool
is_traced(const dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->run.npoints; i++)
		if (source_of(dtp->run.points[i].kind)->traces)
			return true;
	return false;
}

static int
trace(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	struct dt_trace_conf c;
	int rc;

	configure(dtp, &c);
	rc = dt_victim_trace(p, &c);
	if (rc == 0)
		return 0;
	return dt_refused(dtp, "trace", dt_victim_pid(p), rc);
}

int
dt_tracing_add(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	return dtp->state == DT_RUN_ACTIVE && is_ours(dtp) && is_traced(dtp) ?
	    trace(dtp, p) : 0;
}

/* A tick fires in nobody's name. */
static void
tick(void *arg, uint32_t probe)
{
	struct dt_firing f = { .probe = probe };

	fire(arg, &f);
}

static void
sample(void *arg, uint32_t probe)
{
	dtrace_hdl_t *dtp = arg;

	pthread_mutex_lock(&dtp->procs_lock);
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		dt_victim_sample(dtp->procs[i].p, probe);
	pthread_mutex_unlock(&dtp->procs_lock);
}

static int
start_timers(dtrace_hdl_t *dtp)
{
	struct dt_tick *v = calloc(dtp->run.npoints + 1, sizeof(*v));
	size_t n = 0;
	int rc = v == NULL ? -ENOMEM : 0;

	for (uint32_t i = 0; v != NULL && i < dtp->run.npoints; i++) {
		const struct dt_enpoint *pt = &dtp->run.points[i];

		if (pt->period != 0)
			v[n++] = (struct dt_tick){ pt->period,
			    pt->kind == DT_POINT_TICK ? tick : sample, dtp,
			    pt->rows[0].probe };
	}
	if (n != 0)
		rc = dt_ticker_create(&dtp->ticker, v, n);
	free(v);
	return dt_result(dtp, rc);
}

int
dt_tracing_start(dtrace_hdl_t *dtp)
{
	if (!is_ours(dtp))
		return 0;
	for (uint32_t i = 0; i < dtp->nprocs && is_traced(dtp); i++)
		if (trace(dtp, dtp->procs[i].p) != 0)
			return -1;
	return start_timers(dtp);
}

void
dt_tracing_stop(dtrace_hdl_t *dtp)
{
	dt_ticker_destroy(dtp->ticker);
	dtp->ticker = NULL;
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		dt_victim_untrace(dtp->procs[i].p);
}
