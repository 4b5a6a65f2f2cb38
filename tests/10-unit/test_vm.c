/* SPDX-License-Identifier: MIT */
/* test_vm.c - the interpreter: instructions, the load-time check, helpers. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "vm/vm.h"

#define	N(v)	(sizeof(v) / sizeof((v)[0]))
#define	INSN(c, d, s, o, i)						\
	{ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) }
#define	ALU64K(op, d, i)	INSN(BPF_ALU64 | BPF_K | (op), d, 0, 0, i)
#define	ALU64X(op, d, s)	INSN(BPF_ALU64 | BPF_X | (op), d, s, 0, 0)
#define	ALU32K(op, d, i)	INSN(BPF_ALU | BPF_K | (op), d, 0, 0, i)
#define	ALU32X(op, d, s)	INSN(BPF_ALU | BPF_X | (op), d, s, 0, 0)
#define	MOVK(d, i)		ALU64K(BPF_MOV, d, i)
#define	MOVX(d, s)		ALU64X(BPF_MOV, d, s)
#define	LDX(sz, d, s, o)	INSN(BPF_LDX | BPF_MEM | (sz), d, s, o, 0)
#define	STX(sz, d, s, o)	INSN(BPF_STX | BPF_MEM | (sz), d, s, o, 0)
#define	ST(sz, d, o, i)		INSN(BPF_ST | BPF_MEM | (sz), d, 0, o, i)
#define	ATOM(sz, d, s, o, i)	INSN(BPF_STX | BPF_ATOMIC | (sz), d, s, o, i)
#define	J64K(op, d, i, o)	INSN(BPF_JMP | BPF_K | (op), d, 0, o, i)
#define	J64X(op, d, s, o)	INSN(BPF_JMP | BPF_X | (op), d, s, o, 0)
#define	J32K(op, d, i, o)	INSN(BPF_JMP32 | BPF_K | (op), d, 0, o, i)
#define	JA(o)			INSN(BPF_JMP | BPF_JA, 0, 0, o, 0)
#define	HELP(id)		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, id)
#define	CALL(rel)							\
	INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, rel)
#define	EXIT			INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)
#define	END(dir, d, bits)	INSN(BPF_ALU | BPF_END | (dir), d, 0, 0, bits)
#define	LD64(d, v)							\
	INSN(BPF_LD | BPF_IMM | BPF_DW, d, 0, 0, (int32_t)(v)),		\
	INSN(0, 0, 0, 0, (int32_t)((uint64_t)(v) >> 32))

#define	MAXINSNS	16

struct program {
	const char *name;
	struct bpf_insn insns[MAXINSNS];
	uint64_t in[2];			/* r1, r2 */
	uint64_t out;
};

/* Programs end at their last instruction that is not all zero. */
static uint32_t
length(const struct bpf_insn *insns)
{
	static const struct bpf_insn none;
	uint32_t n = MAXINSNS;

	while (n > 0 && memcmp(&insns[n - 1], &none, sizeof(none)) == 0)
		n--;
	return n;
}

static int
check(const struct bpf_insn *insns, uint32_t n, char *why, size_t len)
{
	struct dt_linked code = { (struct bpf_insn *)insns, n, NULL, 0 };

	return dt_vm_check(&code, why, len);
}

