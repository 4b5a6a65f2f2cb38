/* SPDX-License-Identifier: MIT */
/*
 * stack.c - counts the frames between a program and the code that contains the
 * tracepoint.  The number differs between kernels, so a program takes its own
 * stack once, and the symbols of the kernel tell which frames belong to the
 * machinery of tracepoints.
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

/* Without permission to attach it, count_frames() returns the usual number. */
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
 * Number of frames before the first one outside the machinery.  The frames of
 * the program come first; its symbol is gone by now, so they have no name or a
 * wrong one, and arm64 shows the first of them twice.
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
