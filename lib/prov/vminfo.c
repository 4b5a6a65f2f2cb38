/* SPDX-License-Identifier: MIT */
/*
 * vminfo.c - events that the statistics of virtual memory count, named as on
 * Solaris, from the kernel's tracepoints.
 */
#include "prov/conds.h"
#include "prov/prov.h"

#define	FIRST_ID	12288

#define	ONE	GROWS(VALUE(1))

/* --- faults ------------------------------------------------------------- */

#ifdef __x86_64__

/*
 * Bits of a page fault's error code: 1 the page is present, 2 a write, 4 in
 * user mode, 16 an instruction fetch, 32 a protection key.
 */
static const int16_t absent[] = { 0, 2, 4, 6, 16, 20 };
static const int16_t forbidden[] = { 1, 5, 17, 21, 33, 35, 37, 39 };
static const int16_t shared[] = { 3, 7 };

enum { ADDRESS, REGS, CODE };		/* arguments of the tracepoints */

#define	HAS(codes)	{ ARG(CODE), DT_TP_IN, SET(codes) }
/* Faults of the kernel count if the address is the process's, i.e. positive. */
#define	FAULTS(codes) { \
	{ .tp = "page_fault_user", .nconds = 1, .conds = { HAS(codes) }, \
	    ONE }, \
	{ .tp = "page_fault_kernel", .never_nests = true, .nconds = 3, \
	    .conds = { HAS(codes), { VALUE(0), DT_TP_LT, ARG(ADDRESS) }, \
	    RESOLVED }, ONE }, \
}

static const struct dt_tpsrc as_fault[] = FAULTS(absent);
static const struct dt_tpsrc prot_fault[] = FAULTS(forbidden);
static const struct dt_tpsrc cow_fault[] = FAULTS(shared);
#endif /* __x86_64__ */

/* --- reclaim ------------------------------------------------------------ */

static const struct dt_tpsrc pgrrun[] = {
	{ .tp = "mm_vmscan_kswapd_wake", ONE },
	{ .tp = "mm_vmscan_direct_reclaim_begin", ONE },
	{ .tp = "mm_vmscan_memcg_reclaim_begin", ONE },
};

/* Arguments: node, scanned, reclaimed, statistics, priority, is it of files. */
#define	RECLAIMED	ARG(2)
#define	ANY		{ VALUE(0), DT_TP_LT, RECLAIMED }
#define	FREED(...) { \
	.tp = "mm_vmscan_lru_shrink_inactive", __VA_ARGS__, \
	GROWS(RECLAIMED) \
}

static const struct dt_tpsrc dfree[] = {
	FREED(.nconds = 1, .conds = { ANY }),
};
static const struct dt_tpsrc fsfree[] = {
	FREED(.nconds = 2,
	    .conds = { ANY, { INTARG(5), DT_TP_NE, VALUE(0) } }),
};
static const struct dt_tpsrc anonfree[] = {
	FREED(.nconds = 2,
	    .conds = { ANY, { INTARG(5), DT_TP_EQ, VALUE(0) } }),
};
static const struct dt_tpsrc scan[] = {
	{
		.tp = "mm_vmscan_lru_shrink_inactive", .nconds = 1,
		.conds = { { VALUE(0), DT_TP_LT, ARG(1) } },
		GROWS(ARG(1)),
	},
};

#define	ROW(srcs)	TPROW(#srcs, 3, srcs, NULL)

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW(pgrrun), ROW(dfree), ROW(fsfree), ROW(anonfree),
	ROW(scan),
#ifdef __x86_64__
	ROW(as_fault), ROW(prot_fault), ROW(cow_fault),
#endif
};

const struct dt_prov dt_prov_vminfo = {
	.name = "vminfo",
	.attrs = DT_PA_SYSINFO,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
