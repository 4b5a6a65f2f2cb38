/* SPDX-License-Identifier: MIT */
/*
 * test_emulate.c - emulated instructions change registers, flags and memory as
 * the processor does; lengths are those of the assembler.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#ifndef __x86_64__
int
main(void)
{
	puts("instructions of x86-64 are not emulated here");
	return 77;
}
#else

#include "trace/break.h"
#include "vm/vm.h"

#define	PAGE	4096
#define	ROUNDS	50
#define	FLAGS	0x8d5			/* flags that arithmetic sets */
#define	AF	0x10			/* undefined after logic */

static const struct insn {
	const char *text;
	uint8_t n, code[DT_INSN_MAX];
	bool is_logic, is_executed;
} wide[] = {
	{ "nop", 1, { 0x90 }, 0, 0 },
	{ "endbr64", 4, { 0xf3, 0x0f, 0x1e, 0xfa }, 0, 0 },
	{ "nopw cs:0(rax,rax)", 10, { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0,
	    0 }, 0, 0 },
	{ "push rbp", 1, { 0x55 }, 0, 0 },
	{ "push rsp", 1, { 0x54 }, 0, 0 },
	{ "push r12", 2, { 0x41, 0x54 }, 0, 0 },
	{ "push -3", 2, { 0x6a, 0xfd }, 0, 0 },
	{ "push 0x12345678", 5, { 0x68, 0x78, 0x56, 0x34, 0x12 }, 0, 0 },
	{ "push 8(rbx)", 3, { 0xff, 0x73, 0x08 }, 0, 0 },
	{ "pop r12", 2, { 0x41, 0x5c }, 0, 0 },
	{ "pop rsp", 1, { 0x5c }, 0, 0 },
	{ "leave", 1, { 0xc9 }, 0, 0 },
	{ "ret", 1, { 0xc3 }, 0, 0 },
	{ "rep ret", 2, { 0xf3, 0xc3 }, 0, 0 },
	{ "call +16", 5, { 0xe8, 0x10, 0, 0, 0 }, 0, 0 },
	{ "jmp -5", 2, { 0xeb, 0xfb }, 0, 0 },
	{ "jmp +0x100", 5, { 0xe9, 0, 1, 0, 0 }, 0, 0 },
	{ "jmp *rdx", 2, { 0xff, 0xe2 }, 0, 0 },
	{ "call *8(rbx)", 3, { 0xff, 0x53, 0x08 }, 0, 0 },
	{ "addr32 call +16", 6, { 0x67, 0xe8, 0x10, 0, 0, 0 }, 0, 0 },
	{ "data16 rex.W call +16", 8, { 0x66, 0x66, 0x48, 0xe8, 0x10, 0, 0, 0 },
	    0, 0 },
	{ "notrack jmp *rdx", 3, { 0x3e, 0xff, 0xe2 }, 0, 0 },
	{ "bnd jmp +8", 3, { 0xf2, 0xeb, 8 }, 0, 0 },
	{ "je +8, not taken", 3, { 0x2e, 0x74, 8 }, 0, 0 },
	{ "loop -8", 2, { 0xe2, 0xf8 }, 0, 0 },
	{ "loope +8", 2, { 0xe1, 8 }, 0, 0 },
	{ "loopne +8", 2, { 0xe0, 8 }, 0, 0 },
	{ "addr32 loop +8", 3, { 0x67, 0xe2, 8 }, 0, 0 },
	{ "jrcxz +8", 2, { 0xe3, 8 }, 0, 0 },
	{ "jecxz +8", 3, { 0x67, 0xe3, 8 }, 0, 0 },
	{ "jl +8", 2, { 0x7c, 0x08 }, 0, 0 },
	{ "jbe +8", 2, { 0x76, 0x08 }, 0, 0 },
	{ "jnp +8", 2, { 0x7b, 0x08 }, 0, 0 },
	{ "jg +0x100", 6, { 0x0f, 0x8f, 0, 1, 0, 0 }, 0, 0 },
	{ "js +0x100", 6, { 0x0f, 0x88, 0, 1, 0, 0 }, 0, 0 },
	{ "jno +0x100", 6, { 0x0f, 0x81, 0, 1, 0, 0 }, 0, 0 },
	{ "jae +0x100", 6, { 0x0f, 0x83, 0, 1, 0, 0 }, 0, 0 },
	{ "mov rbp, rsp", 3, { 0x48, 0x89, 0xe5 }, 0, 0 },
	{ "mov r9d, r8d", 3, { 0x45, 0x89, 0xc1 }, 0, 0 },
	{ "mov eax, 16(rbx)", 3, { 0x8b, 0x43, 0x10 }, 0, 0 },
	{ "mov 16(rbx), rcx", 4, { 0x48, 0x89, 0x4b, 0x10 }, 0, 0 },
	{ "mov 16(rbx), ecx", 3, { 0x89, 0x4b, 0x10 }, 0, 0 },
	{ "mov r8, (rsp)", 4, { 0x4c, 0x8b, 0x04, 0x24 }, 0, 0 },
	{ "mov 8(rbx,r14,4), rax", 5, { 0x4a, 0x89, 0x44, 0xb3, 0x08 }, 0, 0 },
	{ "mov edi, 7", 5, { 0xbf, 7, 0, 0, 0 }, 0, 0 },
	{ "mov r8, 8 bytes", 10, { 0x49, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8 }, 0, 0 },
	{ "mov rcx, -2", 7, { 0x48, 0xc7, 0xc1, 0xfe, 0xff, 0xff, 0xff },
	    0, 0 },
	{ "mov 4(rbx), 9", 7, { 0xc7, 0x43, 4, 9, 0, 0, 0 }, 0, 0 },
	{ "lea rdi, 0x10(rip)", 7, { 0x48, 0x8d, 0x3d, 0x10, 0, 0, 0 }, 0, 0 },
	{ "lea eax, (rdi,rsi,2)", 3, { 0x8d, 0x04, 0x77 }, 0, 0 },
	{ "lea r13, (r13)", 4, { 0x4d, 0x8d, 0x6d, 0 }, 0, 0 },
	{ "mov rax, 0(rip)", 7, { 0x48, 0x8b, 0x05, 0, 0, 0, 0 }, 0, 0 },
	{ "sub rsp, 8", 4, { 0x48, 0x83, 0xec, 8 }, 0, 0 },
	{ "sub rsp, 0x888", 7, { 0x48, 0x81, 0xec, 0x88, 8, 0, 0 }, 0, 0 },
	{ "add rax, rdx", 3, { 0x48, 0x01, 0xd0 }, 0, 0 },
	{ "add eax, edx", 2, { 0x01, 0xd0 }, 0, 0 },
	{ "add 8(rbx), eax", 3, { 0x01, 0x43, 8 }, 0, 0 },
	{ "add rax, 8(rbx)", 4, { 0x48, 0x03, 0x43, 8 }, 0, 0 },
	{ "adc rax, rdx", 3, { 0x48, 0x11, 0xd0 }, 0, 0 },
	{ "adc eax, -1", 3, { 0x83, 0xd0, 0xff }, 0, 0 },
	{ "sbb rax, rdx", 3, { 0x48, 0x19, 0xd0 }, 0, 0 },
	{ "sbb ecx, ecx", 2, { 0x19, 0xc9 }, 0, 0 },
	{ "cmp rax, rdx", 3, { 0x48, 0x39, 0xd0 }, 0, 0 },
	{ "cmp eax, -1", 3, { 0x83, 0xf8, 0xff }, 0, 0 },
	{ "cmp 8(rbx), 1", 4, { 0x83, 0x7b, 8, 1 }, 0, 0 },
	{ "cmp edi, 8(rbx)", 3, { 0x3b, 0x7b, 8 }, 0, 0 },
	{ "test eax, eax", 2, { 0x85, 0xc0 }, 1, 0 },
	{ "test rdi, rsi", 3, { 0x48, 0x85, 0xf7 }, 1, 0 },
	{ "xor eax, eax", 2, { 0x31, 0xc0 }, 1, 0 },
	{ "xor r10, 8(rbx)", 4, { 0x4c, 0x33, 0x53, 8 }, 1, 0 },
	{ "and esp, -16", 4, { 0x48, 0x83, 0xe4, 0xf0 }, 1, 0 },
	{ "or rdi, 0x100", 7, { 0x48, 0x81, 0xcf, 0, 1, 0, 0 }, 1, 0 },
	/* These are executed, and their lengths matter. */
	{ "imul rdi, 0(rip)", 8, { 0x48, 0x0f, 0xaf, 0x3d, 0, 0, 0, 0 }, 0, 1 },
	{ "mov fs:0x28, rax", 9, { 0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0,
	    0 }, 0, 1 },
	{ "add ax, 0x1234", 4, { 0x66, 0x05, 0x34, 0x12 }, 0, 1 },
	{ "test 0(rdi), 1 byte", 3, { 0xf6, 0x07, 1 }, 0, 1 },
	{ "not ecx", 2, { 0xf7, 0xd1 }, 0, 1 },
	{ "vmovdqu ymm0, (rdi)", 4, { 0xc5, 0xfe, 0x6f, 0x07 }, 0, 1 },
	{ "bextr", 5, { 0xc4, 0xe2, 0x70, 0xf7, 0xc2 }, 0, 1 },
	{ "vmovdqu64 zmm16, 0x40(rdi)", 7, { 0x62, 0xe1, 0xfe, 0x48, 0x6f,
	    0x47, 0x01 }, 0, 1 },
	{ "pcmpistri", 6, { 0x66, 0x0f, 0x3a, 0x63, 0xc1, 0x0c }, 0, 1 },
	{ "lock cmpxchg", 5, { 0xf0, 0x0f, 0xb1, 0x53, 8 }, 0, 1 },
	{ "rep stos", 3, { 0xf3, 0x48, 0xab }, 0, 1 },
	{ "enter", 4, { 0xc8, 0x10, 0, 0 }, 0, 1 },
};

