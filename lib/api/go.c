/* SPDX-License-Identifier: MIT */
/* go.c - starts, watches and ends a run. */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include "base/clock.h"
#include "show/show.h"

#define	CHECK	(NANOSEC / 20)	/* between checks for the end of a run */
#define	STALLED	10		/* seconds after which a stop gives up */

bool
dt_due(dtrace_hdl_t *dtp, int64_t *last, int rateopt)
{
	int64_t rate = dt_opt_effective(dtp, rateopt);
	int64_t now = dt_clock_mono();

	if (*last == 0 || rate <= 0)
		*last = now;
	else if (now - *last < rate)
		return false;
	else
		*last += rate;
	dt_ctlfd_arm(dtp);
	return true;
}

static uint32_t
activity(const dtrace_hdl_t *dtp)
{
	return __atomic_load_n(&dtp->mem->state->activity, __ATOMIC_SEQ_CST);
}

static void
beat(dtrace_hdl_t *dtp)
{
	struct dt_state *st = dtp->mem->state;

	st->wall_offset = dt_clock_walloffset(CLOCK_MONOTONIC);
	__atomic_store_n(&st->last_status, (uint64_t)dt_clock_mono(),
	    __ATOMIC_RELAXED);
}

bool
dt_has_point(const dtrace_hdl_t *dtp, enum dt_pointkind kind)
{
	for (uint32_t i = 0; i < dtp->run.npoints; i++)
		if (dtp->run.points[i].kind == kind &&
		    dtp->run.points[i].nrows != 0)
			return true;
	return false;
}

static int
engine_failed(dtrace_hdl_t *dtp, int rc)
{
	const char *why = dt_engine_why(dtp->engine);

	if (why != NULL && *why != '\0')
		(void) dt_set_error(dtp, -rc, "%s", why);
	else
		(void) dt_set_errno(dtp, -rc);
	return -1;
}

/* Attach all probes while they are OFF, fire BEGIN, then enable all at once. */
static int
start(dtrace_hdl_t *dtp)
{
	int rc;

	/* the deadman must find a recent time as soon as it runs */
	beat(dtp);
	rc = dtp->ops->attach(dtp->engine);
	if (rc != 0)
		return engine_failed(dtp, rc);
	dt_symbolize_start(dtp);
	dt_grow_start(dtp);
	if (dt_procs_watch(dtp) != 0)
		return -1;
	beat(dtp);
	dt_agg_begin(dtp->agg);
	dt_set_activity(dtp->mem, DT_WARMUP);
	if (dt_has_point(dtp, DT_POINT_BEGIN)) {
		rc = dtp->ops->edge(dtp->engine, DT_POINT_BEGIN);
		if (rc != 0)
			return engine_failed(dtp, rc);
	}
	dt_begin_activity(dtp->mem);
	return 0;
}

static int
make_readers(dtrace_hdl_t *dtp)
{
	int rc = dt_agg_open(dtp);

	if (rc == 0)
		rc = dt_consume_open(dtp);
	if (rc == 0)
		rc = dt_losses_open(dtp);
	if (rc == 0)
		rc = dt_oformat_open(dtp);
	return dt_result(dtp, rc);
}

static void
abandon(dtrace_hdl_t *dtp)
{
	dt_grow_stop(dtp);
	dt_procs_unwatch(dtp);
	dt_symbolize_stop(dtp);
	dt_consume_destroy(dtp->consume);
	dtp->consume = NULL;
	dt_losses_fini(dtp);
	dt_oformat_fini(dtp);
	dtp->ops->close(dtp->engine);
	dtp->engine = NULL;
	dtp->mem = NULL;
}

/* Does the program have an action for which the predicate is true? */
static bool
has_action(const struct dt_image *img, bool (*is)(dtrace_actkind_t))
{
	for (uint32_t i = 0; i < img->nclauses; i++)
		for (uint32_t j = 0; j < img->clauses[i].nstmts; j++)
			if (is(img->clauses[i].stmts[j].action))
				return true;
	return false;
}

static bool
is_destructive(dtrace_actkind_t action)
{
	return DTRACEACT_ISDESTRUCTIVE(action);
}

static bool
is_exit(dtrace_actkind_t action)
{
	return action == DTRACEACT_EXIT;
}

