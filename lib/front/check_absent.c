/* SPDX-License-Identifier: MIT */
/* check_absent.c - calls of other systems' functions that Linux cannot have. */
#include <string.h>
#include "front/check.h"

static const struct {
	const char *name, *reason;
} absent[] = {
#define	DT_ABSENT(name, reason)	{ name, reason },
#include "tbl/absent.h"
#undef DT_ABSENT
};

/* Report that there is no such function, with the reason if one is known. */
int
dt_check_nofunc(struct dt_check *c, const struct dt_pnode *p)
{
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
		if (strcmp(absent[i].name, p->name) == 0)
			return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
			    "%s() cannot be called: %s", p->name,
			    absent[i].reason);
	return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
	    "there is no function or action %s()", p->name);
}