static const struct program programs[] = {
	{ "mov", { MOVK(0, -1), EXIT }, { 0 }, ~0ull },
	{ "mov32 zero-extends", { ALU32K(BPF_MOV, 0, -1), EXIT },
	    { 0 }, 0xffffffff },
	{ "mov32 x", { ALU32X(BPF_MOV, 0, 1), EXIT }, { ~0ull }, 0xffffffff },
	{ "ld_imm64", { LD64(0, 0x8877665544332211), EXIT },
	    { 0 }, 0x8877665544332211 },
	{ "add", { MOVX(0, 1), ALU64X(BPF_ADD, 0, 2), EXIT },
	    { ~0ull, 2 }, 1 },
	{ "add k is signed", { MOVX(0, 1), ALU64K(BPF_ADD, 0, -5), EXIT },
	    { 3 }, -2ull },
	{ "add32", { MOVX(0, 1), ALU32X(BPF_ADD, 0, 2), EXIT },
	    { 0xffffffff, 2 }, 1 },
	{ "sub32", { MOVX(0, 1), ALU32K(BPF_SUB, 0, 2), EXIT },
	    { 1 }, 0xffffffff },
	{ "mul", { MOVX(0, 1), ALU64X(BPF_MUL, 0, 2), EXIT },
	    { 1ull << 40, 1ull << 23 }, 1ull << 63 },
	{ "mul32", { MOVX(0, 1), ALU32X(BPF_MUL, 0, 2), EXIT },
	    { 0x10000, 0x10001 }, 0x10000 },
	{ "div is unsigned", { MOVX(0, 1), ALU64K(BPF_DIV, 0, 2), EXIT },
	    { ~0ull }, ~0ull >> 1 },
	{ "div by 0", { MOVX(0, 1), ALU64X(BPF_DIV, 0, 2), EXIT },
	    { 7, 0 }, 0 },
	{ "div32 by 0 in the low half", { MOVX(0, 1),
	    ALU32X(BPF_DIV, 0, 2), EXIT }, { 7, 1ull << 32 }, 0 },
	{ "mod", { MOVX(0, 1), ALU64X(BPF_MOD, 0, 2), EXIT }, { 17, 5 }, 2 },
	{ "mod by 0", { MOVX(0, 1), ALU64X(BPF_MOD, 0, 2), EXIT },
	    { ~0ull, 0 }, ~0ull },
	{ "mod32 by 0", { MOVX(0, 1), ALU32X(BPF_MOD, 0, 2), EXIT },
	    { ~0ull, 0 }, 0xffffffff },
	{ "or", { MOVX(0, 1), ALU64X(BPF_OR, 0, 2), EXIT }, { 5, 8 }, 13 },
	{ "and k is signed", { MOVX(0, 1), ALU64K(BPF_AND, 0, -8), EXIT },
	    { ~0ull }, ~7ull },
	{ "and32 k", { MOVX(0, 1), ALU32K(BPF_AND, 0, -8), EXIT },
	    { ~0ull }, 0xfffffff8 },
	{ "xor", { MOVX(0, 1), ALU64X(BPF_XOR, 0, 2), EXIT }, { 6, 3 }, 5 },
	{ "lsh masks", { MOVX(0, 1), ALU64X(BPF_LSH, 0, 2), EXIT },
	    { 1, 65 }, 2 },
	{ "lsh32 masks", { MOVX(0, 1), ALU32X(BPF_LSH, 0, 2), EXIT },
	    { 1, 33 }, 2 },
	{ "rsh", { MOVX(0, 1), ALU64K(BPF_RSH, 0, 63), EXIT }, { ~0ull }, 1 },
	{ "arsh", { MOVX(0, 1), ALU64K(BPF_ARSH, 0, 63), EXIT },
	    { 1ull << 63 }, ~0ull },
	{ "arsh32", { MOVX(0, 1), ALU32K(BPF_ARSH, 0, 31), EXIT },
	    { 0x80000000 }, 0xffffffff },
	{ "neg", { MOVX(0, 1), INSN(BPF_ALU64 | BPF_NEG, 0, 0, 0, 0), EXIT },
	    { 1 }, ~0ull },
	{ "neg32", { MOVX(0, 1), INSN(BPF_ALU | BPF_NEG, 0, 0, 0, 0), EXIT },
	    { 1 }, 0xffffffff },
	{ "be16", { MOVX(0, 1), END(BPF_TO_BE, 0, 16), EXIT },
	    { 0x11223344 }, 0x4433 },
	{ "be32", { MOVX(0, 1), END(BPF_TO_BE, 0, 32), EXIT },
	    { 0x5511223344 }, 0x44332211 },
	{ "be64", { MOVX(0, 1), END(BPF_TO_BE, 0, 64), EXIT },
	    { 0x1122334455667788 }, 0x8877665544332211 },
	{ "le16", { MOVX(0, 1), END(BPF_TO_LE, 0, 16), EXIT },
	    { 0x11223344 }, 0x3344 },
	{ "le64", { MOVX(0, 1), END(BPF_TO_LE, 0, 64), EXIT },
	    { ~0ull }, ~0ull },

	{ "jeq k is signed", { MOVK(0, 1), J64K(BPF_JEQ, 1, -1, 1),
	    MOVK(0, 2), EXIT }, { ~0ull }, 1 },
	{ "jeq not", { MOVK(0, 1), J64K(BPF_JEQ, 1, -1, 1),
	    MOVK(0, 2), EXIT }, { 0xffffffff }, 2 },
	{ "jeq32 sees half", { MOVK(0, 1), J32K(BPF_JEQ, 1, -1, 1),
	    MOVK(0, 2), EXIT }, { 0xffffffff }, 1 },
	{ "jgt is unsigned", { MOVK(0, 1), J64X(BPF_JGT, 1, 2, 1),
	    MOVK(0, 2), EXIT }, { ~0ull, 1 }, 1 },
	{ "jsgt", { MOVK(0, 1), J64X(BPF_JSGT, 1, 2, 1),
	    MOVK(0, 2), EXIT }, { ~0ull, 1 }, 2 },
	{ "jsgt32", { MOVK(0, 1), J32K(BPF_JSGT, 1, -3, 1),
	    MOVK(0, 2), EXIT }, { 0xfffffffe }, 1 },
	{ "jslt32", { MOVK(0, 1), J32K(BPF_JSLT, 1, 0, 1),
	    MOVK(0, 2), EXIT }, { 0x80000000 }, 1 },
	{ "jge", { MOVK(0, 1), J64K(BPF_JGE, 1, 3, 1), MOVK(0, 2), EXIT },
	    { 3 }, 1 },
	{ "jlt", { MOVK(0, 1), J64K(BPF_JLT, 1, 3, 1), MOVK(0, 2), EXIT },
	    { 3 }, 2 },
	{ "jle", { MOVK(0, 1), J64K(BPF_JLE, 1, 3, 1), MOVK(0, 2), EXIT },
	    { 3 }, 1 },
	{ "jsge", { MOVK(0, 1), J64K(BPF_JSGE, 1, -3, 1), MOVK(0, 2), EXIT },
	    { -4ull }, 2 },
	{ "jsle", { MOVK(0, 1), J64K(BPF_JSLE, 1, -3, 1), MOVK(0, 2), EXIT },
	    { -4ull }, 1 },
	{ "jne", { MOVK(0, 1), J64X(BPF_JNE, 1, 2, 1), MOVK(0, 2), EXIT },
	    { 4, 4 }, 2 },
	{ "jset", { MOVK(0, 1), J64K(BPF_JSET, 1, 6, 1), MOVK(0, 2), EXIT },
	    { 4 }, 1 },
	{ "loop", { MOVK(0, 0), ALU64X(BPF_ADD, 0, 1), ALU64K(BPF_SUB, 1, 1),
	    J64K(BPF_JNE, 1, 0, -3), EXIT }, { 10 }, 55 },

	{ "bytes", { STX(BPF_DW, 10, 1, -8), ST(BPF_B, 10, -7, -1),
	    LDX(BPF_DW, 0, 10, -8), EXIT }, { 0x1122334455667788 },
	    0x112233445566ff88 },
	{ "halves", { ST(BPF_DW, 10, -8, -1), STX(BPF_H, 10, 1, -6),
	    LDX(BPF_W, 0, 10, -8), EXIT }, { 0x12345 }, 0x2345ffff },
	{ "words", { ST(BPF_DW, 10, -8, 0), STX(BPF_W, 10, 1, -4),
	    LDX(BPF_DW, 0, 10, -8), EXIT }, { 7 }, 7ull << 32 },
	{ "unaligned", { ST(BPF_DW, 10, -16, 0), ST(BPF_DW, 10, -8, 0),
	    STX(BPF_DW, 10, 1, -13), LDX(BPF_DW, 0, 10, -13), EXIT },
	    { 0x1122334455667788 }, 0x1122334455667788 },
	{ "loads zero-extend", { ST(BPF_DW, 10, -8, -1),
	    LDX(BPF_B, 0, 10, -1), EXIT }, { 0 }, 0xff },

	{ "atomic add", { STX(BPF_DW, 10, 1, -8),
	    ATOM(BPF_DW, 10, 2, -8, BPF_ADD), LDX(BPF_DW, 0, 10, -8), EXIT },
	    { 40, 2 }, 42 },
	{ "atomic add fetches", { STX(BPF_DW, 10, 1, -8),
	    ATOM(BPF_DW, 10, 2, -8, BPF_ADD | BPF_FETCH), MOVX(0, 2), EXIT },
	    { 40, 2 }, 40 },
	{ "atomic add w", { ST(BPF_DW, 10, -8, -1), MOVK(2, 1),
	    ATOM(BPF_W, 10, 2, -8, BPF_ADD), LDX(BPF_DW, 0, 10, -8), EXIT },
	    { 0 }, 0xffffffff00000000 },
	{ "atomic fetch w zero-extends", { ST(BPF_DW, 10, -8, -1),
	    MOVK(2, -1), ATOM(BPF_W, 10, 2, -8, BPF_OR | BPF_FETCH),
	    MOVX(0, 2), EXIT }, { 0 }, 0xffffffff },
	{ "atomic and", { STX(BPF_DW, 10, 1, -8),
	    ATOM(BPF_DW, 10, 2, -8, BPF_AND), LDX(BPF_DW, 0, 10, -8), EXIT },
	    { 6, 3 }, 2 },
	{ "atomic xor", { STX(BPF_DW, 10, 1, -8),
	    ATOM(BPF_DW, 10, 2, -8, BPF_XOR), LDX(BPF_DW, 0, 10, -8), EXIT },
	    { 6, 3 }, 5 },
	{ "xchg", { STX(BPF_DW, 10, 1, -8), ATOM(BPF_DW, 10, 2, -8, BPF_XCHG),
	    LDX(BPF_DW, 0, 10, -8), ALU64K(BPF_LSH, 0, 8),
	    ALU64X(BPF_OR, 0, 2), EXIT }, { 3, 4 }, 0x403 },
	{ "xchg w", { ST(BPF_DW, 10, -8, -1), ATOM(BPF_W, 10, 1, -4, BPF_XCHG),
	    MOVX(0, 1), EXIT }, { 5 }, 0xffffffff },
	{ "cmpxchg hits", { STX(BPF_DW, 10, 1, -8), MOVK(0, 3),
	    ATOM(BPF_DW, 10, 2, -8, BPF_CMPXCHG), LDX(BPF_DW, 3, 10, -8),
	    ALU64K(BPF_LSH, 3, 8), ALU64X(BPF_OR, 0, 3), EXIT },
	    { 3, 4 }, 0x403 },
	{ "cmpxchg misses", { STX(BPF_DW, 10, 1, -8), MOVK(0, 2),
	    ATOM(BPF_DW, 10, 2, -8, BPF_CMPXCHG), LDX(BPF_DW, 3, 10, -8),
	    ALU64K(BPF_LSH, 3, 8), ALU64X(BPF_OR, 0, 3), EXIT },
	    { 3, 4 }, 0x303 },

	{ "call keeps r6", { MOVX(6, 1), CALL(3), ALU64X(BPF_ADD, 0, 6), EXIT,
	    JA(-1), MOVX(0, 1), ALU64K(BPF_MUL, 0, 2), MOVK(6, 99), EXIT },
	    { 5 }, 15 },
	{ "frames are apart", { ST(BPF_DW, 10, -8, 7), CALL(2),
	    LDX(BPF_DW, 0, 10, -8), EXIT, ST(BPF_DW, 10, -8, 9), EXIT },
	    { 0 }, 7 },
	{ "a caller's frame", { ST(BPF_DW, 10, -8, 7), MOVX(1, 10), CALL(2),
	    LDX(BPF_DW, 0, 10, -8), EXIT, ST(BPF_DW, 1, -8, 9), EXIT },
	    { 0 }, 9 },
};