static bool
may_end(const dtrace_hdl_t *dtp)
{
	if (dtp->run.policy == DT_POLICY_FILL)
		return true;
	for (dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		if (has_action(p->image, is_exit))
			return true;
	return false;
}

static int
check_destructive(dtrace_hdl_t *dtp)
{
	if (dt_opt_on(dtp, DTRACEOPT_DESTRUCTIVE))
		return 0;
	for (dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		if (has_action(p->image, is_destructive))
			return dt_set_errno(dtp, EDT_DESTRUCTIVE);
	return 0;
}

/* Refuse option aggpercentiles if no aggregation has a distribution. */
static int
check_percentiles(dtrace_hdl_t *dtp)
{
	bool any = false;

	if (!dt_opt_on(dtp, DT_OPT_AGGPERCENTILES))
		return 0;
	for (uint32_t i = 0; i < dtp->joined.forms.n; i++) {
		const struct dt_form *f = dtp->joined.forms.v[i];

		if (f->desc->dtagd_epid == 0)
			continue;
		if (dt_show_isquant(f->action))
			return 0;
		any = true;
	}
	return !any ? 0 : dt_set_error(dtp, EINVAL, "option aggpercentiles: no "
	    "aggregation has a distribution: aggregate with quantize(), "
	    "lquantize() or llquantize()");
}

int
dt_check_device(dtrace_hdl_t *dtp)
{
	return !dtp->compile_only ? 0 : dt_set_error(dtp, EINVAL, "a handle "
	    "opened with DTRACE_O_NODEV is for compiling only");
}

static int
check_go(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state != DT_RUN_IDLE)
		return dt_set_errno(dtp, EINVAL);
	if (dt_check_device(dtp) != 0)
		return -1;
	return dt_progs_refresh(dtp) != 0 ? -1 : check_destructive(dtp);
}

/* The data of a vector are those of a run that has ended. */
static int
go_back(dtrace_hdl_t *dtp)
{
	if (dt_vector_open(dtp) != 0 || make_readers(dtp) != 0)
		return -1;
	dt_opts_settle(dtp);
	dtp->state = DT_RUN_STOPPED;
	dt_ctlfd_arm(dtp);
	return 0;
}

static int
go_ahead(dtrace_hdl_t *dtp)
{
	if (dt_enable(dtp) != 0 ||
	    check_percentiles(dtp) != 0 ||
	    dt_engine_select(dtp) != 0 || dt_engine_load(dtp) != 0)
		return -1;
	if (make_readers(dtp) != 0 || start(dtp) != 0) {
		abandon(dtp);
		return -1;
	}
	dt_opts_settle(dtp);
	dtp->may_end = may_end(dtp);
	dtp->state = DT_RUN_ACTIVE;
	dt_ctlfd_arm(dtp);
	return 0;
}

int
dtrace_go(dtrace_hdl_t *dtp)
{
	if (check_go(dtp) != 0)
		return -1;
	return dtp->vector != NULL ? go_back(dtp) : go_ahead(dtp);
}

/* Report losses that are not counted by CPU. */
static int
report_losses(dtrace_hdl_t *dtp)
{
	const struct dt_state *st = dtp->mem->state;
	const struct {
		uint64_t total, *seen;
		dtrace_dropkind_t kind;
	} v[] = {
		{ dtp->ops->missed(dtp->engine), &dtp->seen_missed,
		    dtp->run.aggsize != 0 ? DTRACEDROP_AGGREGATION :
		    DTRACEDROP_PRINCIPAL },
		{ st->dyndrops, &dtp->seen_dyndrops, DTRACEDROP_DYNAMIC },
		{ st->dblerrors, &dtp->seen_dblerrors, DTRACEDROP_DBLERROR },
		{ st->nospecs, &dtp->seen_nospecs, DTRACEDROP_SPECUNAVAIL },
		{ __atomic_load_n(&dtp->grow.missed, __ATOMIC_RELAXED),
		    &dtp->seen_missed_probes, DTRACEDROP_PROBE },
		{ __atomic_load_n(&dtp->grow.late, __ATOMIC_RELAXED),
		    &dtp->seen_late, DTRACEDROP_LATE },
		{ __atomic_load_n(&dtp->grow.left_out, __ATOMIC_RELAXED),
		    &dtp->seen_left_out, DTRACEDROP_LEFTOUT },
	};
	int rc = 0;

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]) && rc == 0; i++) {
		uint64_t n = v[i].total - *v[i].seen;

		*v[i].seen = v[i].total;
		if (n != 0)
			rc = dt_drop_all(dtp, v[i].kind, n, v[i].total);
	}
	return dt_result(dtp, rc);
}

/* Make the last data of a run due at once. */
static void
hurry(dtrace_hdl_t *dtp)
{
	dtp->last_snap = dtp->last_consume = 0;
	dt_ctlfd_arm(dtp);
}