static const struct insn narrow[] = {
	{ "endbr32", 4, { 0xf3, 0x0f, 0x1e, 0xfb }, 0, 0 },
	{ "push ebp", 1, { 0x55 }, 0, 0 },
	{ "push esp", 1, { 0x54 }, 0, 0 },
	{ "push -3", 2, { 0x6a, 0xfd }, 0, 0 },
	{ "push 0x12345678", 5, { 0x68, 0x78, 0x56, 0x34, 0x12 }, 0, 0 },
	{ "push 8(ebx)", 3, { 0xff, 0x73, 0x08 }, 0, 0 },
	{ "pop edx", 1, { 0x5a }, 0, 0 },
	{ "pop esp", 1, { 0x5c }, 0, 0 },
	{ "leave", 1, { 0xc9 }, 0, 0 },
	{ "ret", 1, { 0xc3 }, 0, 0 },
	{ "call +16", 5, { 0xe8, 0x10, 0, 0, 0 }, 0, 0 },
	{ "call +0", 5, { 0xe8, 0, 0, 0, 0 }, 0, 0 },
	{ "addr16 call +16", 6, { 0x67, 0xe8, 0x10, 0, 0, 0 }, 0, 0 },
	{ "call *8(ebx)", 3, { 0xff, 0x53, 0x08 }, 0, 0 },
	{ "jmp *edx", 2, { 0xff, 0xe2 }, 0, 0 },
	{ "jmp -0x70000000", 5, { 0xe9, 0, 0, 0, 0x90 }, 0, 0 },
	{ "loop -8", 2, { 0xe2, 0xf8 }, 0, 0 },
	{ "jecxz +8", 2, { 0xe3, 8 }, 0, 0 },
	{ "jg +0x100", 6, { 0x0f, 0x8f, 0, 1, 0, 0 }, 0, 0 },
	{ "mov ebp, esp", 2, { 0x89, 0xe5 }, 0, 0 },
	{ "mov edi, 7", 5, { 0xbf, 7, 0, 0, 0 }, 0, 0 },
	{ "mov eax, 16(ebx)", 3, { 0x8b, 0x43, 0x10 }, 0, 0 },
	{ "mov 16(ebx), ecx", 3, { 0x89, 0x4b, 0x10 }, 0, 0 },
	{ "mov eax, (esp)", 3, { 0x8b, 0x04, 0x24 }, 0, 0 },
	{ "lea eax, -1(edi,esi,8)", 4, { 0x8d, 0x44, 0xf7, 0xff }, 0, 0 },
	{ "lea eax, 0x1000", 6, { 0x8d, 0x05, 0, 0x10, 0, 0 }, 0, 0 },
	{ "lea eax, 4(,esi,4)", 7, { 0x8d, 0x04, 0xb5, 4, 0, 0, 0 }, 0, 0 },
	{ "sub esp, 0x1c", 3, { 0x83, 0xec, 0x1c }, 0, 0 },
	{ "sub esp, 0x888", 6, { 0x81, 0xec, 0x88, 8, 0, 0 }, 0, 0 },
	{ "add eax, edx", 2, { 0x01, 0xd0 }, 0, 0 },
	{ "adc eax, -1", 3, { 0x83, 0xd0, 0xff }, 0, 0 },
	{ "cmp 8(ebx), 1", 4, { 0x83, 0x7b, 8, 1 }, 0, 0 },
	{ "and esp, -16", 3, { 0x83, 0xe4, 0xf0 }, 1, 0 },
	{ "inc eax", 1, { 0x40 }, 0, 1 },
	{ "dec edi", 1, { 0x4f }, 0, 1 },
	{ "pusha", 1, { 0x60 }, 0, 1 },
	{ "bound eax, 8(ebx)", 3, { 0x62, 0x43, 8 }, 0, 1 },
	{ "les eax, 8(ebx)", 3, { 0xc4, 0x43, 8 }, 0, 1 },
	{ "arpl", 2, { 0x63, 0xc0 }, 0, 1 },
	{ "daa", 1, { 0x27 }, 0, 1 },
	{ "aam", 2, { 0xd4, 0x0a }, 0, 1 },
	{ "mov eax, 0x1000", 5, { 0xa1, 0, 0x10, 0, 0 }, 0, 1 },
	{ "addr16 mov eax, 0x1000", 4, { 0x67, 0xa1, 0, 0x10 }, 0, 1 },
	{ "addr16 mov eax, 0x1000(di)", 5, { 0x67, 0x8b, 0x85, 0, 0x10 },
	    0, 1 },
	{ "addr16 mov eax, 0x1000 by ModRM", 5, { 0x67, 0x8b, 0x06, 0, 0x10 },
	    0, 1 },
	{ "addr16 mov eax, (si)", 3, { 0x67, 0x8b, 0x04 }, 0, 1 },
	{ "data16 call +16", 4, { 0x66, 0xe8, 0x10, 0 }, 0, 1 },
	{ "data16 jne +16", 5, { 0x66, 0x0f, 0x85, 0x10, 0 }, 0, 1 },
	{ "jcxz +8", 3, { 0x67, 0xe3, 8 }, 0, 1 },
	{ "ljmp 0x23:0x1000", 7, { 0xea, 0, 0x10, 0, 0, 0x23, 0 }, 0, 1 },
	{ "vmovdqu ymm0, (edi)", 4, { 0xc5, 0xfe, 0x6f, 0x07 }, 0, 1 },
	{ "mov gs:0x14, eax", 6, { 0x65, 0xa1, 0x14, 0, 0, 0 }, 0, 1 },
};

