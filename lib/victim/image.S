/* SPDX-License-Identifier: MIT */
/* image.S - the program of the tracer (lib/trace), as bytes in the library. */
	.section .rodata
	.hidden	dt_tracer_image
	.hidden	dt_tracer_image_end
	.globl	dt_tracer_image
	.globl	dt_tracer_image_end
	.balign	64
dt_tracer_image:
	.incbin	IMAGE
dt_tracer_image_end:
	.section .note.GNU-stack, "", %progbits
