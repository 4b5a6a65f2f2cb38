/* SPDX-License-Identifier: MIT */
/*
 * vm_task.c - tasks, as far as a program looks into them.  There are no kernel
 * objects here: the addresses are in the range of the kernel's, so that nobody
 * reads through one by mistake, and what is at them is computed.
 */
#include <string.h>

#include "engine/vm.h"

#define	KERNEL		0xffff800000000000ull
#define	THREAD(serial, tid)	\
	(KERNEL | ((uint64_t)(serial) & 0x3fffff) << 24 | (tid))
#define	ANCESTORS	(KERNEL | 1ull << 46)
#define	ANCESTOR(i)	(ANCESTORS | (uint64_t)(i) << 12)

uint64_t
dt_vm_task(const struct dt_firing *f)
{
	return THREAD(f->serial, f->tid);
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

bool
dt_vm_task_read(const struct dt_firing *f, uint64_t addr, void *dst, size_t n)
{
	int tgid = who(f, addr - DT_VM_TASK_TGID),
	    child = who(f, addr - DT_VM_TASK_PARENT);
	uint32_t id;
	uint64_t parent = 0;

	if (tgid >= 0 && n == sizeof(id)) {
		id = tgid == 0 ? f->pid : f->ancestors[tgid - 1];
		memcpy(dst, &id, n);
		return true;
	}
	if (child < 0 || n != sizeof(parent))
		return false;
	if (f->ancestors != NULL && f->ancestors[child] != 0)
		parent = ANCESTOR(child);
	memcpy(dst, &parent, n);
	return true;
}
