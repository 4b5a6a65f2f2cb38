/* SPDX-License-Identifier: MIT */
/* stack.c - addresses and stacks to text. */
#include <inttypes.h>
#include "base/act.h"
#include "rt/clause.h"
#include "show/show.h"

#define	INDENT		14	/* option stackindent, unset */
#define	SYMLEN		1024

dtrace_actkind_t
dt_show_action(const dtrace_recdesc_t *rec)
{
	if (!DTRACEACT_ISPRINTFLIKE(rec->dtrd_action))
		return rec->dtrd_action;
	return (rec->dtrd_arg & DT_PF_ACTION) != 0 ?
	    (dtrace_actkind_t)rec->dtrd_arg : DTRACEACT_DIFEXPR;
}

void
dt_show_addr(const struct dt_show *how, dtrace_actkind_t action, uint64_t pid,
    uint64_t pc, char *buf, size_t n)
{
	int len = -1;

	if (how->name != NULL)
		len = how->name(how->arg, action, pid, pc, buf, n);
	if (len < 0)
		(void) snprintf(buf, n, "0x%" PRIx64, pc);
}

/* One frame a line, up to the first 0. */
void
dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size, int indent)
{
	bool user = dt_act_isuser(action);
	char name[SYMLEN];
	uint64_t pid = 0, pc;

	if (indent < 0)
		indent = how->stackindent < 0 ? INDENT : how->stackindent;
	if (user && size >= sizeof(pid))
		memcpy(&pid, p, sizeof(pid));
	dt_sink_write(s, "\n", 1);
	for (size_t at = user * 8u; at + sizeof(pc) <= size; at += sizeof(pc)) {
		memcpy(&pc, (const char *)p + at, sizeof(pc));
		if (pc == 0)
			break;
		dt_show_addr(how, action, pid, pc, name, sizeof(name));
		dt_sink_printf(s, "%*s%s\n", indent, "", name);
	}
}

void
dt_show_symname(const struct dt_show *how, dtrace_actkind_t action,
    const void *p, char *buf, size_t n)
{
	uint64_t v[2] = { 0 };

	if (dt_act_isuser(action))
		memcpy(v, p, sizeof(v));
	else
		memcpy(&v[1], p, sizeof(v[1]));
	dt_show_addr(how, action, v[0], v[1], buf, n);
}

void
dt_show_sym(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p)
{
	char name[SYMLEN];

	dt_show_symname(how, action, p, name, sizeof(name));
	dt_sink_printf(s, "  %-50s", name);
}
