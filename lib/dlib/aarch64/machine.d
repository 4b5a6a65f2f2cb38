/* SPDX-License-Identifier: MIT */
/* machine.d - types of the C compiler and facts that depend on the processor. */
typedef struct {
	void *__stack, *__gr_top, *__vr_top;
	int __gr_offs, __vr_offs;
} __builtin_va_list;

/* The number of the system call that the thread is in, or 0. */
inline short DTRACE_SYSCALL = (int)uregs[35] > 0 ? uregs[35] : 0;

inline string DTRACE_PROCESSOR = "aarch64";
