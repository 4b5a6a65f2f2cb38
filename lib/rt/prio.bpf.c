/* SPDX-License-Identifier: MIT */
/*
 * prio.bpf.c - changes of the priorities of threads: which threads a system
 * call is about, and what their priorities were before it.  Priorities are as
 * the kernel counts them: 0 to 99 real time, the lowest number first, 100 to
 * 139 by nice value, -1 for deadlines.  Used by the shims of the kernel engine.
 */
#include "rt/kmem.h"

#define	MAXLEVEL	32	/* of PID namespaces */
#define	SLOTS		64	/* of a node of an ID's tree */
#define	MAXDEPTH	6
#define	NICE_0		120
#define	PIDTYPE_PGID	2	/* place in signal_struct.pids */

enum { NORMAL, FIFO, RR, BATCH, IDLE = 5, DEADLINE, EXT };
enum { PRIO_PROCESS, PRIO_PGRP, PRIO_USER };

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
dt_pid_find(uint64_t me, int64_t id)
{
	uint64_t pid, upid, ns, level;

	pid = word_of(me, DT_IMM(dt_imm_task_thread_pid));
	level = half_of(pid, DT_IMM(dt_imm_pid_level));
	if (level > MAXLEVEL)
		return 0;
	upid = DT_IMM(dt_imm_pid_numbers) + level * UPID_SIZE;
	ns = word_of(pid, upid + DT_IMM(dt_imm_upid_ns));
	ns += DT_IMM(dt_imm_ns_idr) + DT_IMM(dt_imm_idr_tree);
	pid = dt_tree_find(word_of(ns, DT_IMM(dt_imm_tree_head)), id);
	return pid == 0 || half_of(pid, upid) != id ? 0 : pid;
}

__attribute__((noinline)) uint64_t
dt_thread_find(uint64_t me, int64_t id)
{
	uint64_t pid, node;

	if (id == 0)
		return me;
	pid = dt_pid_find(me, id);
	node = pid == 0 ? 0 : word_of(pid, DT_IMM(dt_imm_pid_tasks));
	return node == 0 ? 0 : node - DT_IMM(dt_imm_task_links);
}

/* --- the threads of a call ------------------------------------------------ */

static __attribute__((always_inline)) inline uint64_t
group_of(uint64_t signal)
{
	return word_of(signal, DT_IMM(dt_imm_signal_pids) + PIDTYPE_PGID * 8);
}

/* The thread behind a link of the list of a process, or 0 at its end. */
static __attribute__((always_inline)) inline uint64_t
thread_at(uint64_t signal, uint64_t link)
{
	if (link == 0 || link == signal + DT_IMM(dt_imm_signal_threads))
		return 0;
	return link - DT_IMM(dt_imm_task_node);
}

static __attribute__((always_inline)) inline uint64_t
first_thread(const struct dt_priowalk *w)
{
	uint64_t signal = word_of(w->process, DT_IMM(dt_imm_task_signal));

	if (signal == 0 || (w->group != 0 && group_of(signal) != w->group))
		return 0;
	return thread_at(signal, word_of(signal,
	    DT_IMM(dt_imm_signal_threads)));
}

/*
 * The user that PRIO_USER means.  In a user namespace ids are not those that
 * the kernel keeps: there all users are looked at, and whose priority does not
 * change is left out when the call returns.
 */
static __attribute__((always_inline)) inline int64_t
user_of(uint64_t me, uint32_t who)
{
	uint64_t cred = word_of(me, DT_IMM(dt_imm_task_cred)), ns;

	if (who == 0)
		return half_of(cred, DT_IMM(dt_imm_cred_uid));
	ns = word_of(cred, DT_IMM(dt_imm_cred_userns));
	return half_of(ns, DT_IMM(dt_imm_userns_level)) == 0 ?
	    (int64_t)who : -1;
}

/* From the process of the caller on, around the list of all. */
static __attribute__((always_inline)) inline int
begin_many(struct dt_priowalk *w, uint32_t which, int32_t who)
{
	if (which == PRIO_PGRP && who == 0)
		w->group = group_of(word_of(w->me,
		    DT_IMM(dt_imm_task_signal)));
	else if (which == PRIO_PGRP)
		w->group = dt_pid_find(w->me, who);
	else
		w->uid = user_of(w->me, who);
	if (which == PRIO_PGRP && w->group == 0)
		return 0;
	w->first = word_of(w->me, DT_IMM(dt_imm_task_leader));
	w->process = w->first;
	w->thread = first_thread(w);
	return w->first != 0;
}

