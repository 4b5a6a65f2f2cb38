/* SPDX-License-Identifier: MIT */
/* peer.h - what the programs written by hand share. */
#ifndef PEER_H
#define PEER_H

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

typedef unsigned long long u64;
typedef unsigned int u32;

struct comm { char s[16]; };

#define	MAP(name, kind, entries, keytype, valtype)	\
struct {						\
	__uint(type, kind);				\
	__uint(max_entries, entries);			\
	__type(key, keytype);				\
	__type(value, valtype);				\
} name SEC(".maps")

#define	ARRAY(name, entries, valtype)	\
	MAP(name, BPF_MAP_TYPE_PERCPU_ARRAY, entries, u32, valtype)

#define	HASH(name, keytype)	\
	MAP(name, BPF_MAP_TYPE_PERCPU_HASH, KEYS, keytype, u64)

ARRAY(total, 1, u64);

const volatile int self SEC(".rodata.self");
char _license[] SEC("license") = "Dual MIT/GPL";

static __always_inline int
is_self(void)
{
	return bpf_get_current_pid_tgid() >> 32 == (u32)self;
}

static __always_inline void
add(void *map, const void *key, u64 n)
{
	u64 *v = bpf_map_lookup_elem(map, key);

	if (v != 0)
		*v += n;
	else
		bpf_map_update_elem(map, key, &n, BPF_NOEXIST);
}

static __always_inline void
add_total(u64 n)
{
	u32 zero = 0;

	add(&total, &zero, n);
}

#endif
