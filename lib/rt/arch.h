/* SPDX-License-Identifier: MIT */
/*
 * arch.h - offsets in struct pt_regs of the registers of a system call, of a
 * function and of an interrupted timer, and the mark of a 32-bit call.  The
 * structures are part of the kernel's interface.  The processor is chosen here,
 * since a compiler for eBPF does not know that of the kernel.
 *
 *	ARGS		the six arguments of a system call
 *	ARGS32		those of a 32-bit one, where such calls have a table
 *	NUMBER		the number of the call, at its entry and its return, of
 *			NUMBER_SIZE and NUMBER_TYPE
 *	PC, MODE	of a timer; USER_MODE: this jump on MODE & MODE_MASK
 *			and 0 is taken in user mode
 *	FNARGS		the arguments of a function that are in registers
 *	FNRESULT, SP	its result, and the stack pointer
 *	FNSTACK		offset of its other arguments from SP, at its entry
 *	RETURN		register with its return address at its entry; SP: the
 *			address is on top of the stack
 *	PRIO_CALLS	X(number, number of the 32-bit call, enum dt_priocall)
 *			for each that changes priorities; -1: none
 *	FLAGS		the flags that conditions of jumps test
 *	FP, USER64	the frame pointer; the value of MODE in 64-bit code, 0:
 *			stacks are not unwound
 *	USER32		the value of MODE in 32-bit code; 0: it is not known
 *	FNSTACK32	offset of arguments from SP at the entry of a 32-bit
 *			function, which has all of them on the stack
 *	REGS, TLS	the size of the structure; the member of struct
 *			thread_struct with the address of a thread's own memory
 *	STORES_ORDERED	CPUs see the stores of another CPU in their order
 *	COMPAT_WORD	the member of struct thread_info with COMPAT_BITS,
 *			which are set during a 32-bit call
 */
#ifndef DT_ARCH_H
#define DT_ARCH_H

#if defined(__aarch64__) || defined(DT_TARGET_aarch64)

/* The result overwrites register 0; its first value is kept separately. */
#define	DT_ARCH_ARGS	{ 272, 8, 16, 24, 32, 40 }
#define	DT_ARCH_ARGS32	DT_ARCH_ARGS
#define	DT_ARCH_NUMBER	280
#define	DT_ARCH_NUMBER_SIZE	BPF_W
#define	DT_ARCH_NUMBER_TYPE	uint32_t
#define	DT_ARCH_PC	256
#define	DT_ARCH_FLAGS	264
#define	DT_ARCH_MODE	264	/* pstate: its mode is 0 in user mode */
#define	DT_ARCH_MODE_MASK	15
#define	DT_ARCH_USER_MODE	BPF_JEQ
#define	DT_ARCH_FNARGS	{ 0, 8, 16, 24, 32, 40, 48, 56 }
#define	DT_ARCH_FNRESULT	0
#define	DT_ARCH_SP	248
#define	DT_ARCH_RETURN	240
#define	DT_ARCH_FNSTACK	0
#define	DT_ARCH_FP	232
#define	DT_ARCH_USER64	0
#define	DT_ARCH_USER32	0
#define	DT_ARCH_FNSTACK32	0
#define	DT_ARCH_REGS	336
#define	DT_ARCH_TLS	"uw"
/* setpriority, sched_setparam, sched_setscheduler, sched_setattr, nice */
#define	DT_ARCH_PRIO_CALLS(X)						\
	X(140, 97, WHICH) X(118, 154, THREAD) X(119, 156, THREAD)	\
	X(274, 380, THREAD) X(-1, 34, SELF)
#define	DT_ARCH_STORES_ORDERED	0
#define	DT_ARCH_COMPAT_WORD	"flags"
#define	DT_ARCH_COMPAT_BITS	(1 << 22)

#else

/* di si dx r10 r8 r9; bx cx dx si di bp */
#define	DT_ARCH_ARGS	{ 112, 104, 96, 56, 72, 64 }
#define	DT_ARCH_ARGS32	{ 40, 88, 96, 104, 112, 32 }
#define	DT_ARCH_NUMBER	120
#define	DT_ARCH_NUMBER_SIZE	BPF_DW
#define	DT_ARCH_NUMBER_TYPE	uint64_t
#define	DT_ARCH_PC	128
#define	DT_ARCH_FLAGS	144
#define	DT_ARCH_MODE	136	/* cs: its privilege level is 0 in the kernel */
#define	DT_ARCH_MODE_MASK	3
#define	DT_ARCH_USER_MODE	BPF_JNE
/* di si dx cx r8 r9; then on the stack, after the return address */
#define	DT_ARCH_FNARGS	{ 112, 104, 96, 88, 72, 64 }
#define	DT_ARCH_FNRESULT	80
#define	DT_ARCH_SP	152
#define	DT_ARCH_RETURN	DT_ARCH_SP
#define	DT_ARCH_FNSTACK	8
#define	DT_ARCH_FP	32
#define	DT_ARCH_USER64	0x33
#define	DT_ARCH_USER32	0x23
#define	DT_ARCH_FNSTACK32	4
#define	DT_ARCH_REGS	168
#define	DT_ARCH_TLS	"fsbase"
/* setpriority, sched_setparam, sched_setscheduler, sched_setattr, nice */
#define	DT_ARCH_PRIO_CALLS(X)						\
	X(141, 97, WHICH) X(142, 154, THREAD) X(144, 156, THREAD)	\
	X(314, 351, THREAD) X(-1, 34, SELF)
#define	DT_ARCH_STORES_ORDERED	1
#define	DT_ARCH_COMPAT_WORD	"status"
#define	DT_ARCH_COMPAT_BITS	2

#endif

#endif /* DT_ARCH_H */
