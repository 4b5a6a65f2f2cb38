/* SPDX-License-Identifier: MIT */
/* check_absent.c - functions and variables that only other systems have. */
#include <string.h>
#include "front/check.h"

struct absent {
	const char *name, *reason;
};

static const struct absent functions[] = {
#define	DT_ABSENT(name, reason)	{ name, reason },
#define	DT_NOVAR(name, reason)
#include "tbl/absent.h"
#undef DT_ABSENT
#undef DT_NOVAR
};

static const struct absent variables[] = {
#define	DT_ABSENT(name, reason)
#define	DT_NOVAR(name, reason)	{ name, reason },
#include "tbl/absent.h"
#undef DT_ABSENT
#undef DT_NOVAR
};

/* Report that there is no such variable, with the reason if one is known. */
void
dt_check_novar(struct dt_check *c, const struct dt_pnode *p)
{
	const char *reason = "declare or assign it before it is read";

	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		if (strcmp(variables[i].name, p->name) == 0)
			reason = variables[i].reason;
	dt_diag_set(c->diag, D_IDENT_UNDEF, p->line,
	    "failed to resolve %s: Unknown variable name: %s", p->name, reason);
}

/* Report that there is no such function, with the reason if one is known. */
int
dt_check_nofunc(struct dt_check *c, const struct dt_pnode *p)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i].name, p->name) == 0)
			return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
			    "%s() cannot be called: %s", p->name,
			    functions[i].reason);
	return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
	    "there is no function or action %s()", p->name);
}
