/* SPDX-License-Identifier: MIT */
/* dlibs.S - the texts of lib/dlib, each after 1, its name and a newline. */
	.section .rodata
	.hidden	dt_dlib_texts
	.hidden	dt_dlib_texts_end
	.globl	dt_dlib_texts
	.globl	dt_dlib_texts_end
dt_dlib_texts:
	.incbin	TEXTS
dt_dlib_texts_end:
	.section .note.GNU-stack, "", %progbits
