/* SPDX-License-Identifier: MIT */
/* stack.c - addresses and stacks to text. */
#include <inttypes.h>
#include "base/act.h"
#include "rt/clause.h"
#include "show/escape.h"
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

void
dt_show_name(const struct dt_show *how, dtrace_actkind_t action, uint64_t pid,
    uint64_t pc, char *buf, size_t n)
{
	struct dt_buf b = { 0 };

	dt_show_addr(how, action, pid, pc, buf, n);
	if (how->rawbytes || !dt_escape_needed(buf, strlen(buf)))
		return;
	dt_escape(&b, buf, strlen(buf));
	(void) snprintf(buf, n, "%s", dt_buf_text(&b));
	dt_buf_free(&b);
}

struct dt_addrs
dt_show_addrs(dtrace_actkind_t action, const void *p, size_t size)
{
	struct dt_addrs a = { .p = p, .n = size / sizeof(uint64_t),
	    .stack = dt_act_isstack(action) };

	if (dt_act_isuser(action) && a.n != 0) {
		memcpy(&a.pid, a.p, sizeof(a.pid));
		a.p += sizeof(a.pid);
		a.n--;
	}
	return a;
}

bool
dt_show_nextaddr(struct dt_addrs *a, uint64_t *pc)
{
	if (a->n == 0)
		return false;
	memcpy(pc, a->p, sizeof(*pc));
	a->p += sizeof(*pc);
	a->n--;
	return *pc != 0 || !a->stack;
}

/* One frame a line. */
void
dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size, int indent)
{
	struct dt_addrs frames = dt_show_addrs(action, p, size);
	char name[SYMLEN];
	uint64_t pc;

	if (indent < 0)
		indent = how->stackindent < 0 ? INDENT : how->stackindent;
	dt_sink_write(s, "\n", 1);
	while (dt_show_nextaddr(&frames, &pc)) {
		dt_show_name(how, action, frames.pid, pc, name, sizeof(name));
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
	dt_show_name(how, action, v[0], v[1], buf, n);
}

void
dt_show_sym(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p)
{
	char name[SYMLEN];

	dt_show_symname(how, action, p, name, sizeof(name));
	dt_sink_printf(s, "  %-50s", name);
}
