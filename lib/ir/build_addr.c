/* SPDX-License-Identifier: MIT */
/* build_addr.c - stacks, and the process ids of addresses. */
#include "ir/build.h"

#include <string.h>

uint32_t
dt_irb_pid(struct dt_irbuild *b)
{
	b->fn->needs |= DT_NEED_PID;
	b->fn->names |= DT_NAMES_USER;
	return dt_irb_ldslot(b, offsetof(struct dt_ctx, pid), 4, false);
}

uint32_t
dt_irb_stack(struct dt_irbuild *b, const struct dt_node *n, uint32_t *temp)
{
	bool user = dt_act_isuser(n->action);
	struct dt_irins *i;

	*temp = dt_irb_temp(b, (uint32_t)(8 * n->value));
	i = dt_irb_call(b, user ? DT_RT_ustack : DT_RT_stack, 4, true);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_CTX, 0);
	dt_irb_arg(i, DT_IRA_TEMP, *temp);
	dt_irb_arg(i, DT_IRA_IMM, 8 * n->value);
	if (user)
		b->fn->names |= DT_NAMES_FRAMES;
	return i->d;
}

/* A conversion %A, whatever flags and width it has. */
void
dt_irb_fmtnames(struct dt_irbuild *b, const char *format)
{
	while (format != NULL && (format = strchr(format, '%')) != NULL) {
		format += 1 + strspn(format + 1, "-+ #0'.*?@0123456789");
		if (*format == 'A')
			b->fn->names |= DT_NAMES_USER;
		if (*format != '\0')
			format++;
	}
}
