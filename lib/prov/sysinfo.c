/* SPDX-License-Identifier: MIT */
/*
 * sysinfo.c - events that the system's statistics count, named as on Solaris,
 * from the kernel's tracepoints.
 */
#include "prov/conds.h"
#include "prov/prov.h"

#define	FIRST_ID	12544

#define	ONE	GROWS(VALUE(1))

/* --- threads ------------------------------------------------------------ */

static const struct dt_tpsrc pswitch[] = { { .tp = "sched_switch", ONE } };

static const struct dt_tpsrc inv_swtch[] = {
	{ .tp = "sched_switch", NONVOLUNTARY, ONE },
};

static const struct dt_tpsrc idlethread[] = {
	{
		.tp = "sched_switch", .nconds = 1,
		.conds = { { INT(NEXT, "task_struct", "pid"), DT_TP_EQ,
		    VALUE(0) } },
		ONE,
	},
};

static const struct dt_tpsrc nthreads[] = {
	{ .tp = "sched_process_fork", ONE },
};

/* Arguments of sched_process_fork. */
enum { PARENT, CHILD };

#define	MEMORY(i)	MEMBER(i, "task_struct", "mm", 8)

/*
 * The child of vfork() uses the memory of its parent until it executes a
 * program.  Threads of the kernel have none.
 */
static const struct dt_tpsrc sysfork[] = {
	{ .tp = "sched_process_fork", .nconds = 2, .conds = { IS_PROCESS,
	    { MEMORY(CHILD), DT_TP_NE, MEMORY(PARENT) } }, ONE },
};
static const struct dt_tpsrc sysvfork[] = {
	{ .tp = "sched_process_fork", .nconds = 3, .conds = { IS_PROCESS,
	    { MEMORY(CHILD), DT_TP_EQ, MEMORY(PARENT) },
	    { MEMORY(CHILD), DT_TP_NE, VALUE(0) } }, ONE },
};

/* --- locks -------------------------------------------------------------- */

static const struct dt_tpsrc mutex_adenters[] = {
	{
		.tp = "contention_begin", .any = true, .nconds = 2,
		.conds = {
			{ INTARG(1), DT_TP_EQ, VALUE(DT_LOCK_MUTEX) },
			{ INTARG(1), DT_TP_EQ, VALUE(DT_LOCK_MUTEX |
			    DT_LOCK_SPIN) },
		},
		ONE,
	},
};

#define	CONTENTION(flags) { \
	.tp = "contention_begin", .nconds = 1, \
	.conds = { { INTARG(1), DT_TP_EQ, VALUE(flags) } }, ONE \
}

static const struct dt_tpsrc rw_rdfails[] = { CONTENTION(DT_LOCK_READ) };
static const struct dt_tpsrc rw_wrfails[] = { CONTENTION(DT_LOCK_WRITE) };

/* --- interrupts and buffers --------------------------------------------- */

static const struct dt_tpsrc intr[] = { { .tp = "irq_handler_entry", ONE } };
static const struct dt_tpsrc xcalls[] = {
	{ .tp = "ipi_send_cpu", ONE }, { .tp = "ipi_send_cpumask", ONE },
};
static const struct dt_tpsrc trap[] = {
	{ .tp = "page_fault_user", ONE },
	{ .tp = "page_fault_kernel", .never_nests = true, .nconds = 1,
	    .conds = { RESOLVED }, ONE },
};

/* The low byte of bi_opf is the operation. */
#define	TRANSFER(op) { \
	.tp = "block_bio_queue", .nconds = 1, \
	.conds = { { MEMBER(0, "bio", "bi_opf", 1), DT_TP_EQ, VALUE(op) } }, \
	ONE \
}

static const struct dt_tpsrc bread[] = { TRANSFER(0) };
static const struct dt_tpsrc bwrite[] = { TRANSFER(1) };
static const struct dt_tpsrc lread[] = { { .tp = "block_touch_buffer", ONE } };
static const struct dt_tpsrc lwrite[] = { { .tp = "block_dirty_buffer", ONE } };

