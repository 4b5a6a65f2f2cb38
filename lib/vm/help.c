/* SPDX-License-Identifier: MIT */
/* help.c - the helper functions of BPF, for the interpreter. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "vm/vm.h"

#define	CHUNK		4096	/* memory is read by page, to find faults */

uint64_t
dt_vm_now(void)
{
	return (uint64_t)dt_clock_mono();
}

/* A pointer to memory of the program; NULL: x->err is set. */
static void *
own(struct dt_vm_exec *x, uint64_t addr, uint64_t len)
{
	if (dt_vm_inside(x, addr, len))
		return (void *)(uintptr_t)addr;
	x->addr = addr;
	x->err = -EFAULT;
	return NULL;
}

static const struct dt_vm_map *
map_of(struct dt_vm_exec *x, uint64_t ref)
{
	if (ref >= DT_VM_MAPREF && ref - DT_VM_MAPREF < x->nmaps)
		return &x->maps[ref - DT_VM_MAPREF];
	x->err = -EINVAL;
	return NULL;
}

static char *
element(const struct dt_vm_map *m, const void *key)
{
	uint32_t i;

	memcpy(&i, key, sizeof(i));
	return i < m->max && m->base != NULL ?
	    m->base + (size_t)i * m->value_size : NULL;
}

static uint64_t
map_lookup(struct dt_vm_exec *x, const uint64_t r[6])
{
	const struct dt_vm_map *m = map_of(x, r[1]);
	void *key = m == NULL ? NULL : own(x, r[2], m->key_size);

	if (key == NULL)
		return 0;
	if (m->hash != NULL)
		return (uintptr_t)dt_vm_hash_lookup(m->hash, key);
	return (uintptr_t)element(m, key);
}

static int
array_update(const struct dt_vm_map *m, const void *key, const void *val,
    uint64_t flags)
{
	char *p = element(m, key);

	if (flags > BPF_EXIST)
		return -EINVAL;
	if (p == NULL)
		return -E2BIG;
	if (flags == BPF_NOEXIST)
		return -EEXIST;
	memcpy(p, val, m->value_size);
	return 0;
}

static uint64_t
map_update(struct dt_vm_exec *x, const uint64_t r[6])
{
	const struct dt_vm_map *m = map_of(x, r[1]);
	void *key = m == NULL ? NULL : own(x, r[2], m->key_size);
	void *val = key == NULL ? NULL : own(x, r[3], m->value_size);

	if (val == NULL)
		return 0;
	if (m->hash != NULL)
		return dt_vm_hash_update(m->hash, key, val, r[4]);
	return array_update(m, key, val, r[4]);
}

static uint64_t
map_delete(struct dt_vm_exec *x, const uint64_t r[6])
{
	const struct dt_vm_map *m = map_of(x, r[1]);
	void *key = m == NULL ? NULL : own(x, r[2], m->key_size);

	if (key == NULL)
		return 0;
	return m->hash != NULL ? dt_vm_hash_delete(m->hash, key) : -EINVAL;
}

static uint64_t
ktime(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)r;
	return x->firing->ts != 0 ? x->firing->ts : dt_vm_now();
}

static uint64_t
processor_id(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)r;
	return x->firing->cpu;
}

static uint64_t
pid_tgid(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)r;
	return (uint64_t)x->firing->pid << 32 | x->firing->tid;
}

static uint64_t
uid_gid(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)r;
	return (uint64_t)x->firing->gid << 32 | x->firing->uid;
}

static uint64_t
task(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)r;
	return dt_vm_task(x->firing);
}

static uint64_t
registers(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void) r;
	return dt_vm_regs(x->firing);
}

static uint64_t
ns_pid_tgid(struct dt_vm_exec *x, const uint64_t r[6])
{
	struct bpf_pidns_info ns;
	void *dst = own(x, r[3], r[4]);

	if (dst == NULL)
		return 0;
	if (r[4] != sizeof(ns)) {
		memset(dst, 0, r[4]);
		return -EINVAL;
	}
	ns.pid = x->firing->tid;
	ns.tgid = x->firing->pid;
	memcpy(dst, &ns, sizeof(ns));
	return 0;
}

