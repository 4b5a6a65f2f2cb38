/* SPDX-License-Identifier: MIT */
/*
 * task.bpf.c - ids and ancestors of tasks, and the parts of a context that come
 * from a task.  The engine binds the offsets of members.
 */
#include "rt/arch.h"
#include "rt/kmem.h"

#define	PIDTYPE_TGID	1	/* indices in signal_struct.pids */
#define	PIDTYPE_PGID	2
#define	PIDTYPE_SID	3
#define	GENERATIONS	256

/*
 * The id of a struct pid in the consumer's PID namespace, or 0.  Siblings of
 * the namespace have the same level, so its address is compared.
 */
DT_INLINE uint32_t
id_of(uint64_t pid)
{
	uint64_t level = DT_IMM(dt_imm_ns_level), upid;

	if (half_of(pid, DT_IMM(dt_imm_pid_level)) < level)
		return 0;
	upid = pid + DT_IMM(dt_imm_pid_numbers) + level * UPID_SIZE;
	if (word_of(upid, DT_IMM(dt_imm_upid_ns)) != DT_IMM(dt_imm_ns_self))
		return 0;
	return half_of(upid, 0);
}

uint32_t
dt_task_pid(uint64_t task)
{
	uint64_t signal;

	if (DT_IMM(dt_imm_ns_level) == 0)
		return half_of(task, DT_IMM(dt_imm_task_tgid));
	signal = word_of(task, DT_IMM(dt_imm_task_signal));
	return id_of(word_of(signal, DT_IMM(dt_imm_signal_pids) +
	    PIDTYPE_TGID * 8));
}

uint32_t
dt_task_tid(uint64_t task)
{
	if (DT_IMM(dt_imm_ns_level) == 0)
		return half_of(task, DT_IMM(dt_imm_task_pid));
	return id_of(word_of(task, DT_IMM(dt_imm_task_thread_pid)));
}

uint64_t
dt_task_ids(uint64_t task)
{
	return (uint64_t)dt_task_pid(task) << 32 | dt_task_tid(task);
}

/*
 * For a thread in a nested namespace the helper fails, although the thread has
 * ids in the consumer's.
 */
uint64_t
dt_ids(void)
{
	uint64_t ids;

	if (DT_IMM(dt_imm_ns_level) == 0)
		return bpf_get_current_pid_tgid();
	if (bpf_get_ns_current_pid_tgid(DT_IMM(dt_imm_ns_dev),
	    DT_IMM(dt_imm_ns_ino), &ids, sizeof(ids)) == 0)
		return ids;
	return dt_task_ids(bpf_get_current_task());
}

int
dt_fill_ppid(struct dt_slot *s, uint64_t task)
{
	if (s != NULL)
		s->ctx.ppid = dt_task_pid(word_of(task,
		    DT_IMM(dt_imm_task_parent)));
	return 0;
}

/* Ids of the initial user namespace, as the kernel stores them. */
int
dt_fill_uid(struct dt_slot *s, uint64_t task)
{
	uint64_t cred = word_of(task, DT_IMM(dt_imm_task_cred));

	if (s == NULL)
		return 0;
	s->ctx.uid = half_of(cred, DT_IMM(dt_imm_cred_uid));
	s->ctx.gid = half_of(cred, DT_IMM(dt_imm_cred_gid));
	return 0;
}

int
dt_fill_comm(struct dt_slot *s, uint64_t task)
{
	if (s != NULL)
		bpf_probe_read_kernel(s->ctx.execname, DT_COMMLEN,
		    task + DT_IMM(dt_imm_task_comm));
	return 0;
}

/*
 * At the first instruction of a function of the kernel, a stack begins in the
 * caller.  Where the return address is in a register, a walk by frame pointers
 * misses it: it takes the place of the function, which is not shown.
 */
#if DT_ARCH_RETURN == DT_ARCH_SP
#define	CALLER_FRAME	1
#define	put_caller(ctx, to, n)	((void)0)
#else
#define	CALLER_FRAME	0
DT_INLINE void
put_caller(const void *ctx, uint64_t *to, long n)
{
	if (n > 0 && DT_IMM(dt_imm_stack_called) != 0)
		to[0] = word_of((uint64_t)ctx, DT_ARCH_RETURN);
}
#endif

/*
 * The kernel's stack without the frames that are certainly the engine's.  Where
 * a tracepoint has several programs, the function that runs them is skipped,
 * too.
 */
DT_INLINE long
kernel_stack(const void *ctx, uint64_t *to, uint32_t size, uint64_t skip)
{
	uint64_t above = DT_IMM(dt_imm_stack_called) * CALLER_FRAME;
	long n = bpf_get_stack(ctx, to, size, skip + above);

	put_caller(ctx, to, n);
	if (n > 0 && to[0] - DT_IMM(dt_imm_stack_iter) <
	    DT_IMM(dt_imm_stack_iterlen))
		n = bpf_get_stack(ctx, to, size, skip + 1);
	return n;
}

/* Is the thread of the probe the one that the CPU switches to? */
DT_INLINE int
is_next(const struct dt_slot *s)
{
	return DT_IMM(dt_imm_stack_next) != 0 &&
	    s->ctx.task != bpf_get_current_task();
}

/*
 * A clause of ERROR has one more caller than others: see kernel/chain.c.  The
 * stack of a thread that does not run has no frames of the engine.
 */
int
dt_stack(struct dt_slot *s, const void *ctx, uint32_t off, uint32_t size)
{
	uint64_t skip = DT_IMM(dt_imm_stack_skip);

	if (is_next(s))
		return bpf_get_task_stack(((const uint64_t *)ctx)[DT_NEXT],
		    word_at(s, off), size, 0);
	if (skip != 0 && s->ctx.probe == DT_IMM(dt_imm_error_probe))
		skip++;
	return kernel_stack(ctx, word_at(s, off), size, skip);
}

