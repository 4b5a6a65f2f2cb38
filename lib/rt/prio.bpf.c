/* SPDX-License-Identifier: MIT */
/*
 * prio.bpf.c - changes of thread priorities by system calls.  Priorities are
 * numbered as in the kernel: 0 to 99 real time, the lowest number first, 100 to
 * 139 by nice value, -1 for deadlines.
 *
 * The kernel has no tracepoint for them, and a call may fail for many reasons.
 * So one program saves the priorities of the threads that a call names, at its
 * entry, and another one fires at its return, for each thread whose priority
 * differs.
 */
#include "rt/arch.h"
#include "rt/kmem.h"

#define	MAXLEVEL	32	/* of PID namespaces */
#define	SLOTS		64	/* of a node of the id tree */
#define	MAXDEPTH	6
#define	NICE_0		120
#define	X32		0x40000000	/* bit in the number of an x32 call */
#define	STEPS		(1 << 23)	/* the kernel's limit */
#define	PIDTYPE_PGID	2	/* index in signal_struct.pids */

enum { NORMAL, FIFO, RR, BATCH, IDLE = 5, DEADLINE, EXT };
enum { PRIO_PROCESS, PRIO_PGRP, PRIO_USER };

/* An entry with bit 1 set is a node, any other a value. */
uint64_t
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

uint64_t
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

uint64_t
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

DT_INLINE uint64_t
group_of(uint64_t signal)
{
	return word_of(signal, DT_IMM(dt_imm_signal_pids) + PIDTYPE_PGID * 8);
}

/* The thread at a link of its process's list, or 0 at the end of the list. */
DT_INLINE uint64_t
thread_at(uint64_t signal, uint64_t link)
{
	if (link == 0 || link == signal + DT_IMM(dt_imm_signal_threads))
		return 0;
	return link - DT_IMM(dt_imm_task_node);
}

DT_INLINE uint64_t
first_thread(const struct dt_priowalk *w)
{
	uint64_t signal = word_of(w->process, DT_IMM(dt_imm_task_signal));

	if (signal == 0 || (w->group != 0 && group_of(signal) != w->group))
		return 0;
	return thread_at(signal, word_of(signal,
	    DT_IMM(dt_imm_signal_threads)));
}

/*
 * The user that PRIO_USER names; -1: any.  In a user namespace the kernel's ids
 * differ, so threads of all users are saved, and the comparison at the return
 * drops those that did not change.
 */
DT_INLINE int64_t
user_of(uint64_t me, uint32_t who)
{
	uint64_t cred = word_of(me, DT_IMM(dt_imm_task_cred)), ns;

	if (who == 0)
		return half_of(cred, DT_IMM(dt_imm_cred_uid));
	ns = word_of(cred, DT_IMM(dt_imm_cred_userns));
	return half_of(ns, DT_IMM(dt_imm_userns_level)) == 0 ?
	    (int64_t)who : -1;
}

/* Begin a walk through the circular list of processes, at the caller's. */
DT_INLINE int
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

int
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

/* The next thread of the process, or 0 after the last. */
DT_INLINE uint64_t
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

/* --- priorities ----------------------------------------------------------- */

/*
 * May setpriority change this thread?  Not a real-time thread, which stores the
 * nice value for later.
 */
DT_INLINE int
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

DT_INLINE struct dt_prioval
priorities(uint64_t task)
{
	struct dt_prioval v;

	v.prio = (int32_t)half_of(task, DT_IMM(dt_imm_task_prio));
	v.normal = (int32_t)half_of(task, DT_IMM(dt_imm_task_normal_prio));
	return v;
}

int
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
	if (bpf_map_update_elem(dt_map_prios, &k, &v, 0) == 0)
		w->n++;
	else
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return w->done;
}

/*
 * Only changes by the call count: a priority that another thread lends in the
 * meantime changes prio but not normal_prio.
 */
int
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
	w->n++;
	now = priorities(k.task);
	w->old = old->prio;
	if (now.prio != old->prio && now.normal != old->normal &&
	    (w->first != 0 || w->result == 0))
		w->task = k.task;
	bpf_map_delete_elem(dt_map_prios, &k);
	return w->done;
}

/* --- the programs --------------------------------------------------------- */

