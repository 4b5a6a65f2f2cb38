/* SPDX-License-Identifier: MIT */
/*
 * frames.c - four frames without the C library: leaf, middle, begin and _start.
 * The flags of the compiler say whether they have frame pointers and .eh_frame.
 * With LIBRARY, only leaf and middle; with WAIT the program does not end by
 * itself, so that its mappings can be read for as long as a test needs them.
 */
#define	CALL	__attribute__((noinline)) long

#ifdef __x86_64__
#define	GETPRIORITY	140L
#define	PAUSE		34L
#define	EXIT_GROUP	231L
#define	SYSCALL(r, nr)	\
	asm volatile("syscall" : "=a"(r) : "0"(nr), "D"(0L) \
	    : "rcx", "r11", "memory")
#define	LAST_FRAME	".cfi_undefined rip\n"
#else
#define	GETPRIORITY	96L
#define	PAUSE		29L
#define	EXIT_GROUP	252L
#define	SYSCALL(r, nr)	\
	asm volatile("int $0x80" : "=a"(r) : "0"(nr), "b"(0L) : "memory")
#define	LAST_FRAME
#endif

CALL
leaf(volatile long *p)
{
	volatile long v[4] = { *p, 1, 2, 3 };
	long r;

	SYSCALL(r, GETPRIORITY);
	return r + v[3];
}

CALL
middle(volatile long *p)
{
	volatile long v[8] = { *p, 1, 2, 3 };

	v[2] += leaf(&v[1]);
	return v[2];
}

#ifndef LIBRARY
__attribute__((used)) void
begin(void)
{
	volatile long v = 1;
	long r;

	v += middle(&v);
#ifdef WAIT
	SYSCALL(r, PAUSE);
#endif
	SYSCALL(r, EXIT_GROUP);
}

asm(".globl _start\n_start: .cfi_startproc\n" LAST_FRAME
    "xor %ebp, %ebp\ncall begin\nhlt\n.cfi_endproc");
#endif
