/* SPDX-License-Identifier: MIT */
/* run.c - the interpreter: threaded dispatch over checked instructions. */
#include <errno.h>
#include <string.h>

#include "vm/vm.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the vm runs on little-endian machines"
#endif

/* BPF allows unaligned access where the machine does. */
typedef uint8_t mem8 __attribute__((may_alias));
typedef uint16_t mem16 __attribute__((may_alias, aligned(1)));
typedef uint32_t mem32 __attribute__((may_alias, aligned(1)));
typedef uint64_t mem64 __attribute__((may_alias, aligned(1)));

#define	SIGNED(v) _Generic((v), \
	uint32_t: (int32_t)(v), uint64_t: (int64_t)(v))

/* Other threads fire, and the consumer reads, concurrently. */
#define	ATOMIC(type)							\
static void								\
atomic_##type(type *p, int op, uint64_t *src, uint64_t *r0)		\
{									\
	type s = *src, old = *r0;					\
									\
	switch (op & ~BPF_FETCH) {					\
	case BPF_ADD:							\
		old = __atomic_fetch_add(p, s, __ATOMIC_SEQ_CST);	\
		break;							\
	case BPF_AND:							\
		old = __atomic_fetch_and(p, s, __ATOMIC_SEQ_CST);	\
		break;							\
	case BPF_OR:							\
		old = __atomic_fetch_or(p, s, __ATOMIC_SEQ_CST);	\
		break;							\
	case BPF_XOR:							\
		old = __atomic_fetch_xor(p, s, __ATOMIC_SEQ_CST);	\
		break;							\
	case BPF_XCHG & ~BPF_FETCH:					\
		old = __atomic_exchange_n(p, s, __ATOMIC_SEQ_CST);	\
		break;							\
	case BPF_CMPXCHG & ~BPF_FETCH:					\
		__atomic_compare_exchange_n(p, &old, s, 0,		\
		    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);		\
		*r0 = old;						\
		return;							\
	}								\
	if (op & BPF_FETCH)						\
		*src = old;						\
}
ATOMIC(uint32_t)
ATOMIC(uint64_t)

static uint64_t
swap_bytes(uint64_t v, int bits)
{
	return bits == 16 ? __builtin_bswap16(v) :
	    bits == 32 ? __builtin_bswap32(v) : __builtin_bswap64(v);
}

/* -ELOOP: calls nest too deep. */
static int
push(struct dt_vm_exec *x, uint32_t depth, const struct bpf_insn *ret,
    uint64_t r[])
{
	if (depth + 1 >= DT_VM_FRAMES)
		return -ELOOP;
	x->frame[depth].ret = ret;
	memcpy(x->frame[depth].saved, &r[6], sizeof(x->frame[depth].saved));
	r[10] -= DT_VM_FRAMESIZE;
	x->win[0].base -= DT_VM_FRAMESIZE;
	x->win[0].len += DT_VM_FRAMESIZE;
	return 0;
}

static const struct bpf_insn *
pop(struct dt_vm_exec *x, uint32_t depth, uint64_t r[])
{
	memcpy(&r[6], x->frame[depth].saved, sizeof(x->frame[depth].saved));
	r[10] += DT_VM_FRAMESIZE;
	x->win[0].base += DT_VM_FRAMESIZE;
	x->win[0].len -= DT_VM_FRAMESIZE;
	return x->frame[depth].ret;
}

/* The code was checked: each opcode has a label, and each helper exists. */
#define	DST		r[i->dst_reg]
#define	SRC		r[i->src_reg]
#define	NEXT		do { i++; goto *label[i->code]; } while (0)
#define	JUMP(when)							\
	do {								\
		if (when) {						\
			if (i->off < 0 && --x->budget == 0)		\
				goto endless;				\
			i += i->off;					\
		}							\
		NEXT;							\
	} while (0)
#define	REACH(reg, n)							\
	do {								\
		addr = (reg) + (int64_t)i->off;				\
		if (!dt_vm_inside(x, addr, n))				\
			goto outside;					\
	} while (0)
#define	LOAD(type)							\
	do {								\
		REACH(SRC, sizeof(type));				\
		DST = *(const type *)(uintptr_t)addr;			\
		NEXT;							\
	} while (0)
#define	STORE(type, v)							\
	do {								\
		REACH(DST, sizeof(type));				\
		*(type *)(uintptr_t)addr = (v);				\
		NEXT;							\
	} while (0)
#define	ATOMICALLY(type)						\
	do {								\
		REACH(DST, sizeof(type));				\
		if (addr % sizeof(type) != 0)				\
			goto outside;					\
		atomic_##type((type *)(uintptr_t)addr, i->imm, &SRC, &r[0]); \
		NEXT;							\
	} while (0)

