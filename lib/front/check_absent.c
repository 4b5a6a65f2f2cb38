/* SPDX-License-Identifier: MIT */
/* check_absent.c - names that D has only on other systems. */
#include <string.h>
#include "base/text.h"
#include "front/check.h"

static const struct dt_text absent[] = {
#define	DT_ABSENT(name, reason)	{ name, reason },
#include "tbl/absent.h"
#undef DT_ABSENT
};

static const char *
reason_of(const char *name)
{
	return dt_text_find(absent, sizeof(absent) / sizeof(absent[0]), name);
}

/* D's equivalent of a member that others have in this struct, or NULL. */
const char *
dt_check_foreign(const char *type, const char *name)
{
	static const struct {
		const char *type, *name, *reason;
	} members[] = {
#define	DT_ABSENTMEMBER(type, name, reason)	{ type, name, reason },
#include "tbl/absent.h"
#undef DT_ABSENTMEMBER
	};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (strcmp(members[i].name, name) == 0 &&
		    strcmp(members[i].type, type) == 0)
			return members[i].reason;
	return NULL;
}

/* Report that there is no such variable, with the reason if one is known. */
void
dt_check_novar(struct dt_check *c, const struct dt_pnode *p)
{
	const char *reason = reason_of(p->name);

	if (reason == NULL && strncmp(p->name, "R_", 2) == 0)
		reason = "it is neither a register of this processor nor "
		    "declared or assigned before it is read";
	dt_diag_set(c->diag, D_IDENT_UNDEF, p->line,
	    "failed to resolve %s: Unknown variable name: %s", p->name,
	    reason != NULL ? reason :
	    "declare or assign it before it is read");
}

/* Report that there is no such function, with the reason if one is known. */
int
dt_check_nofunc(struct dt_check *c, const struct dt_pnode *p)
{
	const char *reason = reason_of(p->name);

	if (reason != NULL)
		return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
		    "%s() cannot be called: %s", p->name, reason);
	return dt_diag_set(c->diag, D_FUNC_UNDEF, p->line,
	    "there is no function or action %s()", p->name);
}

int
dt_check_notype(struct dt_diag *diag, const struct dt_types *types, int line,
    const char *name, const char *sought)
{
	const char *reason = reason_of(name);
	const char *why = dt_types_nokernel(types);

	if (reason == NULL && why != NULL)
		return dt_diag_set(diag, D_SYNTAX, line, "syntax error near "
		    "\"%s\": there is no such type%s, and the kernel's types "
		    "cannot be read: %s", name, sought, why);
	return dt_diag_set(diag, D_SYNTAX, line, "syntax error near \"%s\": "
	    "there is no such type%s%s", name, reason != NULL ? ": " : "",
	    reason != NULL ? reason : sought);
}
