/* SPDX-License-Identifier: MIT */
/* gnu.d - types of the C compiler that headers name. */
typedef struct {
	void *__stack, *__gr_top, *__vr_top;
	int __gr_offs, __vr_offs;
} __builtin_va_list;
