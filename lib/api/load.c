/* SPDX-License-Identifier: MIT */
/* load.c - chooses the engine and the sizes of buffers, and loads the run. */
#include "api/hdl.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "engine/cpus.h"
#include "engine/size.h"

#define	MEMCAP_MAX	(1LL << 30)	/* unless option memcap is set */
#define	SCRATCH_MAX	(64 << 20)	/* unless option scratchsize is set */
#define	SCRATCH_ANY	(128 << 10)	/* the part for sizes known late */
#define	MEMCAP_SHARE	8		/* of the available memory: 1/8 */
#define	SIZE_MIN	4096		/* halving ends here */

/* Sizes are multiples of 8. */
static size_t
half_of(size_t size)
{
	return size / 2 & ~(size_t)7;
}

bool
dt_engine_is_kernel(dtrace_hdl_t *dtp)
{
	char why[512];

	if (dtp->bench || dtp->copts[DT_COPT_ENGINE] == DT_ENGINE_VM)
		return false;
	if (!dtp->knows_kernel)
		dtp->has_kernel = dt_engine_kernel.probe(why, sizeof(why)) == 0;
	dtp->knows_kernel = true;
	return dtp->has_kernel;
}

/* Does the run have a probe of a file, which fires in any process? */
static bool
has_file_site(const struct dt_run *run)
{
	for (uint32_t i = 0; i < run->npoints; i++)
		for (uint32_t k = 0; k < run->points[i].nrows; k++) {
			const struct dt_usite *s = run->points[i].rows[k].site;

			if (s != NULL && s->pid == 0)
				return true;
		}
	return false;
}

static int
select_vm(dtrace_hdl_t *dtp, const char *why)
{
	char cannot[256];
	int rc;

	if (has_file_site(&dtp->run))
		return dt_set_error(dtp, EDT_BADOPTVAL, "a pattern for the "
		    "provider names probes of all processes, which engine vm "
		    "does not have: set option engine before the program is "
		    "compiled");
	rc = dt_engine_vm.check(&dtp->run, cannot, sizeof(cannot));

	if (rc != 0)
		return dt_set_error(dtp, rc == -EACCES ? EDT_ACCESS : -rc,
		    "%s: %s", cannot, why);
	dt_explain(dtp, "engine vm: %s", why);
	(void) snprintf(dtp->engine_why, sizeof(dtp->engine_why), "%s", why);
	dtp->ops = &dt_engine_vm;
	return 0;
}

static bool
is_watched(const void *arg, pid_t pid)
{
	const dtrace_hdl_t *dtp = arg;
	uint32_t i = 0;

	while (i < dtp->nprocs && dt_victim_pid(dtp->procs[i].p) != pid)
		i++;
	return i < dtp->nprocs;
}

static pid_t
process(const void *arg, uint32_t i)
{
	return dt_victim_pid(((const dtrace_hdl_t *)arg)->procs[i].p);
}

static void
describe_run(dtrace_hdl_t *dtp)
{
	dtp->run.nprocs = dtp->nprocs;
	dtp->run.is_watched = is_watched;
	dtp->run.process = process;
	dtp->run.watcher = dtp;
	dtp->run.faultin = (enum dt_faultin)dtp->copts[DT_COPT_FAULTIN];
	dtp->run.percpu = dtp->copts[DT_COPT_AGGPERCPU] != 0;
	dtp->run.by_hand = dtp->bench;
	dt_symbolize_want(dtp);
	dt_grow_want(dtp);
}

int
dt_engine_select(dtrace_hdl_t *dtp)
{
	char why[512] = "";

	describe_run(dtp);
	if (dtp->copts[DT_COPT_ENGINE] == DT_ENGINE_VM)
		return select_vm(dtp, "option engine is vm");
	if (dt_engine_kernel.probe(why, sizeof(why)) == 0) {
		dt_explain(dtp, "engine kernel");
		dtp->engine_why[0] = '\0';
		dtp->ops = &dt_engine_kernel;
		return 0;
	}
	if (dtp->copts[DT_COPT_ENGINE] == DT_ENGINE_AUTO)
		return select_vm(dtp, why);
	return dt_set_error(dtp, EDT_ACCESS, "%s", why);
}

static int64_t
mem_cap(const dtrace_hdl_t *dtp)
{
	int64_t cap = dtp->opts[DT_OPT_MEMCAP];

	if (cap != DTRACEOPT_UNSET)
		return cap;
	cap = dt_memory_available("") / MEMCAP_SHARE;
	return cap < MEMCAP_MAX ? cap : MEMCAP_MAX;
}