static const struct {
	const struct insn *v;
	size_t n;
	bool is_32;
} tables[] = {
	{ wide, sizeof(wide) / sizeof(wide[0]), false },
	{ narrow, sizeof(narrow) / sizeof(narrow[0]), true },
};

/* Call the function for each instruction. */
static void
for_all(void (*fn)(const struct insn *i, bool is_32))
{
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
		for (size_t i = 0; i < tables[t].n; i++)
			fn(&tables[t].v[i], tables[t].is_32);
}

/* A process that is stopped, and whose registers and memory are ours to set. */
static struct {
	pid_t pid;
	uint8_t *code, *data;		/* shared with it */
	unsigned seed;
} subject;

static int
setup(void **state)
{
	int status;

	(void)state;
	subject.seed = 1;
	subject.code = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
	    MAP_SHARED | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (subject.code == MAP_FAILED)
		return -1;
	subject.data = subject.code + PAGE;
	subject.pid = fork();
	if (subject.pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(1);
	}
	return waitpid(subject.pid, &status, 0) == subject.pid &&
	    WIFSTOPPED(status) ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	kill(subject.pid, SIGKILL);
	waitpid(subject.pid, NULL, 0);
	return munmap(subject.code, 2 * PAGE);
}

/* Short and long values, and edges. */
static uint64_t
any_value(void)
{
	static const uint64_t edges[] = { 0, 1, 0x7f, 0x7fffffff, 0x80000000,
	    0xffffffff, INT64_MAX, 1ull << 63, UINT64_MAX };
	uint64_t v = (uint64_t)rand_r(&subject.seed) << 33 ^
	    (uint64_t)rand_r(&subject.seed) << 11 ^
	    (uint64_t)rand_r(&subject.seed);

	return v % 3 == 0 ? edges[v / 3 % (sizeof(edges) / 8)] : v;
}

