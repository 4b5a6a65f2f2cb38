/* SPDX-License-Identifier: MIT */
/*
 * sdt.c - the tracepoints of the kernel, each under its own name, with its
 * group as the module.  Those at the start and end of handlers of device
 * interrupts and softirqs also have their names on other systems.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "prov/prov.h"
#include "prov/tpargs.h"
#include "type/type.h"

#define	FIRST_ID	6656
#define	TRACEPOINT_ID	32768
#define	NO_GROUP	"vmlinux"	/* the module of other tracepoints */

static const struct dt_tpsrc irq_start = {
	.tp = "irq_handler_entry", .nargs = 2,
	.args = { INTARG(0), ARG(1) },
};
static const struct dt_tpsrc irq_complete = {
	.tp = "irq_handler_exit", .nargs = 3,
	.args = { INTARG(0), ARG(1), INTARG(2) },
};
static const struct dt_tpsrc softirq_start = {
	.tp = "softirq_entry", .nargs = 1, .args = { INTARG(0) },
};
static const struct dt_tpsrc softirq_complete = {
	.tp = "softirq_exit", .nargs = 1, .args = { INTARG(0) },
};

static const char *const irq_types[] = {
	"int", "struct irqaction *", "int", NULL
};
static const char *const softirq_types[] = { "unsigned int", NULL };

#define	PROBE(name, n, src, types)					\
	{ "vmlinux", "", name, n, 1, &src, .argtypes = types }

static const struct dt_tpprobe rows[] = {
	PROBE("interrupt-start", 2, irq_start, irq_types),
	PROBE("interrupt-complete", 3, irq_complete, irq_types),
	PROBE("softirq-start", 1, softirq_start, softirq_types),
	PROBE("softirq-complete", 1, softirq_complete, softirq_types),
};

struct search {
	struct dt_probes *ps;
	const struct dt_events *events;
	const char *const *part;
};

/*
 * Can the description match?  If not, as for BEGIN or tick-1s without a
 * provider, the kernel's names are not read, which saves 2 ms.
 */
static bool
may_name(const char *const part[4])
{
	const char *name = part[3] != NULL ? part[3] : "";

	if (!dt_part_matches(part[0], "sdt") || !dt_part_matches(part[2], ""))
		return false;
	return *name == '\0' || dt_glob_is_pattern(name) ||
	    (strpbrk(name, "abcdefghijklmnopqrstuvwxyz") != NULL &&
	    strchr(name, '-') == NULL);
}

static int
visit(void *arg, const char *name, uint32_t number)
{
	const struct search *s = arg;
	const char *group = dt_events_group(s->events, name);
	const struct dt_probe p = {
		.id = TRACEPOINT_ID + number,
		.part = { "sdt", group != NULL ? group : NO_GROUP, "", name },
		.prov = &dt_prov_sdt,
		.point = DT_POINT_TP,
	};

	if (!dt_part_matches(s->part[1], p.part[1]) ||
	    !dt_part_matches(s->part[3], name) ||
	    dt_probes_byid(s->ps, p.id) != NULL)
		return 0;
	return dt_probes_add(s->ps, &p);
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	struct search s = { .ps = ps, .part = part };
	int err;

	if (!may_name(part))
		return 0;
	err = dt_kbtf_read_tracepoints(dt_probes_kernel(ps));
	if (err != 0 || !dt_kbtf_has_tracepoints(dt_probes_kernel(ps)))
		return err;
	s.events = dt_probes_events(ps);
	return s.events == NULL ? -ENOMEM :
	    dt_kbtf_each_tracepoint(dt_probes_kernel(ps), visit, &s);
}

/* Describe the arguments, which are those of the tracepoint, in its order. */
static int
describe(struct dt_probes *ps, struct dt_probe *p)
{
	struct dt_arena *arena = dt_probes_arena(ps);
	struct dt_kvalue v[DT_TP_MAXARGS];
	int i, n = dt_kbtf_tracepoint_args(dt_probes_kernel(ps), p->part[3],
	    arena, v, DT_TP_MAXARGS);
	struct dt_tpsrc *src = dt_arena_alloc(arena, sizeof(*src));
	const char **types = dt_arena_alloc(arena,
	    (DT_TP_MAXARGS + 1) * sizeof(*types));

	if (n < 0)
		return n;
	if (src == NULL || types == NULL)
		return -ENOMEM;
	src->tp = p->part[3];
	src->nargs = (uint8_t)n;
	for (i = 0; i < n; i++) {
		types[i] = v[i].type;
		src->args[i] = (struct dt_tpval){ .from = DT_TP_ARG, .n = i,
			.size = v[i].size, .is_signed = v[i].is_signed };
	}
	p->nargs = (uint8_t)n;
	p->argtypes = types;
	p->srcs = src;
	p->nsrcs = 1;
	return 0;
}

/* Explain only if the description names this provider. */
static bool
knows_tracepoints(void)
{
	struct dt_kbtf *kb = NULL;
	bool knows = dt_kbtf_create(&kb, NULL) == 0 &&
	    dt_kbtf_read_tracepoints(kb) == 0 && dt_kbtf_has_tracepoints(kb);

	dt_kbtf_destroy(kb);
	return knows;
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	if (part[0] == NULL || strcmp(part[0], "sdt") != 0)
		return false;
	if (!knows_tracepoints()) {
		(void) snprintf(buf, n, "%s", DT_NO_TRACEPOINTS);
		return true;
	}
	(void) snprintf(buf, n, "this kernel has no tracepoint %s%s%s%s: list "
	    "those that it has with dtrace -l -P sdt",
	    part[3] != NULL && *part[3] != '\0' ? part[3] : "*",
	    part[1] != NULL && *part[1] != '\0' ? " in group " : "",
	    part[1] != NULL ? part[1] : "",
	    part[2] != NULL && *part[2] != '\0' ? " (write sdt:GROUP::NAME, "
	    "without a function)" : "");
	return true;
}

const struct dt_prov dt_prov_sdt = {
	.name = "sdt",
	.attrs = DT_PA_SDT,
	.provide = provide,
	.describe = describe,
	.explain = explain,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
