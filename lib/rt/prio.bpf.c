/* SPDX-License-Identifier: MIT */
/*
 * prio.bpf.c - the priority that a thread is about to get, as the kernel counts
 * it: 0 to 99 real time, the lowest number first, 100 to 139 by nice value, -1
 * for deadlines.  Used by the shims of the kernel engine.
 */
#include "rt/kmem.h"

#define	MAXLEVEL	32	/* of PID namespaces */
#define	SLOTS		64	/* of a node of an ID's tree */
#define	MAXDEPTH	6
#define	RT_PRIO		99
#define	NICE_0		120

enum { NORMAL, FIFO, RR, BATCH, IDLE = 5, DEADLINE, EXT };
#define	RESET_ON_FORK	0x40000000u
#define	KEEP_POLICY	0x08
#define	KEEP_PARAMS	0x10

/* What of struct sched_attr counts here; the size comes first. */
struct attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
};

/* Bit 1 of an entry says that it is a node and no value. */
__attribute__((noinline)) uint64_t
dt_tree_find(uint64_t entry, uint64_t index)
{
	uint64_t node, shift;
	uint32_t i;

	DT_LOOP
	for (i = 0; i < MAXDEPTH; i++) {
		if ((entry & 3) != 2)
			break;
		node = entry - 2;
		shift = half_of(node, DT_IMM(dt_imm_node_shift)) & 63;
		if (i == 0 && index >> shift >= SLOTS)
			return 0;
		entry = word_of(node, DT_IMM(dt_imm_node_slots) +
		    (index >> shift & (SLOTS - 1)) * 8);
	}
	return i == 0 && index != 0 ? 0 : entry;
}

__attribute__((noinline)) uint64_t
dt_thread_find(uint64_t me, int64_t id)
{
	uint64_t pid, upid, node, level;

	if (id == 0)
		return me;
	pid = word_of(me, DT_IMM(dt_imm_task_thread_pid));
	level = half_of(pid, DT_IMM(dt_imm_pid_level));
	if (level > MAXLEVEL)
		return 0;
	upid = DT_IMM(dt_imm_pid_numbers) + level * UPID_SIZE;
	node = word_of(pid, upid + DT_IMM(dt_imm_upid_ns));
	pid = dt_tree_find(word_of(node, DT_IMM(dt_imm_ns_ids)), id);
	if (pid == 0 || half_of(pid, upid) != id)
		return 0;
	node = word_of(pid, DT_IMM(dt_imm_pid_tasks));
	return node == 0 ? 0 : node - DT_IMM(dt_imm_task_links);
}

static __attribute__((always_inline)) inline int64_t
by_nice(int32_t nice)
{
	return NICE_0 + (nice < -20 ? -20 : nice > 19 ? 19 : nice);
}

static __attribute__((always_inline)) inline int64_t
by_policy(uint32_t policy, uint32_t rt, int64_t normal)
{
	policy &= ~RESET_ON_FORK;
	if (policy == FIFO || policy == RR)
		return rt > RT_PRIO ? DT_PRIO_NONE : RT_PRIO - (int64_t)rt;
	if (policy == DEADLINE)
		return -1;
	return policy > EXT ? DT_PRIO_NONE : normal;
}

/* A real-time thread keeps its nice value for later. */
static __attribute__((always_inline)) inline int64_t
asked_nice(uint64_t which, int32_t nice, uint32_t policy)
{
	if (which != 0 || policy == FIFO || policy == RR || policy == DEADLINE)
		return DT_PRIO_NONE;
	return by_nice(nice);
}

static __attribute__((always_inline)) inline int64_t
asked_param(uint64_t user, uint32_t policy, int32_t normal)
{
	uint32_t rt;

	if (bpf_probe_read_user(&rt, sizeof(rt), user) != 0)
		return DT_PRIO_NONE;
	return by_policy(policy, rt, normal);
}

static __attribute__((always_inline)) inline int64_t
asked_attr(uint64_t user, uint32_t policy, uint64_t task)
{
	struct attr a;

	if (bpf_probe_read_user(&a, sizeof(a), user) != 0)
		return DT_PRIO_NONE;
	if (!(a.flags & KEEP_POLICY))
		policy = a.policy;
	if (a.flags & KEEP_PARAMS)
		return by_policy(policy,
		    half_of(task, DT_IMM(dt_imm_task_rt_priority)),
		    (int32_t)half_of(task, DT_IMM(dt_imm_task_static_prio)));
	return by_policy(policy, a.priority, by_nice(a.nice));
}

__attribute__((noinline)) int64_t
dt_prio_asked(uint32_t call, uint64_t task, uint64_t a0, uint64_t a1,
    uint64_t a2)
{
	uint32_t policy;
	int32_t normal;

	if (task == 0)
		return DT_PRIO_NONE;
	policy = half_of(task, DT_IMM(dt_imm_task_policy));
	normal = half_of(task, DT_IMM(dt_imm_task_static_prio));
	switch (call) {
	case DT_CALL_SETPRIORITY:
		return asked_nice(a0, a2, policy);
	case DT_CALL_SETSCHEDULER:
		return asked_param(a2, a1, normal);
	case DT_CALL_SETPARAM:
		return asked_param(a1, policy, normal);
	case DT_CALL_SETATTR:
		return asked_attr(a1, policy, task);
	}
	return DT_PRIO_NONE;
}

__attribute__((noinline)) int64_t
dt_prio_lent(uint64_t task, uint64_t waiter)
{
	int32_t own = half_of(task, DT_IMM(dt_imm_task_normal_prio)), prio;

	if (waiter == 0)
		return own;
	prio = half_of(waiter, DT_IMM(dt_imm_task_prio));
	return prio < own ? prio : own;
}