/* A 64-bit process, too, can run 32-bit code, which uses all segments. */
static void
make_narrow(struct user_regs_struct *r)
{
	unsigned long long *const v[] = { &r->rax, &r->rcx, &r->rdx, &r->rsi,
	    &r->rdi };

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		*v[i] &= UINT32_MAX;
	r->cs = DT_ARCH_USER32;
	r->ds = r->es = r->ss;
}

static void
any_registers(struct user_regs_struct *r, bool is_32)
{
	unsigned long long *const v[] = { &r->rax, &r->rcx, &r->rdx, &r->rsi,
	    &r->rdi, &r->r8, &r->r9, &r->r10, &r->r11, &r->r12, &r->r13,
	    &r->r15 };

	assert_int_equal(ptrace(PTRACE_GETREGS, subject.pid, NULL, r), 0);
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		*v[i] = any_value();
	r->rbx = (uintptr_t)subject.data + 256;
	r->rsp = (uintptr_t)subject.data + 2048;
	r->rbp = (uintptr_t)subject.data + 1024;
	r->r14 = any_value() % 16;
	r->rip = (uintptr_t)subject.code + 1024;
	r->orig_rax = ~0ull;
	r->eflags = (r->eflags & ~(uint64_t)FLAGS) | (any_value() & FLAGS);
	r->cs = DT_ARCH_USER64;
	r->ds = r->es = 0;
	if (is_32)
		make_narrow(r);
	for (size_t i = 0; i < PAGE; i += 8) {
		uint64_t value = any_value();

		memcpy(subject.data + i, &value, 8);
	}
}