/* --- system calls ------------------------------------------------------- */

/* Native numbers, and those of 32-bit processes. */
#ifdef __aarch64__
static const int16_t reads[] = { 63, 65, 67, 69, 286 };
static const int16_t reads32[] = { 3, 145, 180, 361, 392 };
static const int16_t writes[] = { 64, 66, 68, 70, 287 };
static const int16_t writes32[] = { 4, 146, 181, 362, 393 };
static const int16_t messages[] = { 188, 189 };
static const int16_t messages32[] = { 301, 302 };
static const int16_t semops[] = { 192, 193 };
static const int16_t semops32[] = { 298, 312, 420 };
#else
static const int16_t reads[] = { 0, 17, 19, 295, 327 };
static const int16_t reads32[] = { 3, 145, 180, 333, 378 };
static const int16_t writes[] = { 1, 18, 20, 296, 328 };
static const int16_t writes32[] = { 4, 146, 181, 334, 379 };
static const int16_t messages[] = { 69, 70 };
static const int16_t messages32[] = { 400, 401 };
static const int16_t semops[] = { 65, 220 };
static const int16_t semops32[] = { 420 };
#endif

#define	ENTERS(calls)	{ ARG(1), DT_TP_IN, SET(calls) }

#define	CALL(calls, which) { \
	.tp = "sys_enter", .nconds = 2, .conds = { ENTERS(calls), which }, \
	ONE \
}
#define	CALLS(calls)	{ CALL(calls, NATIVE), CALL(calls##32, COMPAT) }

static const struct dt_tpsrc sysread[] = CALLS(reads);
static const struct dt_tpsrc syswrite[] = CALLS(writes);
static const struct dt_tpsrc sysexec[] = CALLS(exec_calls);
static const struct dt_tpsrc msg[] = CALLS(messages);
static const struct dt_tpsrc sema[] = CALLS(semops);

/* The number of the call is tested last: reading it takes a helper. */
#define	BYTES(calls, which) { \
	.tp = "sys_exit", .nconds = 3, \
	.conds = { { VALUE(0), DT_TP_LT, ARG(1) }, which, LEAVES(calls) }, \
	GROWS(ARG(1)) \
}

static const struct dt_tpsrc readch[] = {
	BYTES(reads, NATIVE), BYTES(reads32, COMPAT),
};
static const struct dt_tpsrc writech[] = {
	BYTES(writes, NATIVE), BYTES(writes32, COMPAT),
};

#define	EAGAIN_RESULT	(-11)
#define	NO_PROCESS(calls, which) { \
	.tp = "sys_exit", .nconds = 3, \
	.conds = { { ARG(1), DT_TP_EQ, VALUE(EAGAIN_RESULT) }, which, \
	    LEAVES(calls) }, \
	ONE \
}

static const struct dt_tpsrc procovf[] = {
	NO_PROCESS(clone_calls, NATIVE), NO_PROCESS(clone_calls32, COMPAT),
};

#define	ROW(srcs)	TPROW(#srcs, 3, srcs, NULL)

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW(pswitch), ROW(inv_swtch), ROW(idlethread), ROW(nthreads),
	ROW(sysfork), ROW(mutex_adenters), ROW(rw_rdfails), ROW(rw_wrfails),
	ROW(intr), ROW(xcalls), ROW(trap), ROW(bread), ROW(bwrite),
	ROW(lread), ROW(lwrite),
	ROW(sysread), ROW(syswrite), ROW(sysexec), ROW(sysvfork),
	ROW(msg), ROW(sema), ROW(readch), ROW(writech), ROW(procovf),
};

const struct dt_prov dt_prov_sysinfo = {
	.name = "sysinfo",
	.attrs = DT_PA_SYSINFO,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