static bool
any_clause(const dtrace_hdl_t *dtp, bool (*has)(const struct dt_clause *c))
{
	for (const dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		for (uint32_t i = 0; i < p->image->nclauses; i++)
			if (has(&p->image->clauses[i]))
				return true;
	return false;
}

static bool
aggregates(const struct dt_clause *c)
{
	return c->nagg != 0;
}

static bool
records(const struct dt_clause *c)
{
	return c->rec_size != 0;
}

static int64_t
traced_cpus(const struct dt_run *run)
{
	return run->cpu < 0 ? sysconf(_SC_NPROCESSORS_CONF) : 1;
}

static bool
speculates(const struct dt_clause *c)
{
	return (c->needs & DT_NEED_SPEC) != 0;
}

static bool
takes_scratch(const struct dt_clause *c)
{
	return (c->needs & DT_NEED_SCRATCH) != 0;
}

static int
too_small(dtrace_hdl_t *dtp, const char *opt)
{
	return dt_set_error(dtp, EDT_BUFTOOSMALL, "option %s is too small "
	    "for the program: raise it", opt);
}

/*
 * Records of speculations stay in this process until commit() or discard();
 * their memory is bounded like that of the buffers.
 */
static int
fit_specs(dtrace_hdl_t *dtp, bool automatic)
{
	int64_t n = dt_opt_effective(dtp, DTRACEOPT_NSPEC);
	int64_t size = dt_opt_effective(dtp, DTRACEOPT_SPECSIZE) & ~7LL;
	int64_t all = n * traced_cpus(&dtp->run);

	dtp->specsize = dtp->run.nspec = 0;
	if (!any_clause(dtp, speculates))
		return 0;
	if (n < 0 || n > DT_SPEC_MAX)
		return dt_set_error(dtp, EDT_BADOPTVAL, "option nspec must be "
		    "from 0 to %d", DT_SPEC_MAX);
	if (size == 0)
		return too_small(dtp, "specsize");
	while (all != 0 && size > mem_cap(dtp) / all) {
		if (!automatic || size <= SIZE_MIN)
			return dt_set_error(dtp, ENOMEM, "%s: specsize is "
			    "%lld bytes and may be %lld, with nspec %lld: "
			    "lower one, or raise memcap", strerror(ENOMEM),
			    (long long)size, (long long)(mem_cap(dtp) / all),
			    (long long)n);
		size = (int64_t)half_of((size_t)size);
	}
	dtp->run.nspec = (uint32_t)n;
	dtp->specsize = (uint64_t)size;
	return 0;
}

/* The halves of a CPU's aggregation buffer; 0 if the run has none. */
static int64_t
agg_halves(const struct dt_run *run)
{
	return run->aggsize != 0 ? dt_size_halves(DT_BUF_AGG, run->policy) : 0;
}

static int64_t
prin_halves(const struct dt_run *run)
{
	return run->bufsize != 0 ? dt_size_halves(DT_BUF_PRIN, run->policy) : 0;
}

static int64_t
deep_halves(const struct dt_run *run)
{
	return (DT_LEVELS - 1) * (agg_halves(run) + prin_halves(run));
}

/*
 * Halve the buffers that take most memory; false if none can be halved.  Those
 * of the deeper levels, which no option sets, may always be.
 */
static bool
halve_largest(struct dt_run *run, bool automatic)
{
	const struct { size_t *size; int64_t n; bool may; } v[] = {
		{ &run->bufsize, prin_halves(run), automatic },
		{ &run->aggsize, agg_halves(run), automatic },
		{ &run->deepsize, deep_halves(run), true },
	};
	size_t *size = NULL;
	int64_t most = 0;

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		int64_t takes = v[i].n * (int64_t)*v[i].size;

		if (!v[i].may || *v[i].size <= SIZE_MIN || takes <= most)
			continue;
		size = v[i].size;
		most = takes;
	}
	if (size != NULL)
		*size = half_of(*size);
	return size != NULL;
}

static void
explain_load(dtrace_hdl_t *dtp)
{
	uint32_t nprobes = 0;

	for (uint32_t i = 0; i < dtp->run.npoints; i++)
		nprobes += dtp->run.points[i].nrows;
	dt_explain(dtp, "loaded: %u probes at %u points; for each CPU %u times "
	    "%zu bytes of aggregations, %u times %zu of records", nprobes,
	    dtp->run.npoints, dt_size_halves(DT_BUF_AGG, dtp->run.policy),
	    dtp->run.aggsize, dt_size_halves(DT_BUF_PRIN, dtp->run.policy),
	    dtp->run.bufsize);
}