static void
test_instructions(void **state)
{
	const struct dt_firing f = { 0 };
	struct dt_vm_exec x;
	size_t i;

	(void)state;
	for (i = 0; i < N(programs); i++) {
		const struct program *p = &programs[i];
		uint64_t args[5] = { p->in[0], p->in[1], 0, 0, 0 }, ret;
		char why[128] = "";

		if (check(p->insns, length(p->insns), why, sizeof(why)) != 0)
			fail_msg("%s: %s", p->name, why);
		dt_vm_exec_init(&x, p->insns, &f);
		if (dt_vm_call(&x, 0, args, &ret) != 0 || ret != p->out)
			fail_msg("%s: err %d, got %#llx, not %#llx", p->name,
			    x.err, (long long)ret, (long long)p->out);
	}
}

static const struct program bad[] = {
	{ "does not exist", { INSN(0xff, 0, 0, 0, 0), EXIT }, { 0 }, 0 },
	{ "does not exist", { INSN(0x00, 1, 0, 0, 0), EXIT }, { 0 }, 0 },
	{ "no such register", { MOVK(11, 0), EXIT }, { 0 }, 0 },
	{ "no such register", { MOVX(0, 12), EXIT }, { 0 }, 0 },
	{ "r10 is read-only", { MOVK(10, 0), EXIT }, { 0 }, 0 },
	{ "r10 is read-only", { LDX(BPF_DW, 10, 10, -8), EXIT }, { 0 }, 0 },
	{ "r10 is read-only", { ATOM(BPF_DW, 10, 10, -8, BPF_XCHG), EXIT },
	    { 0 }, 0 },
	{ "does not use", { INSN(BPF_ALU64 | BPF_K | BPF_MOV, 0, 1, 0, 0),
	    EXIT }, { 0 }, 0 },
	{ "does not use", { INSN(BPF_ALU64 | BPF_X | BPF_MOV, 0, 1, 1, 0),
	    EXIT }, { 0 }, 0 },
	{ "does not use", { INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 1) }, { 0 }, 0 },
	{ "swap of", { END(BPF_TO_BE, 0, 24), EXIT }, { 0 }, 0 },
	{ "constant 0", { ALU64K(BPF_DIV, 0, 0), EXIT }, { 0 }, 0 },
	{ "shift of 32", { ALU32K(BPF_LSH, 0, 32), EXIT }, { 0 }, 0 },
	{ "shift of 64", { ALU64K(BPF_ARSH, 0, -1), EXIT }, { 0 }, 0 },
	{ "outside of the frame", { ST(BPF_DW, 10, -520, 0), EXIT }, { 0 }, 0 },
	{ "outside of the frame", { ST(BPF_DW, 10, -4, 0), EXIT }, { 0 }, 0 },
	{ "outside of the frame", { LDX(BPF_B, 0, 10, 0), EXIT }, { 0 }, 0 },
	{ "atomic operation", { ATOM(BPF_DW, 10, 1, -8, 0x10), EXIT },
	    { 0 }, 0 },
	{ "is missing", { INSN(BPF_LD | BPF_IMM | BPF_DW, 0, 0, 0, 1) },
	    { 0 }, 0 },
	{ "is missing", { INSN(BPF_LD | BPF_IMM | BPF_DW, 0, 0, 0, 1), EXIT },
	    { 0 }, 0 },
	{ "does not use", { INSN(BPF_LD | BPF_IMM | BPF_DW, 0,
	    BPF_PSEUDO_MAP_FD, 0, 1), INSN(0, 0, 0, 0, 1), EXIT }, { 0 }, 0 },
	{ "helper 9999", { HELP(9999), EXIT }, { 0 }, 0 },
	{ "helper 0", { HELP(0), EXIT }, { 0 }, 0 },
	{ "unknown kind", { INSN(BPF_JMP | BPF_CALL, 0, 2, 0, 0), EXIT },
	    { 0 }, 0 },
	{ "outside of the program", { CALL(1), EXIT }, { 0 }, 0 },
	{ "outside of the program", { CALL(-2), EXIT }, { 0 }, 0 },
	{ "out of its function", { JA(5), EXIT }, { 0 }, 0 },
	{ "out of its function", { JA(-2), EXIT }, { 0 }, 0 },
	{ "out of its function", { CALL(1), JA(1), MOVK(0, 0), EXIT },
	    { 0 }, 0 },
	{ "into a 64-bit", { JA(1), LD64(0, 1), EXIT }, { 0 }, 0 },
	{ "past its end", { CALL(2), EXIT, LD64(0, 1), EXIT }, { 0 }, 0 },
	{ "past its end", { EXIT, MOVK(0, 1) }, { 0 }, 0 },
	{ "past its end", { EXIT, LD64(0, 1ull << 32) }, { 0 }, 0 },
	{ "never exits", { JA(-1) }, { 0 }, 0 },
	{ "deeper than 8", { CALL(-1), EXIT }, { 0 }, 0 },
	{ "deeper than 8", { CALL(1), EXIT, CALL(-3), EXIT }, { 0 }, 0 },
};

