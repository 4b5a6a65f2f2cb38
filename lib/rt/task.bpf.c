/* SPDX-License-Identifier: MIT */
/*
 * task.bpf.c - who descends from whom.  Where a task keeps what is asked for
 * is the engine's to say.
 */
#include "rt/kmem.h"

#define	PIDTYPE_TGID	1	/* place in signal_struct.pids */
#define	GENERATIONS	256

__attribute__((noinline)) uint32_t
dt_task_pid(uint64_t task)
{
	uint64_t level = DT_IMM(dt_imm_ns_level), signal, pid;

	if (level == 0)
		return half_of(task, DT_IMM(dt_imm_task_tgid));
	signal = word_of(task, DT_IMM(dt_imm_task_signal));
	pid = word_of(signal, DT_IMM(dt_imm_task_pids) + PIDTYPE_TGID * 8);
	if (half_of(pid, DT_IMM(dt_imm_pid_level)) < level)
		return 0;
	return half_of(pid, DT_IMM(dt_imm_pid_numbers) + level * UPID_SIZE);
}

/* Who has no parent is its own. */
__attribute__((noinline)) int
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