static uint64_t
comm(struct dt_vm_exec *x, const uint64_t r[6])
{
	const char *name = x->firing->execname;
	char *dst = own(x, r[1], r[2]);
	size_t len;

	if (dst == NULL)
		return 0;
	if (r[2] == 0)
		return -EINVAL;
	len = name == NULL ? 0 : strnlen(name, r[2] - 1);
	memset(dst, 0, r[2]);
	if (len != 0)
		memcpy(dst, name, len);
	return 0;
}

/* splitmix64 of the time and an address, without state shared by threads. */
static uint64_t
prandom(struct dt_vm_exec *x, const uint64_t r[6])
{
	uint64_t z = dt_vm_now() + (uintptr_t)x + x->firing->cpu;

	(void)r;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (uint32_t)(z ^ z >> 31);
}

/* As in the kernel, the destination is zeroed unless all bytes can be read. */
static uint64_t
unreadable(void *dst, size_t n)
{
	memset(dst, 0, n);
	return -EFAULT;
}

/* Read up to n bytes of the process, up to the end of addr's page. */
static size_t
read_page(const struct dt_firing *f, void *dst, uint64_t addr, size_t n)
{
	size_t left = CHUNK - addr % CHUNK;

	return f->mem == 0 ? 0 : dt_vm_read(f->mem, dst, addr,
	    n < left ? n : left);
}

static uint64_t
read_user(struct dt_vm_exec *x, const uint64_t r[6])
{
	char *dst = own(x, r[1], (uint32_t)r[2]);
	size_t n = (uint32_t)r[2], done = 0, got;

	if (dst == NULL ||
	    (x->firing->mem == 0 && dt_vm_args_read(x->firing, r[3], dst, n)))
		return 0;
	while (done < n) {
		got = read_page(x->firing, dst + done, r[3] + done, n - done);
		if (got == 0)
			return unreadable(dst, n);
		done += got;
	}
	return 0;
}

/* Returns the length with the NUL, which is always written. */
static uint64_t
read_user_str(struct dt_vm_exec *x, const uint64_t r[6])
{
	char *dst = own(x, r[1], (uint32_t)r[2]), *nul;
	size_t n = (uint32_t)r[2], done = 0, got;

	if (dst == NULL || n == 0)
		return 0;
	while (done < n) {
		got = read_page(x->firing, dst + done, r[3] + done, n - done);
		if (got == 0)
			return unreadable(dst, n);
		nul = memchr(dst + done, '\0', got);
		if (nul != NULL)
			return nul - dst + 1;
		done += got;
	}
	dst[n - 1] = '\0';
	return n;
}

/* There is no kernel memory but that of the program, tasks and registers. */
static uint64_t
read_kernel(struct dt_vm_exec *x, const uint64_t r[6])
{
	void *dst = own(x, r[1], (uint32_t)r[2]);

	if (dst == NULL ||
	    dt_vm_task_read(x->firing, r[3], dst, (uint32_t)r[2]) ||
	    dt_vm_regs_read(x->firing, r[3], dst, (uint32_t)r[2]))
		return 0;
	if (!dt_vm_inside(x, r[3], (uint32_t)r[2]))
		return unreadable(dst, (uint32_t)r[2]);
	memmove(dst, (void *)(uintptr_t)r[3], (uint32_t)r[2]);
	return 0;
}

/* The bytes from addr to the end of its window; 0: it is in none. */
static size_t
room_at(const struct dt_vm_exec *x, uint64_t addr)
{
	const struct dt_vm_win *w = x->win, *end = w + x->nwin;

	while (w < end && addr - w->base >= w->len)
		w++;
	return w < end ? w->len - (addr - w->base) : 0;
}

/* The same for a string: see read_user_str(). */
static uint64_t
read_kernel_str(struct dt_vm_exec *x, const uint64_t r[6])
{
	char *dst = own(x, r[1], (uint32_t)r[2]), *nul;
	size_t n = (uint32_t)r[2], room = room_at(x, r[3]);

	if (dst == NULL || n == 0)
		return 0;
	if (room > n)
		room = n;
	memmove(dst, (void *)(uintptr_t)r[3], room);
	nul = memchr(dst, '\0', room);
	if (nul != NULL)
		return nul - dst + 1;
	if (room < n)
		return unreadable(dst, n);
	dst[n - 1] = '\0';
	return n;
}

