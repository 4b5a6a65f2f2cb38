/* SPDX-License-Identifier: MIT */
/* machine.d - types of the C compiler and facts that depend on the processor. */
typedef struct {
	unsigned int gp_offset, fp_offset;
	void *overflow_arg_area, *reg_save_area;
} __builtin_va_list[1];

/* The number of the system call that the thread is in, or 0. */
inline short DTRACE_SYSCALL = (long)uregs[R_ERR] > 0 ? uregs[R_ERR] : 0;

inline string DTRACE_PROCESSOR = "x86_64";
