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
#include <stdlib.h>
#include <string.h>

#include "base/procfs.h"
#include "vm/vm.h"

#define	MAXID		(1u << 22)	/* of a thread, the kernel's limit */
#define	KERNEL		0xffff800000000000ull
#define	THREAD(id)	(KERNEL | (uint64_t)(id) << 12)
#define	TRACED(serial)	(THREAD(serial) | 1ull << 45)
#define	ANCESTORS	(KERNEL | 1ull << 46)
#define	REGISTERS	(KERNEL | 3ull << 45)
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

/* Where the arguments of the firing's process begin, or end; 0: unknown. */
static uint64_t
args_at(const struct dt_firing *f, bool end)
{
	enum { ARG_START = 48 };	/* of proc(5) */
	char stat[4096];
	const char *p;

	if (dt_procfs_read((pid_t)f->pid, "stat", stat, sizeof(stat)) <= 0 ||
	    (p = strrchr(stat, ')')) == NULL)
		return 0;
	/* The name in ( ) is number 2. */
	for (int i = 2; p != NULL && i < ARG_START + end; i++)
		p = strchr(p + 1, ' ');
	return p != NULL ? strtoull(p, NULL, 10) : 0;
}

/* A member of 8 bytes: the parent, or the memory and its arguments. */
static uint64_t
word_at(const struct dt_firing *f, uint64_t addr)
{
	int child = who(f, addr - DT_VM_TASK_PARENT);

	if (who(f, addr - DT_VM_TASK_MM) == 0)
		return dt_vm_task(f);
	if (who(f, addr - DT_VM_ARG_START) == 0)
		return args_at(f, false);
	if (who(f, addr - DT_VM_ARG_END) == 0)
		return args_at(f, true);
	return child >= 0 && f->ancestors != NULL &&
	    f->ancestors[child] != 0 ? ANCESTOR(child) : 0;
}

static bool
is_word(const struct dt_firing *f, uint64_t addr)
{
	return who(f, addr - DT_VM_TASK_PARENT) >= 0 ||
	    who(f, addr - DT_VM_TASK_MM) == 0 ||
	    who(f, addr - DT_VM_ARG_START) == 0 ||
	    who(f, addr - DT_VM_ARG_END) == 0;
}

bool
dt_vm_task_read(const struct dt_firing *f, uint64_t addr, void *dst, size_t n)
{
	uint64_t word;
	uint32_t id = 0;

	if (n == sizeof(id)) {
		id = id_of(f, addr - DT_VM_TASK_TGID, true);
		if (id == 0)
			id = id_of(f, addr - DT_VM_TASK_PID, false);
		memcpy(dst, &id, n);
		return id != 0;
	}
	if (n != sizeof(word) || !is_word(f, addr))
		return false;
	word = word_at(f, addr);
	memcpy(dst, &word, n);
	return true;
}

uint64_t
dt_vm_regs(const struct dt_firing *f)
{
	(void) f;
	return REGISTERS;
}

bool
dt_vm_regs_read(const struct dt_firing *f, uint64_t addr, void *dst, size_t n)
{
	uint64_t v[DT_NUREGS], i = (addr - REGISTERS) / sizeof(*v);

	if (f->regs == NULL || addr < REGISTERS || i >= DT_NUREGS ||
	    addr % sizeof(*v) != 0 || n != sizeof(*v) || !f->regs(f, v))
		return false;
	memcpy(dst, &v[i], n);
	return true;
}