/*
 * Wait until no firing writes to the buffers.  If one stalls, because its
 * virtual CPU is not scheduled or the tracer was stopped, the data of its CPU
 * since the last snapshot cannot be read.
 */
static int
quiesce(dtrace_hdl_t *dtp)
{
	uint32_t cpu;

	for (int i = 0; i < STALLED; i++) {
		if (dt_quiesce(dtp->mem, &cpu) == 0)
			return 0;
		if (dtp->ops->reclaim != NULL && (dtp->cut.sig != 0 ||
		    dt_procs_cut(dtp, &dtp->cut))) {
			dtp->ops->reclaim(dtp->engine);
			return 0;
		}
	}
	return dt_set_error(dtp, EBUSY, "a firing on CPU %u has not ended "
	    "within %d seconds, so the data of that CPU are not complete: "
	    "stop again", cpu, STALLED);
}

static int
end_run(dtrace_hdl_t *dtp)
{
	int rc = 0;

	dt_grow_stop(dtp);
	dt_set_activity(dtp->mem, DT_DRAINING);
	if (quiesce(dtp) != 0)
		return -1;
	dtp->state = DT_RUN_STOPPED;
	dt_consume_end(dtp->mem);
	dt_set_activity(dtp->mem, DT_COOLDOWN);
	if (dt_has_point(dtp, DT_POINT_END))
		rc = dtp->ops->edge(dtp->engine, DT_POINT_END);
	dt_set_activity(dtp->mem, DT_OFF);
	dt_procs_unwatch(dtp);
	dt_symbolize_stop(dtp);
	hurry(dtp);
	/* late, as the drop handler may not return */
	rc = rc != 0 ? engine_failed(dtp, rc) : report_losses(dtp);
	(void) dtp->ops->detach(dtp->engine);
	return rc;
}

static int
tell_cut(dtrace_hdl_t *dtp)
{
	const struct dt_cut *c = &dtp->cut;

	return dt_set_error(dtp, EDT_BRICKED, "tracing has ended, because the "
	    "process that traces process %d (dt_tracer, %d) was killed by "
	    "signal %d (%s)", (int)c->pid, (int)c->tracer, c->sig,
	    strsignal(c->sig));
}

/*
 * The first call after the death ends the run and fails; data gathered before
 * can be read by later calls.
 */
int
dt_check_killed(dtrace_hdl_t *dtp)
{
	if (dtp->state == DT_RUN_ACTIVE && (dt_procs_cut(dtp,
	    &dtp->cut) || activity(dtp) == DT_KILLED)) {
		dtp->bricked = true;
		if (end_run(dtp) != 0)
			return -1;
	}
	if (!dtp->bricked)
		return dt_check_unstarted(dtp) != 0 ? -1 :
		    dt_check_harmed(dtp);
	dtp->bricked = false;
	dtp->unstarted.rc = 0;		/* it has the same cause */
	return dtp->cut.sig == 0 ? dt_set_errno(dtp, EDT_BRICKED) :
	    tell_cut(dtp);
}

int
dtrace_stop(dtrace_hdl_t *dtp)
{
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state == DT_RUN_IDLE)
		return dt_set_errno(dtp, EINVAL);
	rc = dt_check_killed(dtp);
	if (dtp->state == DT_RUN_ACTIVE && end_run(dtp) != 0)
		return -1;
	return rc;
}

static bool
is_filled(const dtrace_hdl_t *dtp)
{
	return __atomic_load_n(&dtp->mem->state->filled, __ATOMIC_RELAXED) != 0;
}

/* Has exit() or a full buffer ended the run since the last status? */
static bool
has_ended(const dtrace_hdl_t *dtp)
{
	return dtp->state == DT_RUN_ACTIVE && dtp->may_end &&
	    (activity(dtp) == DT_DRAINING || is_filled(dtp));
}

static int
vector_status(dtrace_hdl_t *dtp)
{
	dtrace_status_t st;

	if (dt_vector_losses(dtp, &st) != 0)
		return -1;
	return st.dtst_exiting != 0 ? DTRACE_STATUS_EXITED :
	    st.dtst_filled != 0 ? DTRACE_STATUS_FILLED :
	    DTRACE_STATUS_STOPPED;
}