/* Execute the instruction by the processor. */
static void
execute(const struct insn *i, struct user_regs_struct *r)
{
	int status;

	assert_int_equal(ptrace(PTRACE_SETREGS, subject.pid, NULL, r), 0);
	assert_int_equal(ptrace(PTRACE_SINGLESTEP, subject.pid, NULL, NULL), 0);
	assert_int_equal(waitpid(subject.pid, &status, 0), subject.pid);
	if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
		fail_msg("%s: status %x", i->text, status);
	assert_int_equal(ptrace(PTRACE_GETREGS, subject.pid, NULL, r), 0);
}

static void
assert_same(const struct insn *i, struct user_regs_struct *ours,
    struct user_regs_struct *real)
{
	uint64_t flags = i->is_logic ? FLAGS & ~AF : FLAGS;
	const uint64_t *a = (void *)ours, *b = (void *)real;

	if (((ours->eflags ^ real->eflags) & flags) != 0)
		fail_msg("%s: flags %llx, not %llx", i->text,
		    ours->eflags & flags, real->eflags & flags);
	ours->eflags = real->eflags;
	for (size_t k = 0; k < sizeof(*ours) / 8; k++)
		if (a[k] != b[k])
			fail_msg("%s: register %zu is %llx, not %llx", i->text,
			    k, (unsigned long long)a[k],
			    (unsigned long long)b[k]);
}

/* Make jump targets canonical, as the processor refuses others. */
static void
make_canonical(struct user_regs_struct *r)
{
	const uint64_t mask = (1ull << 47) - 1;
	uint64_t v;

	r->rdx &= mask;
	for (size_t at = 0; at < PAGE; at += 8) {
		memcpy(&v, subject.data + at, 8);
		v &= mask;
		memcpy(subject.data + at, &v, 8);
	}
}

