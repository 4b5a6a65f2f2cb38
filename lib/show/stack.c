/* SPDX-License-Identifier: MIT */
/* stack.c - addresses and stacks to text. */
#include <inttypes.h>
#include "show/show.h"

#define	INDENT		14	/* option stackindent, unset */
#define	SYMLEN		1024

void
dt_show_addr(const struct dt_show *how, uint64_t pc, char *buf, size_t n)
{
	if (how->addr2str == NULL || how->addr2str(how->arg, pc, buf, n) < 0)
		(void) snprintf(buf, n, "0x%" PRIx64, pc);
}

/* One frame a line, up to the first 0. */
void
dt_show_stack(struct dt_sink *s, const struct dt_show *how,
    const uint64_t *pcs, size_t n, int indent)
{
	char name[SYMLEN];

	if (indent < 0)
		indent = how->stackindent < 0 ? INDENT : how->stackindent;
	dt_sink_write(s, "\n", 1);
	for (size_t i = 0; i < n && pcs[i] != 0; i++) {
		dt_show_addr(how, pcs[i], name, sizeof(name));
		dt_sink_printf(s, "%*s%s\n", indent, "", name);
	}
}

void
dt_show_sym(struct dt_sink *s, const struct dt_show *how, uint64_t pc)
{
	char name[SYMLEN];

	dt_show_addr(how, pc, name, sizeof(name));
	dt_sink_printf(s, "  %-50s", name);
}
