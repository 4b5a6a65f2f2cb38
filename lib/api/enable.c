/* SPDX-License-Identifier: MIT */
/* enable.c - joins the programs of a handle and its probes to a run. */
#include "api/hdl.h"

#include <errno.h>
#include <string.h>

struct visit {
	struct dt_probes *probes;
	dt_probe_match_f *fn;
	void *arg;
};

/* Complete a probe with the places where it fires, which only a run needs. */
static int
visit(const struct dt_probe *p, void *arg)
{
	const struct visit *v = arg;
	int err = p->point != DT_POINT_TP ? 0 :
	    dt_probe_complete(v->probes, p);

	return err != 0 ? err : v->fn(p, v->arg);
}

static int
env_matches(void *arg, const struct dt_pdesc *pd, dt_probe_match_f *fn,
    void *fn_arg)
{
	dtrace_hdl_t *dtp = arg;
	struct visit v = { dtp->probes, fn, fn_arg };

	return dt_pdesc_matches(dtp, pd, visit, &v);
}

static dtrace_probedesc_t *
env_pdesc(void *arg, uint32_t probe)
{
	return dt_probedesc(arg, probe);
}

static const struct dt_tpsrc *
env_inside(void *arg, const struct dt_probe *p)
{
	dtrace_hdl_t *dtp = arg;

	return dt_tp_inside(dtp->probes, p);
}

static int
list_images(dtrace_hdl_t *dtp)
{
	struct dt_joined *j = &dtp->joined;
	uint32_t n = 0;

	for (dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		n++;
	j->v = dt_arena_alloc(j->arena, (n + 1) * sizeof(*j->v));
	if (j->v == NULL)
		return -ENOMEM;
	for (dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		j->v[j->n++] = (struct dt_joining){ .image = p->image,
		    .target = p->target, .is_error = p->is_error };
	return 0;
}

void
dt_joinenv_set(dtrace_hdl_t *dtp, struct dt_joinenv *env)
{
	*env = (struct dt_joinenv){ .arg = dtp, .matches = env_matches,
		.pdesc = env_pdesc, .inside = env_inside };
}

int
dt_enable(dtrace_hdl_t *dtp)
{
	struct dt_joinenv env;
	struct dt_joined *j = &dtp->joined;
	int rc = -ENOMEM;

	dt_joinenv_set(dtp, &env);
	dt_enable_fini(dtp);
	j->arena = dt_arena_create();
	if (j->arena != NULL)
		rc = list_images(dtp);
	if (rc == 0)
		rc = dt_join(j, &dtp->run);
	if (rc == 0)
		rc = dt_join_probes(j, &env, &dtp->run);
	return rc != 0 && j->why[0] != '\0' ?
	    dt_set_error(dtp, EDT_ENABLING_ERR, "%s", j->why) :
	    dt_result(dtp, rc);
}

void
dt_enable_fini(dtrace_hdl_t *dtp)
{
	dt_arena_destroy(dtp->joined.arena);
	memset(&dtp->joined, 0, sizeof(dtp->joined));
	dtp->run.npoints = 0;
}

const struct dt_ecb *
dt_ecb_byepid(const dtrace_hdl_t *dtp, uint32_t epid)
{
	uint32_t n = __atomic_load_n(&dtp->joined.necbs, __ATOMIC_ACQUIRE);

	if (dtp->vector != NULL)
		return dt_vector_ecb(dtp->vector, epid);
	return epid - 1 < n ? &dtp->joined.ecbs[epid - 1] : NULL;
}