static void
test_refused(void **state)
{
	static const struct bpf_insn deep[] = {
		CALL(1), EXIT, CALL(1), EXIT, CALL(1), EXIT, CALL(1), EXIT,
		CALL(1), EXIT, CALL(1), EXIT, CALL(1), EXIT, CALL(1), EXIT,
		MOVK(0, 1), EXIT,
	};
	char why[128];
	size_t i;

	(void)state;
	for (i = 0; i < N(bad); i++) {
		why[0] = '\0';
		if (check(bad[i].insns, length(bad[i].insns), why,
		    sizeof(why)) == 0 || strstr(why, bad[i].name) == NULL)
			fail_msg("%zu (%s): %s", i, bad[i].name, why);
	}
	assert_int_equal(check(deep, 0, why, sizeof(why)), -EINVAL);
	assert_int_equal(check(deep, N(deep), why, sizeof(why)), -EINVAL);
	assert_int_equal(check(deep + 2, N(deep) - 2, why, sizeof(why)), 0);
}

/* Run code that the check accepts; r1 is p. */
static int
run(struct dt_vm_exec *x, const struct bpf_insn *insns, const void *p,
    uint64_t *ret)
{
	uint64_t args[5] = { (uintptr_t)p, 0, 0, 0, 0 };
	char why[128] = "";

	if (check(insns, length(insns), why, sizeof(why)) != 0)
		fail_msg("%s", why);
	x->insns = insns;
	return dt_vm_call(x, 0, args, ret);
}