int
dtrace_status(dtrace_hdl_t *dtp)
{
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->state == DT_RUN_IDLE)
		return DTRACE_STATUS_NONE;
	if (dt_check_killed(dtp) != 0)
		return -1;
	if (dtp->vector != NULL)
		return vector_status(dtp);
	if (dtp->state == DT_RUN_STOPPED)
		return DTRACE_STATUS_STOPPED;
	if (!has_ended(dtp) &&
	    !dt_due(dtp, &dtp->last_status, DTRACEOPT_STATUSRATE)) {
		dt_ctlfd_arm(dtp);
		return DTRACE_STATUS_NONE;
	}
	beat(dtp);
	rc = dtp->ops->upkeep != NULL ? dtp->ops->upkeep(dtp->engine) : 0;
	if (rc == -ETIMEDOUT)	/* a process that waits holds up detaching */
		dt_procs_kill(dtp);
	if (rc != 0)
		return engine_failed(dtp, rc);
	if (report_losses(dtp) != 0)
		return -1;
	if (activity(dtp) == DT_DRAINING)
		return dtrace_stop(dtp) == 0 ? DTRACE_STATUS_EXITED : -1;
	if (is_filled(dtp))
		return dtrace_stop(dtp) == 0 ? DTRACE_STATUS_FILLED : -1;
	return DTRACE_STATUS_OKAY;
}

dtrace_workstatus_t
dtrace_work(dtrace_hdl_t *dtp, FILE *fp, dtrace_consume_probe_f *pf,
    dtrace_consume_rec_f *rf, void *arg)
{
	dtrace_workstatus_t done = DTRACE_WORKSTATUS_OKAY;

	if (dt_alive(dtp) != 0)
		return DTRACE_WORKSTATUS_ERROR;
	/* a consumer that polls the descriptor need not call dtrace_sleep() */
	if (dtp->ctlfd != -1)
		dt_procs_tell(dtp);
	switch (dtrace_status(dtp)) {
	case DTRACE_STATUS_EXITED:
	case DTRACE_STATUS_FILLED:
	case DTRACE_STATUS_STOPPED:
		hurry(dtp);
		done = DTRACE_WORKSTATUS_DONE;
		break;
	case -1:
		return DTRACE_WORKSTATUS_ERROR;
	default:
		break;
	}
	if (dtp->state == DT_RUN_IDLE)
		return done;
	if (dtrace_aggregate_snap(dtp) != 0)
		return DTRACE_WORKSTATUS_ERROR;
	/* a buffer with one half is read only when no firing writes to it */
	if (dtp->run.policy != DT_POLICY_SWITCH &&
	    dtp->state == DT_RUN_ACTIVE)
		return done;
	if (dtrace_consume(dtp, fp, pf, rf, arg) != 0)
		return DTRACE_WORKSTATUS_ERROR;
	return done;
}

/* When the next work of the consumer is due; INT64_MAX: none. */
static int64_t
next_due(const dtrace_hdl_t *dtp)
{
	const struct {
		int64_t last;
		int rateopt;
	} v[] = {
		{ dtp->last_status, DTRACEOPT_STATUSRATE },
		{ dtp->last_snap, DTRACEOPT_AGGRATE },
		{ dtp->last_consume, DTRACEOPT_SWITCHRATE },
	};
	int64_t next = INT64_MAX;

	/* do not wake a consumer for work that it has never called for */
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		int64_t rate = dt_opt_effective(dtp, v[i].rateopt);

		if (v[i].last != 0 && rate < next - v[i].last)
			next = v[i].last + rate;
	}
	return next;
}

/*
 * A program in the kernel cannot wake the consumer, so one that calls
 * dtrace_status() wakes up to check whether the run has ended.
 */
int64_t
dt_next_look(const dtrace_hdl_t *dtp)
{
	int64_t due = next_due(dtp), look;

	if (dtp->state != DT_RUN_ACTIVE || !dtp->may_end ||
	    dtp->last_status == 0)
		return due;
	look = has_ended(dtp) ? 1 : dt_clock_mono() + CHECK;
	return look < due ? look : due;
}

void
dtrace_sleep(dtrace_hdl_t *dtp)
{
	int64_t until, look;

	if (dt_alive(dtp) != 0)
		return;
	until = next_due(dtp);
	do
		look = dt_next_look(dtp);
	while (look != INT64_MAX && dt_procs_wait(dtp, look) && look < until &&
	    !has_ended(dtp));
	dt_procs_tell(dtp);
}

const char *
dtrace_engine(dtrace_hdl_t *dtp, const char **why)
{
	if (dt_alive(dtp) != 0)
		return NULL;
	if (why != NULL)
		*why = dtp->engine_why[0] != '\0' ? dtp->engine_why : NULL;
	return dtp->ops != NULL ? dtp->ops->name : NULL;
}
