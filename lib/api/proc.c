/* SPDX-License-Identifier: MIT */
/* proc.c - the processes that a consumer starts or grabs; the first: $target */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>

static struct ps_prochandle *
adopt(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	struct ps_prochandle **v = realloc(dtp->procs,
	    (dtp->nprocs + 1) * sizeof(*v));

	if (v == NULL) {
		dt_victim_release(p);
		(void) dt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	v[dtp->nprocs++] = p;
	dtp->procs = v;
	if (dtp->target == 0)
		dtp->target = dt_victim_pid(p);
	return p;
}

/* Some systems' version has two more arguments; they are not looked at. */
struct ps_prochandle *
dtrace_proc_create(dtrace_hdl_t *dtp, const char *file, char *const *argv, ...)
{
	struct ps_prochandle *p;
	int rc;

	if (file == NULL || argv == NULL) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
	rc = dt_victim_create(&p, file, argv);
	if (rc == 0)
		return adopt(dtp, p);
	(void) dt_set_error(dtp, -rc, "cannot start %s: %s", file,
	    dtrace_errmsg(NULL, -rc));
	return NULL;
}

struct ps_prochandle *
dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid, int flags)
{
	struct ps_prochandle *p;
	int rc = dt_victim_grab(&p, pid);

	(void) flags;	/* it is only watched, which all of them allow */
	if (rc == 0)
		return adopt(dtp, p);
	(void) dt_set_error(dtp, -rc, "cannot watch process %d: %s", (int)pid,
	    dtrace_errmsg(NULL, -rc));
	return NULL;
}

/* Its place among ours, nprocs if it is none of them. */
static uint32_t
find(const dtrace_hdl_t *dtp, const struct ps_prochandle *p)
{
	uint32_t i = 0;

	while (i < dtp->nprocs && dtp->procs[i] != p)
		i++;
	return i;
}

void
dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	int rc = -EINVAL;

	if (dt_alive(dtp) != 0)
		return;
	if (find(dtp, p) < dtp->nprocs)
		rc = dt_victim_continue(p);

	if (rc != 0)
		(void) dt_set_errno(dtp, -rc);
}

void
dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	uint32_t i = find(dtp, p);

	if (dt_alive(dtp) != 0 || i == dtp->nprocs)
		return;
	dtp->procs[i] = dtp->procs[--dtp->nprocs];
	dt_victim_release(p);
}

void
dt_procs_fini(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		dt_victim_release(dtp->procs[i]);
	free(dtp->procs);
}
