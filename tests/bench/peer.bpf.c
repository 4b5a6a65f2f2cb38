/* SPDX-License-Identifier: MIT */
/* Programs written by hand that aggregate system calls, each in one way. */
#include <asm/ptrace.h>
#include <asm/unistd.h>
#include "peer.h"

#define	KEYS	1024		/* the loader sets the number */

struct task_struct { int tgid; } __attribute__((preserve_access_index));
struct comm_func { char s[16]; u64 func; };
struct str64 { char s[64]; };
struct stats { u64 n, sum, squares; };

ARRAY(buckets, 64, u64);
ARRAY(moments, 1, struct stats);
HASH(by_int, u64);
HASH(by_comm, struct comm);
HASH(by_comm_func, struct comm_func);
HASH(by_str, struct str64);
HASH(counts, u64);
HASH(sums, u64);
HASH(maxima, u64);

/* Is this one of the lseek calls of this process? */
static __always_inline int
wanted(struct bpf_raw_tracepoint_args *ctx)
{
	return ctx->args[1] == __NR_lseek && is_self();
}

static __always_inline u64
offset_arg(struct bpf_raw_tracepoint_args *ctx)
{
	struct pt_regs *regs = (void *)ctx->args[0];
	u64 v = 0;

	bpf_probe_read_kernel(&v, sizeof(v), &regs->rsi);
	return v;
}

SEC("raw_tp/sys_enter")
int empty(struct bpf_raw_tracepoint_args *ctx)
{
	return wanted(ctx);
}

SEC("raw_tp/sys_enter")
int no_key(struct bpf_raw_tracepoint_args *ctx)
{
	if (wanted(ctx))
		add_total(1);
	return 0;
}

SEC("raw_tp/sys_enter")
int int_key(struct bpf_raw_tracepoint_args *ctx)
{
	u64 key;

	if (!wanted(ctx))
		return 0;
	key = offset_arg(ctx);
	add(&by_int, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int func_key(struct bpf_raw_tracepoint_args *ctx)
{
	u64 key = ctx->args[1];

	if (wanted(ctx))
		add(&by_int, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int task_key(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	u64 key = 0;

	if (!wanted(ctx) || bpf_probe_read_kernel(&key, sizeof(task->tgid),
	    &task->tgid) != 0)
		return 0;
	add(&by_int, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int comm_key(struct bpf_raw_tracepoint_args *ctx)
{
	struct comm key;

	if (!wanted(ctx))
		return 0;
	bpf_get_current_comm(&key, sizeof(key));
	add(&by_comm, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int comm_func_key(struct bpf_raw_tracepoint_args *ctx)
{
	struct comm_func key = { .func = ctx->args[1] };

	if (!wanted(ctx))
		return 0;
	bpf_get_current_comm(key.s, sizeof(key.s));
	add(&by_comm_func, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int str_key(struct bpf_raw_tracepoint_args *ctx)
{
	struct str64 key = {
	    "a string of 63 bytes and its end, made to be used as a key 0123"
	};

	if (wanted(ctx))
		add(&by_str, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int user_str_key(struct bpf_raw_tracepoint_args *ctx)
{
	struct str64 key = { 0 };

	if (!wanted(ctx) || bpf_probe_read_user_str(key.s, sizeof(key.s),
	    (void *)offset_arg(ctx)) < 0)
		return 0;
	add(&by_str, &key, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int log2_bucket(struct bpf_raw_tracepoint_args *ctx)
{
	u32 bucket = 0, shift;
	u64 v;

	if (!wanted(ctx))
		return 0;
	v = offset_arg(ctx);
	for (shift = 32; shift != 0; shift >>= 1)
		if (v >> shift != 0) {
			v >>= shift;
			bucket += shift;
		}
	add(&buckets, &bucket, 1);
	return 0;
}

SEC("raw_tp/sys_enter")
int spread(struct bpf_raw_tracepoint_args *ctx)
{
	struct stats *s;
	u32 zero = 0;
	u64 v;

	if (!wanted(ctx))
		return 0;
	v = offset_arg(ctx);
	s = bpf_map_lookup_elem(&moments, &zero);
	if (s != 0) {
		s->n++;
		s->sum += v;
		s->squares += v * v;
	}
	return 0;
}

SEC("raw_tp/sys_enter")
int three(struct bpf_raw_tracepoint_args *ctx)
{
	u64 v, *max;

	if (!wanted(ctx))
		return 0;
	v = offset_arg(ctx);
	add(&counts, &v, 1);
	add(&sums, &v, v);
	max = bpf_map_lookup_elem(&maxima, &v);
	if (max == 0)
		bpf_map_update_elem(&maxima, &v, &v, BPF_NOEXIST);
	else if (*max < v)
		*max = v;
	return 0;
}

/* A function of one process: the link names it. */
SEC("uprobe")
int user_hit(struct pt_regs *ctx)
{
	(void) ctx;
	add_total(1);
	return 0;
}
