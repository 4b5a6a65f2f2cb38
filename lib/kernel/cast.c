/* SPDX-License-Identifier: MIT */
/*
 * cast.c - finds the kernel's function DT_CAST, of Linux 6.2 and later.  Only
 * programs that are compiled to machine code may call it, so the first run that
 * needs it loads a program that tries.
 */
#include <bpf/bpf.h>
#include <unistd.h>

#include "kernel/kernel.h"

/* A type that begins with a number of 64 bits. */
#define	WORD	"timespec64"

static bool
can_call(const struct dt_kernel *k)
{
	const struct bpf_insn code[] = {
		MOVI(1, 0), MOVI(2, (int)k->word_type),
		INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0,
		    (int)k->cast),
		LDX(BPF_DW, 0, 0, 0), MOVI(0, 0), EXIT()
	};
	LIBBPF_OPTS(bpf_prog_load_opts, o);
	int fd = dt_kernel_verify(BPF_PROG_TYPE_RAW_TRACEPOINT, "dt_cast",
	    code, sizeof(code) / sizeof(code[0]), &o);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

uint32_t
dt_kernel_word_type(struct dt_kernel *k)
{
	if (k->knows_cast)
		return k->word_type;
	k->knows_cast = true;
	k->word_type = dt_kbtf_struct_number(k->kbtf, WORD);
	k->cast = dt_kbtf_function_number(k->kbtf, DT_CAST);
	if (k->word_type != 0 && (k->cast == 0 || !can_call(k)))
		k->word_type = 0;
	return k->word_type;
}