static void
test_windows(void **state)
{
	static const struct bpf_insn load[MAXINSNS] = {
		LDX(BPF_DW, 0, 1, 0), EXIT };
	static const struct bpf_insn atomic[MAXINSNS] = {
		MOVK(2, 1), ATOM(BPF_DW, 1, 2, 0, BPF_ADD), EXIT };
	static const struct bpf_insn below[MAXINSNS] = {
		MOVX(1, 10), ALU64K(BPF_SUB, 1, 600), ST(BPF_DW, 1, 0, 1),
		EXIT };
	static const struct bpf_insn endless[MAXINSNS] = {
		J64K(BPF_JEQ, 2, 1, 1), JA(-2), EXIT };
	static const char other[8];
	const struct dt_firing f = { 0 };
	uint64_t mem[4] = { 1, 2, 3, 4 }, ret;
	struct dt_vm_exec x;

	(void)state;
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, mem + 1, 16);
	assert_int_equal(run(&x, load, mem + 2, &ret), 0);
	assert_int_equal(ret, 3);
	assert_int_equal(run(&x, load, mem, &ret), -EFAULT);
	assert_true(x.addr == (uintptr_t)mem);
	assert_int_equal(run(&x, load, (char *)mem + 17, &ret), -EFAULT);
	assert_int_equal(run(&x, load, (char *)mem + 15, &ret), 0);
	assert_int_equal(run(&x, load, NULL, &ret), -EFAULT);
	assert_int_equal(run(&x, load, other, &ret), -EFAULT);
	assert_int_equal(run(&x, load, (void *)~7ull, &ret), -EFAULT);
	assert_int_equal(run(&x, atomic, mem + 1, &ret), 0);
	assert_int_equal(mem[1], 3);
	assert_int_equal(run(&x, atomic, (char *)mem + 12, &ret), -EFAULT);
	assert_int_equal(run(&x, below, NULL, &ret), -EFAULT);
	x.budget = 1000;
	assert_int_equal(run(&x, endless, NULL, &ret), -ELOOP);
}