/* The return address of the function whose first instruction fires. */
DT_INLINE uint64_t
return_address(const void *ctx)
{
	uint64_t at = word_of((uint64_t)ctx, DT_ARCH_RETURN);
#if DT_ARCH_RETURN == DT_ARCH_SP
	uint64_t v = 0;
	long err;

	if (word_of((uint64_t)ctx, DT_ARCH_MODE) == DT_ARCH_USER32)
		err = bpf_probe_read_user(&v, 4, at);
	else
		err = bpf_probe_read_user(&v, sizeof(v), at);
	return err == 0 ? v : 0;
#else
	return at;
#endif
}

/*
 * At its first instruction a function has no frame yet, so a walk by frame
 * pointers misses its caller, unless the kernel adds it.
 */
DT_INLINE long
follow_user(const void *ctx, uint64_t *to, uint32_t size)
{
	long n = bpf_get_stack(ctx, to, size, DT_USER_STACK), more;
	uint64_t caller;

	if (DT_IMM(dt_imm_stack_entry) == 0 || n <= 0 || size < 16)
		return n;
	caller = return_address(ctx);
	if (caller == 0 || to[1] == caller)
		return n;
	to[1] = caller;
	more = bpf_get_stack(ctx, to + 2, size - 16, DT_USER_STACK | 1);
	return 16 + (more > 0 ? more : 0);
}

/* Follow the rules of map "unwind", if the run has some for this process. */
DT_INLINE long
user_stack(struct dt_slot *s, const void *ctx, uint64_t off, uint32_t size)
{
	long n = DT_IMM(dt_imm_unwind_size) == 0 ? 0 :
	    dt_unwind_stack(s, off, size);

	return n != 0 ? n : follow_user(ctx, word_at(s, off), size);
}

int
dt_ustack(struct dt_slot *s, const void *ctx, uint32_t off, uint32_t size)
{
	return user_stack(s, ctx, off, size);
}

int
dt_fill_stacks(struct dt_slot *s, const void *ctx)
{
	struct dt_ctx *c = &s->ctx;
	long n;

	n = kernel_stack(ctx, s->this_var, sizeof(s->this_var),
	    DT_IMM(dt_imm_stack_fill));
	c->caller = n > 0 ? s->this_var[0] : 0;
	c->stackdepth = n > 0 ? (uint64_t)n / 8 : 0;
	n = user_stack(s, ctx, __builtin_offsetof(struct dt_slot, this_var),
	    sizeof(s->this_var));
	c->ucaller = n > 8 ? s->this_var[1] : 0;
	c->ustackdepth = n > 0 ? (uint64_t)n / 8 : 0;
	return 0;
}

/* An id of a task; -1 if there is no task. */
DT_INLINE int
id_at(struct dt_slot *s, uint64_t task, uint64_t member)
{
	int id;

	if (bpf_probe_read_kernel(&id, sizeof(id), task + member) == 0)
		return id;
	s->ctx.fault_addr = task;
	return -1;
}

int
dt_process_id(struct dt_slot *s, uint64_t task)
{
	int id = s != NULL ? id_at(s, task, DT_IMM(dt_imm_task_tgid)) : -1;

	return id < 0 || DT_IMM(dt_imm_ns_level) == 0 ? id :
	    (int)dt_task_pid(task);
}

int
dt_thread_id(struct dt_slot *s, uint64_t task)
{
	int id = s != NULL ? id_at(s, task, DT_IMM(dt_imm_task_pid)) : -1;

	return id < 0 || DT_IMM(dt_imm_ns_level) == 0 ? id :
	    (int)dt_task_tid(task);
}

/* The id of the group or the session of a process; 0 if it has none here. */
DT_INLINE int
group_id(struct dt_slot *s, uint64_t task, uint64_t type)
{
	uint64_t pid;

	if (s == NULL || id_at(s, task, DT_IMM(dt_imm_task_tgid)) < 0)
		return -1;
	pid = word_of(word_of(task, DT_IMM(dt_imm_task_signal)),
	    DT_IMM(dt_imm_signal_pids) + type * 8);
	return (int)(DT_IMM(dt_imm_ns_level) != 0 ? id_of(pid) :
	    half_of(pid, DT_IMM(dt_imm_pid_numbers)));
}

int
dt_process_group(struct dt_slot *s, uint64_t task)
{
	return group_id(s, task, PIDTYPE_PGID);
}

int
dt_process_session(struct dt_slot *s, uint64_t task)
{
	return group_id(s, task, PIDTYPE_SID);
}

/* As a uint8_t, so that -1, for a deadline, is 255: negative means a fault. */
int
dt_thread_prio(struct dt_slot *s, uint64_t task)
{
	uint32_t prio;

	if (s == NULL)
		return -1;
	if (s->ctx.changed == task && task != 0)
		return s->ctx.old_prio & 0xff;
	if (bpf_probe_read_kernel(&prio, sizeof(prio), task +
	    DT_IMM(dt_imm_task_prio)) == 0)
		return prio & 0xff;
	s->ctx.fault_addr = task;
	return -1;
}

/* The first task is its own parent. */
int
dt_progeny(struct dt_slot *s, int64_t pid)
{
	uint64_t task, parent;
	uint32_t i;

	if (s == NULL)
		return 0;
	task = s->ctx.task;
	DT_LOOP
	for (i = 0; i < GENERATIONS; i++) {
		if (dt_task_pid(task) == pid)
			return 1;
		parent = word_of(task, DT_IMM(dt_imm_task_parent));
		if (parent == 0 || parent == task)
			break;
		task = parent;
	}
	return 0;
}
