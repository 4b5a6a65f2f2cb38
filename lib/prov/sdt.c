/* SPDX-License-Identifier: MIT */
/*
 * sdt.c - static tracepoints of the kernel, named as on other systems: where
 * the handlers of device interrupts and of softirqs begin and end.
 */
#include "prov/prov.h"
#include "prov/tpargs.h"

#define	FIRST_ID	6656

#define	N(v)	(sizeof(v) / sizeof((v)[0]))

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

const struct dt_prov dt_prov_sdt = {
	.name = "sdt",
	.attr = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE,
	    DTRACE_CLASS_ISA },
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