static void
check(const struct insn *i, bool is_32)
{
	struct dt_break b = { .addr = (uintptr_t)subject.code + 1024 };
	struct user_regs_struct ours, real;
	uint8_t before[PAGE], after[PAGE];

	memcpy(b.code, i->code, i->n);
	memcpy((void *)(uintptr_t)b.addr, i->code, i->n);
	assert_true(dt_insn_decode(b.code, i->n, is_32, &b.insn));
	any_registers(&ours, is_32);
	if (strchr(i->text, '*') != NULL || strstr(i->text, "ret") != NULL)
		make_canonical(&ours);
	real = ours;
	memcpy(before, subject.data, PAGE);
	if (!dt_emulate(subject.pid, &b, &ours))
		fail_msg("%s is not emulated", i->text);
	memcpy(after, subject.data, PAGE);
	memcpy(subject.data, before, PAGE);
	execute(i, &real);
	assert_same(i, &ours, &real);
	if (memcmp(after, subject.data, PAGE) != 0)
		fail_msg("%s: memory differs", i->text);
}

static void
check_often(const struct insn *i, bool is_32)
{
	for (int k = 0; k < ROUNDS && !i->is_executed; k++)
		check(i, is_32);
}

static void
emulated(void **state)
{
	(void)state;
	for_all(check_often);
}

static void
refuse(const struct insn *i, bool is_32)
{
	struct dt_break b = { .addr = (uintptr_t)subject.code };
	struct user_regs_struct r, before;

	memcpy(b.code, i->code, sizeof(i->code));
	assert_true(dt_insn_decode(b.code, i->n, is_32, &b.insn));
	any_registers(&r, is_32);
	if (!i->is_executed)
		r.rsp = r.rbp = r.rbx = 8;
	before = r;
	if (!dt_emulate(subject.pid, &b, &r) &&
	    memcmp(&before, &r, sizeof(r)) != 0)
		fail_msg("%s changes something", i->text);
	if (i->is_executed && memcmp(&before, &r, sizeof(r)) != 0)
		fail_msg("%s is emulated", i->text);
}

/* Instructions that are not emulated, or that fault, change nothing. */
static void
refused(void **state)
{
	(void)state;
	for_all(refuse);
}

static void
measure(const struct insn *i, bool is_32)
{
	uint8_t code[2 * DT_INSN_MAX] = { 0 };
	struct dt_insn out;

	memcpy(code, i->code, i->n);
	memset(code + i->n, 0x90, DT_INSN_MAX);
	assert_true(dt_insn_decode(code, DT_INSN_MAX, is_32, &out));
	if (out.len != i->n)
		fail_msg("%s has %d bytes", i->text, out.len);
	for (size_t n = 0; n < i->n; n++)
		if (dt_insn_decode(code, n, is_32, &out))
			fail_msg("%s needs only %zu bytes", i->text, n);
}

static void
lengths(void **state)
{
	(void)state;
	for_all(measure);
}

/* A copy of these would have another effect, and they are not emulated. */
static void
not_copied(void **state)
{
	static const struct {
		const char *text;
		uint8_t code[DT_INSN_MAX];
		bool is_32;
	} v[] = {
		{ "data16 jmp", { 0x66, 0xe9, 0, 1, 0, 0 }, 0 },
		{ "int 0x80", { 0xcd, 0x80 }, 1 },
		{ "into", { 0xce }, 1 },
		{ "lcall", { 0x9a, 0, 0x10, 0, 0, 0x23, 0 }, 1 },
		{ "data16 call", { 0x66, 0xe8, 0x10, 0 }, 1 },
		{ "data16 jne", { 0x66, 0x0f, 0x85, 0x10, 0 }, 1 },
		{ "jcxz", { 0x67, 0xe3, 8 }, 1 },
		{ "call *gs:0x10", { 0x65, 0xff, 0x15, 0x10, 0, 0, 0 }, 1 },
	};
	struct dt_break b;

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		memcpy(b.code, v[i].code, sizeof(v[i].code));
		assert_true(dt_insn_decode(b.code, DT_INSN_MAX, v[i].is_32,
		    &b.insn));
		if (dt_emulate_or_copy(&b))
			fail_msg("%s is copied", v[i].text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(emulated), cmocka_unit_test(refused),
		cmocka_unit_test(lengths), cmocka_unit_test(not_copied),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

#endif
