/* SPDX-License-Identifier: MIT */
/* machine.d - types of the C compiler and flags that depend on the processor. */
typedef struct {
	unsigned int gp_offset, fp_offset;
	void *overflow_arg_area, *reg_save_area;
} __builtin_va_list[1];

/* The flag of a thread that runs a 32-bit program. */
inline long DTRACE_ILP32 = 1 << 29;
