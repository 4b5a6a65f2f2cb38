/* SPDX-License-Identifier: MIT */
/* gnu.d - types of the C compiler that headers name. */
typedef struct {
	unsigned int gp_offset, fp_offset;
	void *overflow_arg_area, *reg_save_area;
} __builtin_va_list[1];