DT_INLINE uint32_t
kind_of(uint64_t number, uint32_t compat)
{
#define	X(native_, compat_, kind)					\
	if (number == (uint64_t)(compat ? compat_ : native_))		\
		return DT_CALL_##kind;
	DT_ARCH_PRIO_CALLS(X)
#undef X
	return DT_CALL_NONE;
}

/* Argument n of a system call, from its registers. */
DT_INLINE uint64_t
argument(uint64_t regs, int n, uint32_t compat)
{
	static const int native[] = DT_ARCH_ARGS, narrow[] = DT_ARCH_ARGS32;

	return compat ? half_of(regs, narrow[n]) : word_of(regs, native[n]);
}

/*
 * Begin a walk for the current thread's call.  0: the call changes no priority.
 */
DT_INLINE int
begin(struct dt_priowalk *w, uint64_t number)
{
	uint32_t compat;
	uint64_t regs;

	number &= ~X32;
	if (dt_val_state.activity != DT_ACTIVE ||
	    (!kind_of(number, 0) && !kind_of(number, 1)))
		return 0;
	__builtin_memset(w, 0, sizeof(*w));
	w->me = bpf_get_current_task();
	compat = half_of(w->me, DT_IMM(dt_imm_task_info) +
	    DT_IMM(dt_imm_info_compat)) & DT_ARCH_COMPAT_BITS;
	number = kind_of(number, compat);
	if (number == DT_CALL_NONE)
		return 0;
	regs = (uint64_t)bpf_task_pt_regs(bpf_get_current_task_btf());
	return dt_prio_begin(w, number, argument(regs, 0, compat),
	    argument(regs, 1, compat), argument(regs, 2, compat));
}

int
dt_prio_step(uint32_t i, void *walk)
{
	(void)i;
	return dt_prio_note(walk) & 1;
}

/*
 * The entry of thread 0, which counts the others, is created first and deleted
 * last.
 */
int
dt_prio_enter(const uint64_t *ctx)
{
	struct dt_prioval none = { 0, 0 }, *mark;
	struct dt_priokey k = { 0, 0 };
	struct dt_priowalk w;

	if (!begin(&w, ctx[1]))
		return 0;
	k.me = w.me;
	if (bpf_map_update_elem(dt_map_prios, &k, &none, 0) != 0) {
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
		return 0;
	}
	bpf_loop(STEPS, (void *)dt_prio_step, &w, 0);
	mark = bpf_map_lookup_elem(dt_map_prios, &k);
	if (mark != NULL)
		mark->prio = w.n;
	return 0;
}

int
dt_prio_stale(void *map, const uint64_t *key, const void *value,
    const uint64_t *me)
{
	struct dt_priokey k = { key[0], key[1] };

	(void)value;
	if (k.me == *me)
		bpf_map_delete_elem(map, &k);
	return 0;
}

/* Delete the entries of threads that ended during the call. */
DT_INLINE void
forget(uint64_t me, uint32_t met)
{
	struct dt_priokey k = { me, 0 };
	struct dt_prioval *mark = bpf_map_lookup_elem(dt_map_prios, &k);

	if (mark == NULL)
		return;
	if ((uint32_t)mark->prio != met)
		bpf_for_each_map_elem(dt_map_prios, (void *)dt_prio_stale, &me,
		    0);
	else
		bpf_map_delete_elem(dt_map_prios, &k);
}

DT_INLINE int
leave(const void *ctx, uint64_t result)
{
	const char *regs = bpf_task_pt_regs(bpf_get_current_task_btf());
	struct dt_prioeach each;

	if (!begin(&each.w, *(const DT_ARCH_NUMBER_TYPE *)(regs +
	    DT_ARCH_NUMBER)))
		return 0;
	each.ctx = ctx;
	each.w.result = result;
	bpf_loop(STEPS, (void *)dt_fn_each, &each, 0);
	forget(each.w.me, each.w.n);
	return 0;
}

int
dt_prio_exit(const uint64_t *ctx)
{
	return leave(ctx, ctx[1]);
}

/* The record of the event has the number of the call before the result. */
int
dt_prio_event(const uint64_t *ctx)
{
	return leave(ctx, ctx[2]);
}

int64_t
dt_prio_lent(uint64_t task, uint64_t waiter)
{
	int32_t own = half_of(task, DT_IMM(dt_imm_task_normal_prio)), prio;

	if (waiter == 0)
		return own;
	prio = half_of(waiter, DT_IMM(dt_imm_task_prio));
	return prio < own ? prio : own;
}