/* By default a firing has as much scratch memory as the principal buffer. */
static void
set_scratch(dtrace_hdl_t *dtp, int64_t bufsize)
{
	int64_t size = dtp->opts[DT_OPT_SCRATCHSIZE];
	bool is_set = size != DTRACEOPT_UNSET;

	if (!is_set)
		size = bufsize < DT_SCRATCHMIN ? DT_SCRATCHMIN :
		    bufsize < SCRATCH_MAX ? bufsize : SCRATCH_MAX;
	dtp->run.scratchsize = (size_t)size;
	dtp->run.scratchany = is_set || size < SCRATCH_ANY ? (size_t)size :
	    SCRATCH_ANY;
}

static int
set_sizes(dtrace_hdl_t *dtp)
{
	int64_t agg = dt_opt_effective(dtp, DTRACEOPT_AGGSIZE) & ~7LL;
	int64_t buf = dt_opt_effective(dtp, DTRACEOPT_BUFSIZE) & ~7LL;
	bool aggs = any_clause(dtp, aggregates);
	bool recs = any_clause(dtp, records);

	if (aggs && agg == 0)
		return too_small(dtp, "aggsize");
	if (recs && buf == 0)
		return too_small(dtp, "bufsize");
	dtp->run.aggsize = aggs ? (size_t)agg : 0;
	dtp->run.bufsize = recs ? (size_t)buf : 0;
	dtp->run.deepsize = DT_DEEPSIZE;
	set_scratch(dtp, buf);
	dtp->run.dynvarsize = (size_t)dt_opt_effective(dtp,
	    DTRACEOPT_DYNVARSIZE);
	dtp->run.deadman = (uint64_t)dt_opt_effective(dtp, DT_OPT_DEADMAN);
	return 0;
}

static enum dt_policy
policy(const dtrace_hdl_t *dtp)
{
	switch (dt_opt_effective(dtp, DTRACEOPT_BUFPOLICY)) {
	case DTRACEOPT_BUFPOLICY_FILL:
		return DT_POLICY_FILL;
	case DTRACEOPT_BUFPOLICY_RING:
		return DT_POLICY_RING;
	default:
		return DT_POLICY_SWITCH;
	}
}

/*
 * The kernel engine checks the CPU itself.  The vm has more CPUs than the
 * machine, for tests that fire by hand.
 */
static int
set_cpu(dtrace_hdl_t *dtp)
{
	int64_t cpu = dt_opt_effective(dtp, DTRACEOPT_CPU);
	long last = sysconf(_SC_NPROCESSORS_CONF) - 1;

	if (cpu > (dtp->bench ? INT_MAX : last))
		return dt_set_error(dtp, EINVAL, "option cpu: there is no CPU "
		    "%lld, the last one is %ld", (long long)cpu, last);
	dtp->run.cpu = cpu < 0 ? -1 : (int)cpu;
	dtp->run.policy = policy(dtp);
	return 0;
}

static int
too_large(dtrace_hdl_t *dtp, int64_t needed, int64_t cap)
{
	return dt_set_error(dtp, ENOMEM, "%s: the buffers need %lld bytes and "
	    "may have %lld: lower bufsize%s or aggsize, or raise memcap",
	    strerror(ENOMEM), (long long)needed, (long long)cap,
	    any_clause(dtp, takes_scratch) ? ", scratchsize" : "");
}

/* Refuse a size that no engine can have; sums of others cannot overflow. */
static int
bound_size(dtrace_hdl_t *dtp, const char *name, size_t *size, bool automatic)
{
	if (*size > DT_BUFMAX && !automatic)
		return dt_set_error(dtp, ENOMEM, "%s: %s is %zu bytes, and at "
		    "most %d are possible", strerror(ENOMEM), name, *size,
		    DT_BUFMAX);
	while (*size > DT_BUFMAX)
		*size = half_of(*size);
	return 0;
}

/* The engine itself refuses sizes that are too large only for it. */
static int
fit_sizes(dtrace_hdl_t *dtp, bool automatic)
{
	int64_t cap = mem_cap(dtp), ncpus = traced_cpus(&dtp->run), needed,
	    less;

	if (bound_size(dtp, "aggsize", &dtp->run.aggsize, automatic) != 0 ||
	    bound_size(dtp, "bufsize", &dtp->run.bufsize, automatic) != 0)
		return -1;
	needed = dt_size_buffers(&dtp->run, ncpus);
	for (; needed > cap; needed = less) {
		less = halve_largest(&dtp->run, automatic) ?
		    dt_size_buffers(&dtp->run, ncpus) : -ENOSPC;
		if (less < 0)
			return too_large(dtp, needed, cap);
	}
	return 0;
}