static uint64_t
user_stack(const struct dt_firing *f, char *dst, uint32_t size)
{
	uint64_t pcs[DT_VM_NUSTACK];
	uint32_t max = size / sizeof(pcs[0]), n;

	n = dt_vm_ustack(f, pcs, max < DT_VM_NUSTACK ? max : DT_VM_NUSTACK);
	memcpy(dst, pcs, n * sizeof(pcs[0]));
	return n * sizeof(pcs[0]);
}

/*
 * The frames of the kernel are those of the firing, which tests set.  As in the
 * kernel, the unused part of the buffer is zeroed.
 */
static uint64_t
get_stack(struct dt_vm_exec *x, const uint64_t r[6])
{
	const uint64_t *stack = x->firing->stack;
	size_t max = sizeof(x->firing->stack) / sizeof(stack[0]);
	uint32_t skip = r[4] & BPF_F_SKIP_FIELD_MASK, n = 0;
	char *dst = own(x, r[2], (uint32_t)r[3]);

	if (dst == NULL)
		return 0;
	if ((uint32_t)r[3] % sizeof(stack[0]) != 0)
		return -EINVAL;
	memset(dst, 0, (uint32_t)r[3]);
	if (r[4] & BPF_F_USER_STACK)
		return user_stack(x->firing, dst, (uint32_t)r[3]);
	while (skip < max && n < (uint32_t)r[3] / sizeof(stack[0]) &&
	    skip + n < max && stack[skip + n] != 0)
		n++;
	if (n != 0)
		memcpy(dst, stack + skip, n * sizeof(stack[0]));
	return n * sizeof(stack[0]);
}

/* The present time; x->firing->ts does not change during a firing. */
static uint64_t
boottime(struct dt_vm_exec *x, const uint64_t r[6])
{
	(void)x;
	(void)r;
	return dt_vm_now();
}

static uint64_t
send_signal(struct dt_vm_exec *x, const uint64_t r[6])
{
	pid_t pid = x->firing->mem != 0 ? x->firing->mem : getpid();

	return kill(pid, (int)r[1]) == 0 ? 0 : -errno;
}

static uint64_t
write_user(struct dt_vm_exec *x, const uint64_t r[6])
{
	const void *src = own(x, r[2], (uint32_t)r[3]);

	if (src == NULL)
		return 0;
	return x->firing->mem != 0 && dt_vm_write(x->firing->mem, src, r[1],
	    (uint32_t)r[3]) == (uint32_t)r[3] ? 0 : -EFAULT;
}

static dt_vm_helper_f *const helpers[] = {
	[BPF_FUNC_map_lookup_elem] = map_lookup,
	[BPF_FUNC_map_update_elem] = map_update,
	[BPF_FUNC_map_delete_elem] = map_delete,
	[BPF_FUNC_ktime_get_ns] = ktime,
	[BPF_FUNC_get_prandom_u32] = prandom,
	[BPF_FUNC_get_smp_processor_id] = processor_id,
	[BPF_FUNC_get_current_pid_tgid] = pid_tgid,
	[BPF_FUNC_get_current_uid_gid] = uid_gid,
	[BPF_FUNC_get_current_comm] = comm,
	[BPF_FUNC_get_current_task] = task,
	[BPF_FUNC_get_current_task_btf] = task,
	[BPF_FUNC_task_pt_regs] = registers,
	[BPF_FUNC_get_stack] = get_stack,
	[BPF_FUNC_get_task_stack] = get_stack,	/* of the only thread here */
	[BPF_FUNC_probe_write_user] = write_user,
	[BPF_FUNC_send_signal] = send_signal,
	[BPF_FUNC_ktime_get_boot_ns] = boottime,
	[BPF_FUNC_probe_read_user] = read_user,
	[BPF_FUNC_probe_read_kernel] = read_kernel,
	[BPF_FUNC_probe_read_user_str] = read_user_str,
	[BPF_FUNC_probe_read_kernel_str] = read_kernel_str,
	[BPF_FUNC_get_ns_current_pid_tgid] = ns_pid_tgid,
};

dt_vm_helper_f *
dt_vm_helper(uint32_t id)
{
	return id < sizeof(helpers) / sizeof(helpers[0]) ? helpers[id] : NULL;
}
