/* SPDX-License-Identifier: MIT */
/*
 * stack.c - which frames of a stack lie between a program and the code that
 * contains the tracepoint.  Their number differs between kernels, so a program
 * takes its own stack once, and the symbols of the kernel tell which frames
 * belong to the machinery of tracepoints.  One more is there only while
 * something else has a program on the tracepoint, too; dt_stack() of the
 * runtime recognizes it.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/ksym.h"

#define	USUAL		3	/* program, bpf_trace_run2, __bpf_trace_* */

/* Is this address in a function that each program runs in? */
static bool
is_machinery(struct dt_ksyms *ks, uint64_t pc)
{
	static const char *const starts[] = {
		"bpf_prog_", "bpf_trace_run", "__bpf_trace_",
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

/* Only now: the symbols cost 30 ms. */
static int
find_skip(struct dt_kernel *k)
{
	struct dt_look seen;
	int err = k->ksyms == NULL ? dt_ksym_create(&k->ksyms, NULL) : 0;

	if (err == 0 && k->skip == 0) {
		err = dt_kernel_look(k, "dt_look_stack", run, &seen);
		if (err == 0)
			k->skip = count_frames(k->ksyms, &seen);
	}
	return err;
}

/*
 * The kernel calls the only program of a tracepoint by way of no other function
 * than those that are always there, and several by way of this one.
 */
static struct dt_ksym
find_iterator(const struct dt_kernel *k, const struct dt_kprog *p)
{
	struct dt_ksym none = { 0 }, sym;
	char name[128];

	if (p->tp == NULL)
		return none;
	snprintf(name, sizeof(name), "__traceiter_%s", p->tp);
	return dt_ksym_byname(k->ksyms, NULL, name, &sym) == 0 ? sym : none;
}

/* With registers the stack begins where they point. */
int
dt_kernel_stack_number(struct dt_kernel *k, const struct dt_kprog *p,
    const char *name, uint64_t *value)
{
	struct dt_ksym iter = { 0 };
	uint64_t base = 0;
	int err = 0;

	if (p->period == 0 && !dt_kernel_has_regs(p)) {
		err = find_skip(k);
		if (err != 0)
			return err;
		base = k->skip + (p->each != DT_EACH_EVENT);
		iter = find_iterator(k, p);
	}
	const struct dt_number t[] = {
		/* behind main: dt_fill_stacks; chain, clause and dt_stack */
		{ "fill", base != 0 ? base + 1 : 0 },
		{ "skip", base != 0 ? base + (p->direct ? 2 : 3) : 0 },
		{ "iter", iter.value },
		{ "iterlen", iter.size },
		{ "entry", p->kind == DT_POINT_UENTRY },
	};
	return dt_number_find(t, sizeof(t) / sizeof(t[0]), name, value);
}

void
dt_kernel_forget_symbols(struct dt_kernel *k)
{
	dt_ksym_destroy(k->ksyms);
	k->ksyms = NULL;
}