static bool
keeps(const struct dt_clause *c)
{
	return (c->needs & (DT_NEED_SELF | DT_NEED_SELFSTR | DT_NEED_DYN)) != 0;
}

/* Memory of variables is bounded, too: the kernel allocates it at the start. */
static int
fit_dynamic(dtrace_hdl_t *dtp, bool automatic)
{
	int64_t cap = mem_cap(dtp);
	size_t *size = &dtp->run.dynvarsize;

	if (!any_clause(dtp, keeps))
		return 0;
	while ((int64_t)*size > cap) {
		if (!automatic)
			return dt_set_error(dtp, ENOMEM, "%s: dynvarsize is "
			    "%zu bytes and may be %lld: lower it, or raise "
			    "memcap", strerror(ENOMEM), *size, (long long)cap);
		*size = half_of(*size);
	}
	return 0;
}

static int
load_failed(dtrace_hdl_t *dtp, int rc)
{
	const char *why = dtp->engine != NULL ? dt_engine_why(dtp->engine) :
	    "";

	if (rc == -ENOSPC)
		rc = -EDT_BUFTOOSMALL;
	if (*why != '\0')
		(void) dt_set_error(dtp, -rc, "%s", why);
	else
		(void) dt_set_errno(dtp, -rc);
	dtp->ops->close(dtp->engine);
	dtp->engine = NULL;
	return -1;
}

static int
load(dtrace_hdl_t *dtp)
{
	bool automatic = dt_opt_effective(dtp, DTRACEOPT_BUFRESIZE) ==
	    DTRACEOPT_BUFRESIZE_AUTO;
	int rc;

	dtp->run.kbtf = dtp->kbtf;
	dtp->run.explain = dtp->copts[DT_COPT_DEBUG] ? stderr : NULL;
	if (set_sizes(dtp) != 0 || set_cpu(dtp) != 0 ||
	    fit_sizes(dtp, automatic) != 0 ||
	    fit_dynamic(dtp, automatic) != 0 || fit_specs(dtp, automatic) != 0)
		return -1;
	for (;;) {
		rc = dtp->ops->open(&dtp->engine);
		if (rc == 0)
			rc = dtp->ops->load(dtp->engine, &dtp->run);
		if (rc == 0)
			break;
		if (rc != -ENOMEM || !automatic ||
		    !halve_largest(&dtp->run, true))
			return load_failed(dtp, rc);
		dtp->ops->close(dtp->engine);
		dtp->engine = NULL;
	}
	dtp->mem = dtp->ops->mem(dtp->engine);
	dt_cpus_fill(dtp->mem, &dtp->run);
	explain_load(dtp);
	return 0;
}

/* Can the kernel run a small program?  If not, its error is in why. */
static bool
kernel_works(char *why, size_t n)
{
	int err = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	dtrace_prog_t *p = dtp == NULL ||
	    dtrace_setopt(dtp, "engine", "kernel") != 0 ||
	    dtrace_setopt(dtp, "aggsize", "64k") != 0 ? NULL :
	    dtrace_program_strcompile(dtp, "BEGIN { @[pid] = count(); }",
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	bool works = p != NULL && dtrace_program_exec(dtp, p, NULL) == 0 &&
	    dtrace_go(dtp) == 0;

	if (!works)
		(void) snprintf(why, n, "%s", dtrace_errmsg(dtp,
		    dtp != NULL ? dtrace_errno(dtp) : err));
	dtrace_close(dtp);
	return works;
}

/*
 * A kernel may refuse what the engine loads although it has all that probe()
 * looks for.  If it refuses a small program as well, the embedded engine takes
 * its place, otherwise the program is the reason.
 */
int
dt_engine_load(dtrace_hdl_t *dtp)
{
	char why[512];

	if (load(dtp) == 0)
		return 0;
	if (dtp->ops != &dt_engine_kernel ||
	    dtp->copts[DT_COPT_ENGINE] != DT_ENGINE_AUTO ||
	    kernel_works(why, sizeof(why)))
		return -1;
	return select_vm(dtp, why) != 0 ? -1 : load(dtp);
}
