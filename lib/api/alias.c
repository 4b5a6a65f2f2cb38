/* SPDX-License-Identifier: MIT */
/* alias.c - other systems' names of system calls: option sysaliases. */
#include <string.h>
#include "api/hdl.h"

/* Describe the entry or the return of the call; false: it is not wanted. */
static bool
describe(const struct dt_pdesc *pd, const struct dt_sysalias *a, bool is_entry,
    struct dt_pdesc *out, const char **args)
{
	const char *name = is_entry ? "entry" : "return";

	if (!dt_part_matches(pd->part[3], name))
		return false;
	*out = *pd;
	out->alias = pd->part[2];
	out->part[2] = a->call;
	out->part[3] = name;
	*args = is_entry ? a->args : NULL;
	return true;
}

bool
dt_alias_find(void *arg, const struct dt_pdesc *pd, uint32_t i,
    struct dt_pdesc *out, const char **args)
{
	dtrace_hdl_t *dtp = arg;
	const struct dt_sysalias *a = NULL;
	int k;

	if (dtp->copts[DT_COPT_SYSALIASES] == 0 ||
	    strcmp(pd->part[0], "syscall") != 0)
		return false;
	while ((a = dt_sysalias(pd->part[2], a)) != NULL)
		for (k = 1; k >= 0; k--)
			if (describe(pd, a, k == 1, out, args) &&
			    dt_pdesc_count(dtp, out) != 0 && i-- == 0)
				return true;
	return false;
}
