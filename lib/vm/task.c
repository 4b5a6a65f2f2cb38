/* SPDX-License-Identifier: MIT */
/*
 * task.c - the members of tasks that programs read.  There are no objects of
 * the kernel here.  The address of a task is a number in the kernel's range,
 * where no other memory can be, and its members are computed.  A probe may also
 * pass the id of a thread in place of the address of its task.
 *
 * The address of a traced thread is made from its serial number, since the id
 * may be used again: see rt/rt.h.  The thread that fires BEGIN and END has no
 * serial number; its address is made from its id.
 */
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

/* The task at an address: 0 the thread, n its nth ancestor, -1 none. */
static int
owner_of(const struct dt_firing *f, uint64_t task)
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

/* The process of a thread; of one that has ended, its own id. */
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

/* The id of a task, or of its process, by address or id; 0: there is none. */
static uint32_t
id_of(const struct dt_firing *f, uint64_t task, bool process)
{
	int n = owner_of(f, task);

	if (task > 0 && task <= MAXID)
		return process ? process_of(f, (uint32_t)task) :
		    (uint32_t)task;
	if (n < 0)
		return 0;
	if (n == 0)
		return process ? f->pid : f->tid;
	return f->ancestors[n - 1];
}

/* The address where the arguments of the process begin, or end; 0: unknown. */
static uint64_t
args_at(const struct dt_firing *f, enum dt_statfield field)
{
	char stat[4096];

	(void) dt_procfs_read((pid_t)f->pid, "stat", stat, sizeof(stat));
	return (uint64_t)dt_procfs_field(stat, field);
}

bool
dt_vm_args_read(const struct dt_firing *f, uint64_t addr, void *dst, size_t n)
{
	uint64_t from = args_at(f, DT_STAT_ARG_START);
	uint64_t to = args_at(f, DT_STAT_ARG_END);

	return addr >= from && addr < to && n <= to - addr &&
	    dt_vm_read_args((pid_t)f->pid, dst, addr - from, n) == n;
}

/* A member of 8 bytes: the parent, the memory, or bounds of the arguments. */
static uint64_t
word_at(const struct dt_firing *f, uint64_t addr)
{
	int child = owner_of(f, addr - DT_VM_TASK_PARENT);

	if (owner_of(f, addr - DT_VM_TASK_MM) == 0)
		return dt_vm_task(f);
	if (owner_of(f, addr - DT_VM_ARG_START) == 0)
		return args_at(f, DT_STAT_ARG_START);
	if (owner_of(f, addr - DT_VM_ARG_END) == 0)
		return args_at(f, DT_STAT_ARG_END);
	return child >= 0 && f->ancestors != NULL &&
	    f->ancestors[child] != 0 ? ANCESTOR(child) : 0;
}

static bool
is_word(const struct dt_firing *f, uint64_t addr)
{
	return owner_of(f, addr - DT_VM_TASK_PARENT) >= 0 ||
	    owner_of(f, addr - DT_VM_TASK_MM) == 0 ||
	    owner_of(f, addr - DT_VM_ARG_START) == 0 ||
	    owner_of(f, addr - DT_VM_ARG_END) == 0;
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
