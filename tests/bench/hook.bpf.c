/* SPDX-License-Identifier: MIT */
/* What one would write by hand for what hook.c measures, on the same hooks. */
#include "peer.h"

#define	KEYS	10240
#define	TCP	6
enum {
	NONE, TCP_SYN_RECV = 3, TCP_CLOSE = 7, TCP_NEW_SYN_RECV = 12,
	TCP_BOUND_INACTIVE = 13, BOUND = -2
};

typedef unsigned short u16;

#define	KERNEL	__attribute__((preserve_access_index))

struct task_struct { int pid, tgid; char comm[16]; } KERNEL;
struct sock { u16 sk_protocol; } KERNEL;
struct bvec_iter { u64 bi_sector; u32 bi_size; } KERNEL;
struct block_device { u32 bd_dev; } KERNEL;
struct bio {
	struct bvec_iter bi_iter;
	struct block_device *bi_bdev;
	struct bio *bi_next;
} KERNEL;
struct request { struct bio *bio; } KERNEL;
struct pt_regs { u64 orig_ax; } KERNEL;

HASH(by_int, u64);
HASH(by_comm, struct comm);
MAP(since, BPF_MAP_TYPE_HASH, KEYS, u32, u64);
MAP(sizes, BPF_MAP_TYPE_HASH, KEYS, u64, u32);

const volatile u32 device SEC(".rodata.device");

SEC("tp_btf/sched_switch")
int
on_cpu(const u64 *ctx)
{
	struct task_struct *next = (void *)ctx[2];
	if (next->tgid == self)
		add_total(1);
	return 0;
}

/* Microseconds on the CPU by name, of all threads. */
SEC("tp_btf/sched_switch")
int
cpu_time(const u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1];
	struct task_struct *next = (void *)ctx[2];
	u64 now = bpf_ktime_get_ns(), *from;
	struct comm name = { 0 };
	u32 pid = prev->pid;

	from = bpf_map_lookup_elem(&since, &pid);
	if (from != 0) {
		bpf_probe_read_kernel(name.s, sizeof(name.s), prev->comm);
		add(&by_comm, &name, (now - *from) / 1000);
		bpf_map_delete_elem(&since, &pid);
	}
	pid = next->pid;
	bpf_map_update_elem(&since, &pid, &now, BPF_ANY);
	return 0;
}

SEC("tp_btf/sys_exit")
int
readch(const u64 *ctx)
{
	struct pt_regs *regs = (void *)ctx[0];
	long result = ctx[1];
	u64 nr;

	if (result <= 0 || !is_self())
		return 0;
	nr = regs->orig_ax;
	if (nr == 0 || nr == 17 || nr == 19 || nr == 295 || nr == 327)
		add_total(result);
	return 0;
}

SEC("tp_btf/page_fault_user")
int
as_fault(const u64 *ctx)
{
	u64 code = ctx[2];
	if (!(code & 1) && is_self())
		add_total(1);
	return 0;
}

SEC("tp_btf/task_rename")
int
renames(const u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	u64 key = task->tgid;

	if (task->pid == self)
		add(&by_int, &key, 1);
	return 0;
}

/* The state that tcp:::state-change reports for one of the kernel. */
static __always_inline int
public_state(int state)
{
	switch (state) {
	case NONE:
		return TCP_CLOSE;
	case TCP_NEW_SYN_RECV:
		return TCP_SYN_RECV;
	case TCP_BOUND_INACTIVE:
		return BOUND;
	}
	return state;
}

SEC("tp_btf/inet_sock_set_state")
int
states(const u64 *ctx)
{
	const struct sock *sk = (void *)ctx[0];
	u64 key = public_state(ctx[1]);

	if (sk->sk_protocol == TCP && is_self())
		add(&by_int, &key, 1);
	return 0;
}

SEC("tp_btf/block_bio_queue")
int
queued(const u64 *ctx)
{
	struct bio *bio = (void *)ctx[0];
	if (bio->bi_bdev->bd_dev == device)
		add_total(bio->bi_iter.bi_size);
	return 0;
}

SEC("tp_btf/block_bio_queue")
int
begun(const u64 *ctx)
{
	struct bio *bio = (void *)ctx[0];
	u32 bytes = bio->bi_iter.bi_size;
	u64 key = (u64)bio;

	if (bio->bi_bdev->bd_dev == device)
		bpf_map_update_elem(&sizes, &key, &bytes, BPF_ANY);
	return 0;
}

/* A request that is done as a whole. */
SEC("tp_btf/block_rq_complete")
int
done(const u64 *ctx)
{
	struct request *rq = (void *)ctx[0];
	struct bio *bio = rq->bio;
	u64 key = (u64)bio;
	u32 *size, i;

	for (i = 0; i < 256 && bio != 0; i++) {
		size = bpf_map_lookup_elem(&sizes, &key);
		if (size != 0) {
			add_total(*size);
			bpf_map_delete_elem(&sizes, &key);
		}
		bio = bio->bi_next;
		key = (u64)bio;
	}
	return 0;
}
