/* SPDX-License-Identifier: MIT */
/*
 * The user registers of uregs[], in the order of struct pt_regs.  Readers:
 * front/scope.c (names), front/check_args.c (how many).
 *
 * DT_UREG(name, index)		a constant
 * DT_NUREGISTERS(n)			their number
 * DT_USAVED(index, member)		a register that the kernel saves when
 *	the thread leaves a CPU, in this member of struct task_struct
 */
#ifndef DT_UREG
#define	DT_UREG(name, index)
#endif
#ifndef DT_NUREGISTERS
#define	DT_NUREGISTERS(n)
#endif
#ifndef DT_USAVED
#define	DT_USAVED(index, member)
#endif

#ifdef __aarch64__
DT_UREG("R_X0", 0) DT_UREG("R_X1", 1) DT_UREG("R_X2", 2) DT_UREG("R_X3", 3)
DT_UREG("R_X4", 4) DT_UREG("R_X5", 5) DT_UREG("R_X6", 6) DT_UREG("R_X7", 7)
DT_UREG("R_X8", 8) DT_UREG("R_X9", 9) DT_UREG("R_X10", 10) DT_UREG("R_X11", 11)
DT_UREG("R_X12", 12) DT_UREG("R_X13", 13) DT_UREG("R_X14", 14)
DT_UREG("R_X15", 15) DT_UREG("R_X16", 16) DT_UREG("R_X17", 17)
DT_UREG("R_X18", 18) DT_UREG("R_X19", 19) DT_UREG("R_X20", 20)
DT_UREG("R_X21", 21) DT_UREG("R_X22", 22) DT_UREG("R_X23", 23)
DT_UREG("R_X24", 24) DT_UREG("R_X25", 25) DT_UREG("R_X26", 26)
DT_UREG("R_X27", 27) DT_UREG("R_X28", 28) DT_UREG("R_X29", 29)
DT_UREG("R_X30", 30)
DT_UREG("R_R0", 0) DT_UREG("R_R1", 1)
DT_UREG("R_FP", 29) DT_UREG("R_SP", 31) DT_UREG("R_PC", 32) DT_UREG("R_PS", 33)
/* without names: x0 as a system call began, and the number of the call or -1 */
DT_NUREGISTERS(36)
#else
DT_UREG("R_R15", 0) DT_UREG("R_R14", 1) DT_UREG("R_R13", 2) DT_UREG("R_R12", 3)
DT_UREG("R_RBP", 4) DT_UREG("R_RBX", 5) DT_UREG("R_R11", 6) DT_UREG("R_R10", 7)
DT_UREG("R_R9", 8) DT_UREG("R_R8", 9) DT_UREG("R_RAX", 10) DT_UREG("R_RCX", 11)
DT_UREG("R_RDX", 12) DT_UREG("R_RSI", 13) DT_UREG("R_RDI", 14)
DT_UREG("R_ERR", 15) DT_UREG("R_RIP", 16) DT_UREG("R_CS", 17)
DT_UREG("R_RFL", 18) DT_UREG("R_RSP", 19) DT_UREG("R_SS", 20)
DT_UREG("R_EBP", 4) DT_UREG("R_EBX", 5) DT_UREG("R_EAX", 10)
DT_UREG("R_ECX", 11)
DT_UREG("R_EDX", 12) DT_UREG("R_ESI", 13) DT_UREG("R_EDI", 14)
DT_UREG("R_EIP", 16) DT_UREG("R_EFL", 18) DT_UREG("R_ESP", 19)
DT_UREG("R_R0", 10) DT_UREG("R_R1", 5)
DT_UREG("R_FP", 4) DT_UREG("R_SP", 19) DT_UREG("R_PC", 16) DT_UREG("R_PS", 18)
DT_UREG("R_DS", 21) DT_UREG("R_ES", 22) DT_UREG("R_FS", 23)
DT_UREG("R_GS", 24) DT_UREG("R_TRAPNO", 25)
DT_NUREGISTERS(21)
DT_USAVED(21, "thread.ds") DT_USAVED(22, "thread.es")
DT_USAVED(23, "thread.fsindex") DT_USAVED(24, "thread.gsindex")
DT_USAVED(25, "thread.trap_nr")
#endif

#undef DT_UREG
#undef DT_NUREGISTERS
#undef DT_USAVED