/* *lookup(r1, &key 1) */
static const struct bpf_insn lookup[MAXINSNS] = {
	ST(BPF_DW, 10, -8, 1), MOVX(2, 10), ALU64K(BPF_ADD, 2, -8),
	HELP(BPF_FUNC_map_lookup_elem), J64K(BPF_JEQ, 0, 0, 1),
	LDX(BPF_DW, 0, 0, 0), EXIT };
/* update(r1, &key 1, &value 77, ANY) */
static const struct bpf_insn update[MAXINSNS] = {
	ST(BPF_DW, 10, -8, 1), ST(BPF_DW, 10, -16, 77), MOVX(2, 10),
	ALU64K(BPF_ADD, 2, -8), MOVX(3, 10), ALU64K(BPF_ADD, 3, -16),
	MOVK(4, 0), HELP(BPF_FUNC_map_update_elem), EXIT };
static const struct bpf_insn delete[MAXINSNS] = {
	ST(BPF_DW, 10, -8, 1), MOVX(2, 10), ALU64K(BPF_ADD, 2, -8),
	HELP(BPF_FUNC_map_delete_elem), EXIT };

static void
check_array(struct dt_vm_exec *x, const uint64_t *cells)
{
	void *array = (void *)DT_VM_MAPREF;
	uint64_t ret;

	assert_int_equal(run(x, lookup, array, &ret), 0);
	assert_int_equal(ret, 6);
	assert_int_equal(run(x, update, array, &ret), 0);
	assert_int_equal(cells[1], 77);
	assert_int_equal(run(x, delete, array, &ret), 0);
	assert_true((int64_t)ret == -EINVAL);
}

static void
check_hash(struct dt_vm_exec *x)
{
	void *hash = (void *)(DT_VM_MAPREF + 1);
	uint64_t ret;

	assert_int_equal(run(x, lookup, hash, &ret), 0);
	assert_int_equal(ret, 0);
	assert_int_equal(run(x, update, hash, &ret), 0);
	assert_int_equal(ret, 0);
	assert_int_equal(run(x, lookup, hash, &ret), 0);
	assert_int_equal(ret, 77);
	assert_int_equal(run(x, delete, hash, &ret), 0);
	assert_int_equal(ret, 0);
	assert_int_equal(run(x, delete, hash, &ret), 0);
	assert_true((int64_t)ret == -ENOENT);
}

static void
test_map_helpers(void **state)
{
	uint64_t cells[2] = { 5, 6 }, ret;
	const struct dt_firing f = { 0 };
	struct dt_vm_hash *h;
	struct dt_vm_map maps[2] = {
		{ 4, 8, 2, (char *)cells, NULL }, { 8, 8, 1, NULL, NULL } };
	struct dt_vm_exec x;
	struct dt_vm_win w;

	(void)state;
	h = calloc(1, dt_vm_hash_size(8, 8, 1));
	assert_non_null(h);
	dt_vm_hash_init(h, 8, 8, 1);
	maps[1].hash = h;
	w = dt_vm_hash_win(h);
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, cells, sizeof(cells));
	dt_vm_exec_window(&x, (void *)w.base, w.len);
	x.maps = maps;
	x.nmaps = 2;
	check_array(&x, cells);
	check_hash(&x);
	assert_int_equal(run(&x, lookup, (void *)(DT_VM_MAPREF + 2), &ret),
	    -EINVAL);
	assert_int_equal(run(&x, lookup, cells, &ret), -EINVAL);
	free(h);
}

static void
test_hash(void **state)
{
	struct dt_vm_hash *h;
	uint64_t k, v, *p;

	(void)state;
	h = calloc(1, dt_vm_hash_size(8, 8, 1000));
	assert_non_null(h);
	dt_vm_hash_init(h, 8, 8, 1000);
	for (k = 0; k < 1000; k++) {
		v = k * 3;
		assert_int_equal(dt_vm_hash_update(h, &k, &v, BPF_NOEXIST), 0);
	}
	assert_int_equal(dt_vm_hash_update(h, &k, &v, BPF_ANY), -E2BIG);
	assert_int_equal(dt_vm_hash_update(h, &k, &v, BPF_EXIST), -ENOENT);
	for (k = 0; k < 1000; k += 2)
		assert_int_equal(dt_vm_hash_delete(h, &k), 0);
	for (k = 0; k < 1000; k++) {
		p = dt_vm_hash_lookup(h, &k);
		assert_int_equal(p == NULL, k % 2 == 0);
		assert_true(p == NULL || *p == k * 3);
	}
	for (k = 2000; k < 2500; k++)
		assert_int_equal(dt_vm_hash_update(h, &k, &k, BPF_ANY), 0);
	assert_int_equal(dt_vm_hash_update(h, &k, &k, BPF_ANY), -E2BIG);
	k = 1;
	assert_int_equal(dt_vm_hash_update(h, &k, &k, BPF_NOEXIST), -EEXIST);
	free(h);
}

