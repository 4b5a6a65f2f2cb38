/* SPDX-License-Identifier: MIT */
/* machine.d - types of the C compiler and flags that depend on the processor. */
typedef struct {
	void *__stack, *__gr_top, *__vr_top;
	int __gr_offs, __vr_offs;
} __builtin_va_list;

/* The flag of a thread that runs a 32-bit program. */
inline long DTRACE_ILP32 = 1 << 22;

inline string DTRACE_PROCESSOR = "aarch64";
