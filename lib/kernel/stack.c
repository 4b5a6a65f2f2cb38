/* SPDX-License-Identifier: MIT */
/*
 * stack.c - how many frames lie between a program and the code that has
 * the tracepoint.  Nothing says so, and it differs between kernels: a program
 * looks at its own stack once, and the kernel's symbols tell what belongs to
 * the machinery.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/ksym.h"

#define	USUAL		3	/* program, bpf_trace_run2, __bpf_trace_* */

/* Is this address in a function that runs a program?  No, without symbols. */
static bool
is_machinery(struct dt_ksyms *ks, uint64_t pc)
{
	static const char *const starts[] = {
		"bpf_prog_", "bpf_trace_run", "__bpf_trace_", "__traceiter_",
	};
	struct dt_ksym sym;
	size_t i;

	if (dt_ksym_lookup(ks, pc, &sym) != 0 || sym.name == NULL)
		return false;
	for (i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (strncmp(sym.name, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

/* What cannot be attached sees nothing; then the number is the usual one. */
static int
run(int prog)
{
	int link = bpf_raw_tracepoint_open("sys_enter", prog);

	(void) syscall(SYS_getppid);
	if (link >= 0)
		close(link);
	return 0;
}

/*
 * How many frames there are before the first one of the kernel proper.  The
 * program's own come first.  Its symbol is gone by now, so they have no name or
 * another one's, and arm64 shows the first of them twice.
 */
static uint32_t
count_frames(struct dt_ksyms *ks, const struct dt_look *seen)
{
	int i, n = seen->stack_size > 0 ? seen->stack_size / 8 : 0;

	for (i = 0; i < n && !is_machinery(ks, seen->frame[i]); i++)
		;
	for (; i < n && is_machinery(ks, seen->frame[i]); i++)
		;
	return i < n ? i : USUAL;
}

int
dt_kernel_skip(struct dt_kernel *k)
{
	struct dt_look seen;
	struct dt_ksyms *ks;
	int err = dt_ksym_create(&ks, NULL);

	if (err != 0)
		return err;
	err = dt_kernel_look(k, "dt_look_stack", run, &seen);
	if (err == 0)
		k->skip = count_frames(ks, &seen);
	dt_ksym_destroy(ks);
	return err;
}