/* The member of a task as a program reads it, or -1. */
static int64_t
id_at(const struct dt_firing *f, uint64_t addr)
{
	uint32_t id;

	return dt_vm_task_read(f, addr, &id, sizeof(id)) ? (int64_t)id : -1;
}

/* Members by address, and by a thread's id where a probe passes that. */
static void
test_task_ids(void **state)
{
	const uint32_t ancestors[] = { 7, 1, 0 };
	const struct dt_firing f = { .pid = 10, .tid = 11, .serial = 3,
	    .ancestors = ancestors };
	uint64_t task = dt_vm_task(&f), parent, me = (uint64_t)getpid();

	(void)state;
	assert_int_equal(id_at(&f, task + DT_VM_TASK_PID), 11);
	assert_int_equal(id_at(&f, task + DT_VM_TASK_TGID), 10);
	assert_true(dt_vm_task_read(&f, task + DT_VM_TASK_PARENT, &parent,
	    sizeof(parent)));
	assert_int_equal(id_at(&f, parent + DT_VM_TASK_PID), 7);
	assert_int_equal(id_at(&f, parent + DT_VM_TASK_TGID), 7);

	assert_int_equal(id_at(&f, 11 + DT_VM_TASK_PID), 11);
	assert_int_equal(id_at(&f, 11 + DT_VM_TASK_TGID), 10);
	assert_int_equal(id_at(&f, me + DT_VM_TASK_TGID), me);
	assert_int_equal(id_at(&f, DT_VM_TASK_PID), -1);
	assert_int_equal(id_at(&f, -7 + DT_VM_TASK_PID), -1);
	assert_int_equal(id_at(&f, task), -1);
}

/* Call a helper like generated code. */
static uint64_t
help(struct dt_vm_exec *x, uint32_t id, uint64_t a, uint64_t b, uint64_t c,
    uint64_t d)
{
	uint64_t r[6] = { 0, a, b, c, d, 0 };

	x->err = 0;
	assert_non_null(dt_vm_helper(id));
	return dt_vm_helper(id)(x, r);
}

static void
test_firing_helpers(void **state)
{
	const struct dt_firing f = { .cpu = 5, .pid = 10, .tid = 11, .uid = 12,
	    .gid = 13, .execname = "a name that is too long",
	    .ts = 1234, .stack = { 100, 200, 300 } };
	struct bpf_pidns_info *ns;
	uint64_t mem[4], at = (uintptr_t)mem;
	struct dt_vm_exec x;

	(void)state;
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, mem, sizeof(mem));
	assert_int_equal(help(&x, BPF_FUNC_ktime_get_ns, 0, 0, 0, 0), 1234);
	assert_int_equal(help(&x, BPF_FUNC_get_smp_processor_id, 0, 0, 0, 0),
	    5);
	assert_int_equal(help(&x, BPF_FUNC_get_current_pid_tgid, 0, 0, 0, 0),
	    10ull << 32 | 11);
	assert_int_equal(help(&x, BPF_FUNC_get_current_uid_gid, 0, 0, 0, 0),
	    13ull << 32 | 12);
	assert_int_equal(help(&x, BPF_FUNC_get_current_task, 0, 0, 0, 0),
	    dt_vm_task(&f));
	assert_true(help(&x, BPF_FUNC_get_prandom_u32, 0, 0, 0, 0) >> 32 == 0);

	assert_int_equal(help(&x, BPF_FUNC_get_current_comm, at, 16, 0, 0), 0);
	assert_string_equal((char *)mem, "a name that is ");
	help(&x, BPF_FUNC_get_current_comm, at, 33, 0, 0);
	assert_int_equal(x.err, -EFAULT);

	assert_int_equal(help(&x, BPF_FUNC_get_ns_current_pid_tgid, 1, 2, at,
	    sizeof(*ns)), 0);
	ns = (struct bpf_pidns_info *)mem;
	assert_int_equal(ns->pid, 11);
	assert_int_equal(ns->tgid, 10);

	assert_int_equal(help(&x, BPF_FUNC_get_stack, 0, at, 32, 1), 16);
	assert_int_equal(mem[0], 200);
	assert_int_equal(mem[1], 300);
	assert_int_equal(help(&x, BPF_FUNC_get_stack, 0, at, 8, 0), 8);
	assert_int_equal(help(&x, BPF_FUNC_get_stack, 0, at, 32,
	    BPF_F_USER_STACK), 0);
	assert_true((int64_t)help(&x, BPF_FUNC_get_stack, 0, at, 12, 0) ==
	    -EINVAL);
}

