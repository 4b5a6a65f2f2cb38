/* SPDX-License-Identifier: MIT */
/* alias.c - other systems' names of system calls: option sysaliases. */
#include <string.h>
#include "api/hdl.h"

bool
dt_alias_is_on(void *arg)
{
	const dtrace_hdl_t *dtp = arg;

	return dtp->copts[DT_COPT_SYSALIASES] != 0;
}

/* The caller's function, and the description to make others from. */
struct each {
	dtrace_hdl_t *dtp;
	const struct dt_pdesc *pd;
	dt_alias_f *fn;
	void *arg;
};

/* A call that the description matches by its own name. */
static int
visit_own(const struct dt_probe *p, void *arg)
{
	const struct each *e = arg;
	struct dt_pdesc d = *e->pd;

	d.part[2] = p->part[2];
	d.part[3] = p->part[3];
	return e->fn(e->arg, &d, NULL);
}

/* The entry or the return of a call that an alias stands for. */
static int
visit_alias(const struct each *e, const struct dt_sysalias *a, bool is_entry)
{
	struct dt_pdesc d = *e->pd;

	d.alias = a->name;
	d.part[2] = a->call;
	d.part[3] = is_entry ? "entry" : "return";
	if (!dt_part_matches(e->pd->part[3], d.part[3]) ||
	    dt_pdesc_count(e->dtp, &d) == 0)
		return 0;
	return e->fn(e->arg, &d, is_entry ? a->args : NULL);
}

int
dt_alias_each(void *arg, const struct dt_pdesc *pd, dt_alias_f *fn,
    void *fnarg)
{
	const struct dt_sysalias *a = NULL;
	struct each e = { arg, pd, fn, fnarg };
	int rc;

	if (!dt_alias_is_on(arg) || strcmp(pd->part[0], "syscall") != 0 ||
	    !dt_glob_has_text(pd->part[2]) ||
	    dt_sysalias(pd->part[2], NULL) == NULL)
		return 0;
	rc = dt_pdesc_matches(arg, pd, visit_own, &e);
	while (rc == 0 && (a = dt_sysalias(pd->part[2], a)) != NULL) {
		rc = visit_alias(&e, a, true);
		if (rc == 0)
			rc = visit_alias(&e, a, false);
	}
	return rc;
}
