/* SPDX-License-Identifier: MIT */
/* conds.h - conditions of sources that several providers have. */
#ifndef DT_CONDS_H
#define DT_CONDS_H

#include <stdint.h>
#include "prov/tpargs.h"

/* Arguments of sched_switch. */
enum { PREEMPT, PREV, NEXT, STATE };

/* The condition by which the kernel counts a switch as nonvoluntary. */
#define	NONVOLUNTARY	.any = true, .nconds = 2, .conds = { \
	{ BOOLARG(PREEMPT), DT_TP_NE, VALUE(0) }, \
	{ INTARG(STATE), DT_TP_EQ, VALUE(0) }, \
}

/* The new thread of sched_process_fork is a process: its pid is its tgid. */
#define	IS_PROCESS	{ INT(1, "task_struct", "pid"), DT_TP_EQ, \
			    INT(1, "task_struct", "tgid") }

/*
 * The kernel resolves the fault.  It does not where a read must not sleep, as
 * when a probe reads the memory of the process, so a source with this condition
 * never_nests.
 */
#define	RESOLVED	{ { .from = DT_TP_CURRENT, .type = "task_struct", \
			    .member = "pagefault_disabled", .size = 4 }, \
			    DT_TP_EQ, { .from = DT_TP_READING } }

/* Numbers of system calls: native ones, and those of 32-bit processes. */
#ifdef __aarch64__
static const int16_t exec_calls[] = { 221, 281 };
static const int16_t exec_calls32[] = { 11, 387 };
static const int16_t clone_calls[] = { 220, 435 };
#else
static const int16_t exec_calls[] = { 59, 322 };
static const int16_t exec_calls32[] = { 11, 358 };
static const int16_t clone_calls[] = { 56, 57, 58, 435 };
#endif
static const int16_t clone_calls32[] = { 2, 120, 190, 435 };

#define	NATIVE		{ { .from = DT_TP_COMPAT }, DT_TP_EQ, VALUE(0) }
#define	COMPAT		{ { .from = DT_TP_COMPAT }, DT_TP_NE, VALUE(0) }
/*
 * sys_enter has the registers and the number of the call, sys_exit the
 * registers and the result.
 */
#define	LEAVES(calls)	{ INT(0, "pt_regs", "orig_ax|syscallno"), DT_TP_IN, \
			    SET(calls) }

#endif /* DT_CONDS_H */