/* Two pages of a process, of which only the first may be read. */
static void
test_read_user(void **state)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct dt_firing f = { .mem = getpid() };
	char buf[16];
	uint64_t at = (uintptr_t)buf, end = (uintptr_t)p + page;
	uint32_t user = BPF_FUNC_probe_read_user;
	uint32_t str = BPF_FUNC_probe_read_user_str;
	struct dt_vm_exec x;

	(void)state;
	assert_ptr_not_equal(p, MAP_FAILED);
	memcpy(p + page - 8, "abc\0efgh", 8);
	mprotect(p + page, page, PROT_NONE);
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, buf, sizeof(buf));
	assert_int_equal(help(&x, user, at, 8, end - 8, 0), 0);
	assert_memory_equal(buf, "abc\0efgh", 8);
	assert_true((int64_t)help(&x, user, at, 8, end - 7, 0) == -EFAULT);
	assert_memory_equal(buf, "\0\0\0\0\0\0\0\0", 8);
	assert_true((int64_t)help(&x, user, at, 8, 0, 0) == -EFAULT);
	assert_true((int64_t)help(&x, user, at, 8, 1ull << 63, 0) == -EFAULT);

	assert_int_equal(help(&x, str, at, 16, end - 8, 0), 4);
	assert_string_equal(buf, "abc");
	assert_int_equal(help(&x, str, at, 3, end - 8, 0), 3);
	assert_string_equal(buf, "ab");
	assert_true((int64_t)help(&x, str, at, 16, end - 4, 0) == -EFAULT);
	assert_int_equal(help(&x, str, at, 4, end - 4, 0), 4);
	assert_string_equal(buf, "efg");
	assert_int_equal(x.err, 0);
	help(&x, str, at, 17, end - 8, 0);
	assert_int_equal(x.err, -EFAULT);
	munmap(p, 2 * page);
}

/* A firing in no process reads, and writes, no memory of this one. */
static void
test_no_process(void **state)
{
	static const struct dt_firing f;
	char buf[16] = "here", other[16] = "there";
	uint64_t at = (uintptr_t)buf, from = (uintptr_t)other;
	struct dt_vm_exec x;

	(void)state;
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, buf, sizeof(buf));
	assert_true((int64_t)help(&x, BPF_FUNC_probe_read_user, at, 8, from,
	    0) == -EFAULT);
	assert_true((int64_t)help(&x, BPF_FUNC_probe_read_user_str, at, 8,
	    from, 0) == -EFAULT);
	assert_true((int64_t)help(&x, BPF_FUNC_probe_write_user, from, at, 8,
	    0) == -EFAULT);
	assert_string_equal(other, "there");
	assert_int_equal(x.err, 0);
}

/* Of the kernel's memory there is what the program may access. */
static void
test_read_kernel(void **state)
{
	const struct dt_firing f = { .mem = getpid() };
	char buf[16], own[9] = "abc\0efgh";
	uint64_t at = (uintptr_t)buf, from = (uintptr_t)own;
	uint32_t kernel = BPF_FUNC_probe_read_kernel;
	uint32_t str = BPF_FUNC_probe_read_kernel_str;
	struct dt_vm_exec x;

	(void)state;
	dt_vm_exec_init(&x, NULL, &f);
	dt_vm_exec_window(&x, buf, sizeof(buf));
	assert_true((int64_t)help(&x, kernel, at, 8, from, 0) == -EFAULT);
	assert_true((int64_t)help(&x, str, at, 8, from, 0) == -EFAULT);
	dt_vm_exec_window(&x, own, 8);
	assert_int_equal(help(&x, kernel, at, 8, from, 0), 0);
	assert_memory_equal(buf, "abc\0efgh", 8);
	assert_true((int64_t)help(&x, kernel, at, 8, from + 1, 0) == -EFAULT);
	assert_memory_equal(buf, "\0\0\0\0\0\0\0\0", 8);
	assert_int_equal(help(&x, str, at, 16, from, 0), 4);
	assert_string_equal(buf, "abc");
	assert_int_equal(help(&x, str, at, 3, from, 0), 3);
	assert_string_equal(buf, "ab");
	assert_int_equal(help(&x, str, at, 4, from + 4, 0), 4);
	assert_string_equal(buf, "efg");
	assert_true((int64_t)help(&x, str, at, 5, from + 4, 0) == -EFAULT);
	assert_int_equal(x.err, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instructions),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_windows),
		cmocka_unit_test(test_map_helpers),
		cmocka_unit_test(test_hash),
		cmocka_unit_test(test_firing_helpers),
		cmocka_unit_test(test_task_ids),
		cmocka_unit_test(test_read_user),
		cmocka_unit_test(test_no_process),
		cmocka_unit_test(test_read_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
