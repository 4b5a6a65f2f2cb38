/* SPDX-License-Identifier: MIT */
/* stack.c - addresses and stacks to text. */
#include <inttypes.h>
#include "base/act.h"
#include "rt/clause.h"
#include "show/escape.h"
#include "show/show.h"

#define	INDENT		14	/* option stackindent, unset */

dtrace_actkind_t
dt_show_action(const dtrace_recdesc_t *rec)
{
	if (!DTRACEACT_ISPRINTFLIKE(rec->dtrd_action))
		return rec->dtrd_action;
	return (rec->dtrd_arg & DT_PF_ACTION) != 0 ?
	    (dtrace_actkind_t)rec->dtrd_arg : DTRACEACT_DIFEXPR;
}

static const char *
text_of(struct dt_sink *s, const struct dt_buf *b)
{
	if (b->err != 0 && s->err == 0)
		s->err = b->err;
	return dt_buf_text(b);
}

const char *
dt_show_addr(struct dt_sink *s, const struct dt_show *how, struct dt_addr *a,
    struct dt_buf *b)
{
	dt_buf_reset(b);
	if (how->name != NULL)
		how->name(how->arg, a, b);
	else
		dt_buf_printf(b, "0x%" PRIx64, a->pc);
	return text_of(s, b);
}

const char *
dt_show_name(struct dt_sink *s, const struct dt_show *how, struct dt_addr *a,
    struct dt_buf *b)
{
	const char *text = dt_show_addr(s, how, a, b);
	struct dt_buf escaped = { 0 };

	if (how->rawbytes || !dt_escape_needed(text, strlen(text)))
		return text;
	dt_escape(&escaped, text, strlen(text));
	dt_buf_free(b);
	*b = escaped;
	return text_of(s, b);
}

struct dt_addrs
dt_show_addrs(dtrace_actkind_t action, const void *p, size_t size)
{
	struct dt_addrs a = { .at.action = action, .p = p,
	    .n = size / sizeof(uint64_t), .stack = dt_act_isstack(action) };

	if (dt_act_isuser(action) && a.n != 0) {
		memcpy(&a.at.pid, a.p, sizeof(a.at.pid));
		a.p += sizeof(a.at.pid);
		a.n--;
	}
	return a;
}

/* All frames but the first are callers, unless a signal interrupted them. */
bool
dt_show_nextaddr(struct dt_addrs *a)
{
	if (a->n == 0)
		return false;
	a->at.is_return = a->stack && a->begun && !a->at.is_signal;
	a->at.is_signal = false;
	a->begun = true;
	memcpy(&a->at.pc, a->p, sizeof(a->at.pc));
	a->p += sizeof(a->at.pc);
	a->n--;
	return a->at.pc != 0 || !a->stack;
}

/* One frame a line. */
void
dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size, int indent)
{
	struct dt_addrs frames = dt_show_addrs(action, p, size);
	struct dt_buf b = { 0 };

	if (indent < 0)
		indent = how->stackindent < 0 ? INDENT : how->stackindent;
	dt_sink_write(s, "\n", 1);
	while (dt_show_nextaddr(&frames))
		dt_sink_printf(s, "%*s%s\n", indent, "",
		    dt_show_name(s, how, &frames.at, &b));
	dt_buf_free(&b);
}

const char *
dt_show_symname(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, struct dt_buf *b)
{
	uint64_t v[2] = { 0 };

	if (dt_act_isuser(action))
		memcpy(v, p, sizeof(v));
	else
		memcpy(&v[1], p, sizeof(v[1]));
	return dt_show_name(s, how, &(struct dt_addr){ .action = action,
	    .pid = v[0], .pc = v[1] }, b);
}

void
dt_show_sym(struct dt_sink *s, const struct dt_show *how,
    dtrace_actkind_t action, const void *p)
{
	struct dt_buf b = { 0 };

	dt_sink_printf(s, "  %-50s", dt_show_symname(s, how, action, p, &b));
	dt_buf_free(&b);
}
