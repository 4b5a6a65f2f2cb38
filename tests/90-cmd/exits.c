/* SPDX-License-Identifier: MIT */
/*
 * exits.c - functions that return in all ways: by ret, by a jump to another
 * function, which may depend on a condition or on a pointer, and from a part
 * that lies elsewhere.  Each is called three times, with 0, 1 and 2.
 */
#include <stdio.h>

#define	FUNCTION(name, body)						\
	int name(int n);						\
	__asm__(".text\n.globl " #name "\n.type " #name ",@function\n"	\
	    #name ":\n.cfi_startproc\n" body				\
	    ".cfi_endproc\n.size " #name ",.-" #name "\n")

#define	OTHER(body)	__asm__(".data\n" body ".text\n")

FUNCTION(plain,
	"test %edi,%edi\n"
	"je 1f\n"
	"lea 1(%rdi),%eax\n"
	"ret\n"				/* 8 */
	"1: xor %eax,%eax\n"
	"rep ret\n");			/* b */

FUNCTION(tail, "jmp plain\n");

/* The jump is taken if n > 1. */
FUNCTION(maybe,
	"xor %eax,%eax\n"
	"cmp $1,%edi\n"
	".byte 0x0f,0x8f\n"		/* jg plain */
	".long plain-.-4\n"
	"ret\n");

/* The target is in the function, but for n = 2. */
FUNCTION(by_register,
	"lea 1f(%rip),%rax\n"
	"lea plain(%rip),%rdx\n"
	"cmp $2,%edi\n"
	"cmove %rdx,%rax\n"
	"jmp *%rax\n"
	"1: xor %eax,%eax\n"
	"ret\n");

OTHER("target: .quad plain\n");
FUNCTION(by_memory, "jmp *target(%rip)\n");

OTHER("table: .quad 1f, plain, 1f\n");
FUNCTION(by_table,
	"lea table(%rip),%rdx\n"
	"mov %edi,%eax\n"
	"jmp *(%rdx,%rax,8)\n"
	"1: xor %eax,%eax\n"
	"ret\n");

/* A switch statement in a function with a frame. */
OTHER("cases: .quad 2f, 3f, 3f\n");
FUNCTION(framed,
	"push %rbx\n"
	".cfi_adjust_cfa_offset 8\n"
	"lea cases(%rip),%rdx\n"
	"mov %edi,%ebx\n"
	"jmp *(%rdx,%rbx,8)\n"
	"2: xor %ebx,%ebx\n"
	"3: mov %ebx,%eax\n"
	"pop %rbx\n"
	".cfi_adjust_cfa_offset -8\n"
	"ret\n");

/* With 0 it returns from its part, and with 1 it comes back. */
FUNCTION(split,
	"push %rbx\n"
	".cfi_adjust_cfa_offset 8\n"
	"mov %edi,%eax\n"
	"cmp $2,%edi\n"
	"jne split.cold\n"
	".globl split_end\n"
	"split_end: pop %rbx\n"
	".cfi_adjust_cfa_offset -8\n"
	"ret\n");
__asm__(".section .text.unlikely,\"ax\"\n.type split.cold,@function\n"
	"split.cold: .cfi_startproc\n.cfi_adjust_cfa_offset 8\n"
	"cmp $1,%edi\n"
	"je split_end\n"
	"pop %rbx\n"
	".cfi_adjust_cfa_offset -8\n"
	"ret\n"
	".cfi_endproc\n.size split.cold,.-split.cold\n.text\n");

int
main(void)
{
	static int (*const functions[])(int) = { plain, tail, maybe,
	    by_register, by_memory, by_table, framed, split };
	int sum = 0;

	for (unsigned i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		for (int n = 0; n < 3; n++)
			sum = 3 * sum + functions[i](n);
	printf("%d\n", sum);
	return 0;
}