__attribute__((noinline)) int
dt_prio_begin(struct dt_priowalk *w, uint32_t kind, uint64_t a0,
    uint64_t a1, uint64_t a2)
{
	int32_t nice = (int32_t)a2, who = 0;

	if (w == NULL)
		return 0;
	w->uid = -1;
	w->asked = NICE_0 + (nice < -20 ? -20 : nice > 19 ? 19 : nice);
	if (kind == DT_CALL_WHICH && (uint32_t)a0 - PRIO_PGRP <= 1)
		return begin_many(w, (uint32_t)a0, (int32_t)a1);
	if (kind == DT_CALL_WHICH && (uint32_t)a0 != PRIO_PROCESS)
		return 0;
	if (kind != DT_CALL_SELF)
		who = (int32_t)(kind == DT_CALL_WHICH ? a1 : a0);
	w->thread = dt_thread_find(w->me, who);
	return w->thread != 0;
}

/* The thread in turn, or 0 where a process ends. */
static __attribute__((always_inline)) inline uint64_t
next_thread(struct dt_priowalk *w)
{
	uint64_t task = w->thread, link;

	if (w->first == 0) {
		w->done = 1;
		return task;
	}
	if (task != 0) {
		w->thread = thread_at(word_of(w->process,
		    DT_IMM(dt_imm_task_signal)),
		    word_of(task, DT_IMM(dt_imm_task_node)));
		return task;
	}
	link = word_of(w->process, DT_IMM(dt_imm_task_tasks));
	w->process = link - DT_IMM(dt_imm_task_tasks);
	w->done = link == 0 || w->process == w->first;
	w->thread = w->done ? 0 : first_thread(w);
	return 0;
}

/* --- their priorities ----------------------------------------------------- */

/* May setpriority change it?  One in real time keeps the value for later. */
static __attribute__((always_inline)) inline int
may_change(const struct dt_priowalk *w, uint64_t task)
{
	uint32_t policy;
	uint64_t cred;

	if (w->first == 0)
		return 1;
	policy = half_of(task, DT_IMM(dt_imm_task_policy));
	if (policy == FIFO || policy == RR || policy == DEADLINE ||
	    (int32_t)half_of(task, DT_IMM(dt_imm_task_static_prio)) ==
	    w->asked)
		return 0;
	if (w->uid < 0)
		return 1;
	cred = word_of(task, DT_IMM(dt_imm_task_real_cred));
	return half_of(cred, DT_IMM(dt_imm_cred_uid)) == w->uid;
}

static __attribute__((always_inline)) inline struct dt_prioval
priorities(uint64_t task)
{
	struct dt_prioval v;

	v.prio = (int32_t)half_of(task, DT_IMM(dt_imm_task_prio));
	v.normal = (int32_t)half_of(task, DT_IMM(dt_imm_task_normal_prio));
	return v;
}

__attribute__((noinline)) int
dt_prio_note(struct dt_priowalk *w)
{
	struct dt_priokey k;
	struct dt_prioval v;

	if (w == NULL)
		return 1;
	k.me = w->me;
	k.task = next_thread(w);
	if (k.task == 0 || !may_change(w, k.task))
		return w->done;
	v = priorities(k.task);
	if (bpf_map_update_elem(dt_map_prios, &k, &v, 0) != 0)
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return w->done;
}

/*
 * What another thread does meanwhile is not this call's: what is lent to the
 * thread changes its priority, but not the one that it has without.
 */
__attribute__((noinline)) int
dt_prio_changed(struct dt_priowalk *w)
{
	struct dt_prioval now, *old;
	struct dt_priokey k;

	if (w == NULL)
		return 1;
	w->task = 0;
	k.me = w->me;
	k.task = next_thread(w);
	old = k.task == 0 ? NULL : bpf_map_lookup_elem(dt_map_prios, &k);
	if (old == NULL)
		return w->done;
	now = priorities(k.task);
	w->old = old->prio;
	if (now.prio != old->prio && now.normal != old->normal &&
	    (w->first != 0 || w->result == 0))
		w->task = k.task;
	bpf_map_delete_elem(dt_map_prios, &k);
	return w->done;
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
