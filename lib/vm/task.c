/* SPDX-License-Identifier: MIT */
/*
 * task.c - tasks, as far as a program looks into them.  There are no kernel
 * objects here: the addresses are in the range of the kernel's, so that no
 * program reads through one by mistake, and their members are computed.  A
 * probe may also have the id of a thread in place of the address of its task.
 *
 * The address of a traced thread is made from its serial number, since it must
 * outlast the id of the thread: see rt/rt.h.  The thread of this process that
 * fires BEGIN and END has no serial number; its id is enough for those.
 */
#include <string.h>

#include "base/procfs.h"
#include "vm/vm.h"

#define	MAXID		(1u << 22)	/* of a thread, the kernel's limit */
#define	KERNEL		0xffff800000000000ull
#define	THREAD(id)	(KERNEL | (uint64_t)(id) << 12)
#define	TRACED(serial)	(THREAD(serial) | 1ull << 45)
#define	ANCESTORS	(KERNEL | 1ull << 46)
#define	ANCESTOR(i)	(ANCESTORS | (uint64_t)(i) << 12)

uint64_t
dt_vm_task(const struct dt_firing *f)
{
	return f->serial != 0 ? TRACED(f->serial) : THREAD(f->tid);
}

/* Whose task has this address: 0 the firing's, else the nth ancestor; -1. */
static int
who(const struct dt_firing *f, uint64_t task)
{
	int i;

	if (task == dt_vm_task(f))
		return 0;
	for (i = 0; f->ancestors != NULL && f->ancestors[i] != 0 &&
	    i < DT_VM_NANCESTORS; i++)
		if (task == ANCESTOR(i))
			return i + 1;
	return -1;
}

/* Of a thread by its id; who is gone was the first one of its process. */
static uint32_t
process_of(const struct dt_firing *f, uint32_t tid)
{
	char status[4096];
	uint32_t pid = 0;

	if (tid == f->tid)
		return f->pid;
	if (dt_procfs_read((pid_t)tid, "status", status, sizeof(status)) > 0)
		pid = dt_procfs_number(status, "\nTgid:\t");
	return pid != 0 ? pid : tid;
}

/* Of a task by its address, or by its id in place of one; 0: there is none. */
static uint32_t
id_of(const struct dt_firing *f, uint64_t task, bool process)
{
	int n = who(f, task);

	if (task > 0 && task <= MAXID)
		return process ? process_of(f, (uint32_t)task) :
		    (uint32_t)task;
	if (n < 0)
		return 0;
	if (n == 0)
		return process ? f->pid : f->tid;
	return f->ancestors[n - 1];
}

bool
dt_vm_task_read(const struct dt_firing *f, uint64_t addr, void *dst, size_t n)
{
	int child = who(f, addr - DT_VM_TASK_PARENT);
	uint64_t parent = 0;
	uint32_t id = 0;

	if (n == sizeof(id)) {
		id = id_of(f, addr - DT_VM_TASK_TGID, true);
		if (id == 0)
			id = id_of(f, addr - DT_VM_TASK_PID, false);
		memcpy(dst, &id, n);
		return id != 0;
	}
	if (child < 0 || n != sizeof(parent))
		return false;
	if (f->ancestors != NULL && f->ancestors[child] != 0)
		parent = ANCESTOR(child);
	memcpy(dst, &parent, n);
	return true;
}
