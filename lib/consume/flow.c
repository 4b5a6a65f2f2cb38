/* SPDX-License-Identifier: MIT */
/*
 * flow.c - option flowindent: tells entries from returns, and how far each
 * firing is indented.
 */
#include "consume/priv.h"

#include <string.h>

#define	STEP		2	/* columns for each level */

/* Is the name the kind itself, or does it end with "-kind"? */
static bool
is_kind(const char *name, const char *kind)
{
	size_t n = strlen(name), k = strlen(kind);

	if (n < k || strcmp(name + n - k, kind) != 0)
		return false;
	return n == k || name[n - k - 1] == '-';
}

/* Are these clauses of one probe?  The first one enters, the last returns. */
static bool
same_probe(const struct dt_ecb *a, const struct dt_ecb *b)
{
	return a != NULL && b != NULL && a != b &&
	    a->edesc->dtepd_probeid == b->edesc->dtepd_probeid;
}

void
dt_flow_begin(struct dt_flow *f, const struct dt_ecb *ecb,
    const struct dt_ecb *next, dtrace_probedata_t *pd)
{
	const char *name = pd->dtpda_pdesc->dtpd_name;
	bool call = strcmp(pd->dtpda_pdesc->dtpd_provider, "syscall") == 0;

	pd->dtpda_flow = DTRACEFLOW_NONE;
	pd->dtpda_prefix = "| ";
	if (is_kind(name, "entry") && !same_probe(ecb, f->last)) {
		pd->dtpda_flow = DTRACEFLOW_ENTRY;
		pd->dtpda_prefix = call ? " => " : " -> ";
	} else if (is_kind(name, "return") && !same_probe(ecb, next)) {
		pd->dtpda_flow = DTRACEFLOW_RETURN;
		pd->dtpda_prefix = call ? " <= " : " <- ";
		f->indent -= f->indent > 0 ? STEP : 0;
	}
	pd->dtpda_indent = f->indent;
	f->last = ecb;
}

/* Called after the probe callback: the records are inside the entry. */
void
dt_flow_inside(struct dt_flow *f, dtrace_probedata_t *pd)
{
	if (pd->dtpda_flow == DTRACEFLOW_ENTRY)
		f->indent += STEP;
	pd->dtpda_indent = f->indent;
}