static int
vm_run(struct dt_vm_exec *x, const struct bpf_insn *i, uint64_t r[])
{
	static const void *const label[256] = {
#define	DT_ALU(op, name, value)						\
		[BPF_ALU64 | BPF_K | op] = &&name##64K,			\
		[BPF_ALU64 | BPF_X | op] = &&name##64X,			\
		[BPF_ALU | BPF_K | op] = &&name##32K,			\
		[BPF_ALU | BPF_X | op] = &&name##32X,
#define	DT_JMP(op, name, when)						\
		[BPF_JMP | BPF_K | op] = &&name##64K,			\
		[BPF_JMP | BPF_X | op] = &&name##64X,			\
		[BPF_JMP32 | BPF_K | op] = &&name##32K,			\
		[BPF_JMP32 | BPF_X | op] = &&name##32X,
#define	DT_INSN(code, name, fields)	[code] = &&name,
#include "tbl/insns.h"
#undef DT_ALU
#undef DT_JMP
#undef DT_INSN
	};
	dt_vm_helper_f *help;
	uint64_t addr;
	uint32_t depth = 0;

	goto *label[i->code];

#define	OPERATE(label_, type, operand, value)				\
label_:	{								\
		type d = DST, s = operand;				\
		(void)d;						\
		DST = (type)(value);					\
		NEXT;							\
	}
#define	DT_ALU(op, name, value)						\
	OPERATE(name##64K, uint64_t, (int64_t)i->imm, value)		\
	OPERATE(name##64X, uint64_t, SRC, value)			\
	OPERATE(name##32K, uint32_t, i->imm, value)			\
	OPERATE(name##32X, uint32_t, SRC, value)
#define	COMPARE(label_, type, operand, when)				\
label_:	{								\
		type d = DST, s = operand;				\
		JUMP(when);						\
	}
#define	DT_JMP(op, name, when)						\
	COMPARE(name##64K, uint64_t, (int64_t)i->imm, when)		\
	COMPARE(name##64X, uint64_t, SRC, when)				\
	COMPARE(name##32K, uint32_t, i->imm, when)			\
	COMPARE(name##32X, uint32_t, SRC, when)
#define	DT_INSN(code, name, fields)
#include "tbl/insns.h"

NEG64:	DST = -DST;
	NEXT;
NEG32:	DST = -(uint32_t)DST;
	NEXT;
LE:	DST &= i->imm == 64 ? ~0ull : (1ull << i->imm) - 1;
	NEXT;
BE:	DST = swap_bytes(DST, i->imm);
	NEXT;
IMM64:	DST = (uint32_t)i[0].imm | (uint64_t)(uint32_t)i[1].imm << 32;
	i++;
	NEXT;
LDXB:	LOAD(mem8);
LDXH:	LOAD(mem16);
LDXW:	LOAD(mem32);
LDXDW:	LOAD(mem64);
STB:	STORE(mem8, i->imm);
STH:	STORE(mem16, i->imm);
STW:	STORE(mem32, i->imm);
STDW:	STORE(mem64, (int64_t)i->imm);
STXB:	STORE(mem8, SRC);
STXH:	STORE(mem16, SRC);
STXW:	STORE(mem32, SRC);
STXDW:	STORE(mem64, SRC);
ATOMW:	ATOMICALLY(uint32_t);
ATOMDW:	ATOMICALLY(uint64_t);
JA:	JUMP(1);
CALL:
	if (i->src_reg == BPF_PSEUDO_CALL) {
		x->err = push(x, depth, i, r);
		if (x->err != 0)
			return x->err;
		depth++;
		i += i->imm;
		NEXT;
	}
	help = dt_vm_helper(i->imm);
	r[0] = help(x, r);
	if (x->err != 0)
		return x->err;
	NEXT;
EXIT:
	if (depth == 0)
		return 0;
	i = pop(x, --depth, r);
	NEXT;
outside:
	x->addr = addr;
	return x->err = -EFAULT;
endless:
	return x->err = -ELOOP;
}

/* Open the first frame of the stack; returns its end. */
static uint64_t
open_stack(struct dt_vm_exec *x)
{
	uint64_t top = (uintptr_t)x->stack + sizeof(x->stack);

	x->win[0].base = top - DT_VM_FRAMESIZE;
	x->win[0].len = DT_VM_FRAMESIZE;
	return top;
}

void
dt_vm_exec_init(struct dt_vm_exec *x, const struct bpf_insn *insns,
    const struct dt_firing *f)
{
	x->insns = insns;
	x->maps = NULL;
	x->nmaps = 0;
	x->nwin = 1;
	open_stack(x);
	x->firing = f;
	x->budget = DT_VM_BUDGET;
	x->err = 0;
	x->addr = 0;
}

void
dt_vm_exec_window(struct dt_vm_exec *x, const void *p, uint64_t len)
{
	if (p == NULL || len < 8 || x->nwin == DT_VM_NWIN)
		return;
	x->win[x->nwin].base = (uintptr_t)p;
	x->win[x->nwin++].len = len;
}

int
dt_vm_call(struct dt_vm_exec *x, uint32_t pc, const uint64_t args[5],
    uint64_t *ret)
{
	uint64_t r[11] = { 0 };
	int err;

	memcpy(&r[1], args, 5 * sizeof(args[0]));
	r[10] = open_stack(x);
	x->err = 0;
	err = vm_run(x, x->insns + pc, r);
	*ret = r[0];
	return err;
}
