/* SPDX-License-Identifier: MIT */
/*
 * Probes with every kind of operand that a compiler leaves in a note.  Names of
 * variables are those of the assembler.  With an argument the program does not
 * end by itself.
 */
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include "../note.h"

#ifndef PROVIDER
#define	PROVIDER	"shop"
#endif

#define	AT(name, operands, ...)						\
	__asm__ volatile(PROBE(PROVIDER, name, operands, "0")		\
	    : : __VA_ARGS__)

__attribute__((used, visibility("hidden"))) int op_table[4] =
    { -1, -2, -3, -4 };
__attribute__((used)) double op_double = -0.375;
__attribute__((used)) static __thread char op_odd = 'x';
__attribute__((used)) static __thread struct { long a; int b; short c, d; }
    op_own = { 77, -8, 9, -10 };

static void
registers(void)
{
	AT("high", "1@%%ah -1@%%ah 1@%%bh -1@%%ch 1@%%dh 1@%%al 2@%%bx",
	    "a"(0x8712L), "b"(0x2003L), "c"(0xff00L), "d"(0x4100L));
	AT("numbers", "-1@$-5 4@$-5 $7 8@$0x10 -8@$-9 2@$65537 -1@$255",
	    "a"(0L));
}

static void
memory(long i)
{
	long at[3] = { 0x1122334455667788, -2, 3 };

	AT("memory", "1@(%%rdx) 2@2(%%rdx) -8@8(%%rdx) 8@(%%rdx,%%rcx,8) "
	    "8@-8(%%rdx,%%rcx,8) 1@(%%rdx,%%rcx)", "d"(at), "c"(i), "m"(at));
	AT("names", "-4@op_table(%%rip) -4@4+op_table(%%rip) "
	    "-4@op_table+8(%%rip) -4@op_table+12 4@op_table "
	    "8@$op_table 8@$op_table+4 8@op_table@GOTPCREL(%%rip) 8@%%rdx",
	    "d"(op_table));
#ifndef __PIE__
	AT("tables", "-4@op_table(,%%rcx,4) -4@op_table+4(,%%rcx,4) "
	    "-4@op_table(%%rdx) -4@op_table-8(%%rdx,%%rcx,4)",
	    "c"(i), "d"(4L));
#endif
}

static void
own(void)
{
	long at;

	__asm__ volatile("mov %%fs:0, %0" : "=r"(at));
	at = (long)&op_own - at;
	AT("own", "8@%%fs:op_own@tpoff -4@%%fs:op_own@tpoff+8 "
	    "-2@%%fs:14+op_own@tpoff 1@%%fs:op_odd@tpoff 8@%%fs:(%%rdx) "
	    "-4@%%fs:8(%%rdx) 8@op_own@gottpoff(%%rip) 8@%%rdx 8@%%fs:0 "
	    "8@%%fs:16", "d"(at));
}

static void
floats(double d, float f)
{
	uint64_t bits;
	uint32_t few;

	memcpy(&bits, &d, sizeof(bits));
	memcpy(&few, &f, sizeof(few));
	AT("floats", "8f@%%rdx 4f@%%ecx 8f@op_double(%%rip) -8f@(%%rsi) "
	    "-4@$-3 4f@(%%rdi)", "d"(bits), "c"(few), "S"(&d), "D"(&f),
	    "m"(d), "m"(f));
	__asm__ volatile("movsd %0, %%xmm0\n"
	    "movss %1, %%xmm15\n"
	    PROBE(PROVIDER, "vectors", "8f@%%xmm0 4f@%%xmm15 -4@$-3 8f@%%xmm16 "
	    "16f@%%xmm0", "0") : : "m"(d), "m"(f) : "xmm0", "xmm15");
}

static void
odd(void)
{
	AT("odd", "16@%%xmm1 4@%%k1 -4@$-3 8@op_nowhere(%%rip) 8f@%%st "
	    "8@%%fs:8(%%rax,%%rbx,4) 4f@.L_op_half(%%rip)", "a"(0L));
}

static void
two(long n)
{
	AT("two", "8@%%rdx 8f@%%rdx", "d"(n));
	AT("two", "8@%%rdx -8@%%rdx", "d"(n + 1));
}

int
main(int argc, char **argv)
{
	(void) argv;
	registers();
	memory(argc);
	own();
	floats(2.5, -0.125f);
	odd();
	two(4);
	if (argc > 1)
		pause();
	return 0;
}
