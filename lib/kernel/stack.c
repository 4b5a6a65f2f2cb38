/* SPDX-License-Identifier: MIT */
/*
 * stack.c - counts the frames of a stack between a program and the code that
 * contains the tracepoint.  The number differs between kernels, so a program
 * takes its own stack once, and the kernel's symbols show which frames belong
 * to the machinery of tracepoints.  Since Linux 6.13 those of system calls may
 * have one more than others.  While another program is attached to the
 * tracepoint there is one more, which dt_stack() of the runtime recognizes.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/ksym.h"

#define	USUAL		3	/* program, bpf_trace_run2, __bpf_trace_* */

/* Is the address in a function that calls programs? */
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

/*
 * Pass the tracepoint, by a call that also passes sys_enter.  If the program
 * cannot be attached, count_frames() returns the usual number.
 */
static int
run_at(const char *tracepoint, int prog)
{
	int link = bpf_raw_tracepoint_open(tracepoint, prog);
	char name[16];

	if (prctl(PR_GET_NAME, name) == 0)
		(void) prctl(PR_SET_NAME, name);
	if (link >= 0)
		close(link);
	return 0;
}

static int
run_call(int prog)
{
	return run_at("sys_enter", prog);
}

/* A tracepoint that is not of system calls. */
static int
run_rename(int prog)
{
	return run_at("task_rename", prog);
}

/*
 * The number of frames before the first one outside the machinery.  Those of
 * the program come first; its symbol is gone by now, so they have no name or a
 * wrong one, and arm64 has the first of them twice.
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

/*
 * Find the number only when it is needed, as reading symbols takes 30 ms.  The
 * stack of a perf event begins with the caller of the event.
 */
static int
find_skip(struct dt_kernel *k, const struct dt_kprog *p, bool is_call)
{
	struct dt_look seen;
	int err = k->ksyms == NULL ? dt_ksym_create(&k->ksyms, NULL) : 0;

	if (err == 0 && !p->is_event && k->skip[is_call] == 0) {
		err = dt_kernel_look(k, "dt_look_stack",
		    is_call ? run_call : run_rename, &seen);
		if (err == 0)
			k->skip[is_call] = count_frames(k->ksyms, &seen);
	}
	return err;
}

/* The function that calls the programs of a tracepoint that has several. */
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

/* A stack that starts from the context's registers has no frames to skip. */
int
dt_kernel_stack_number(struct dt_kernel *k, const struct dt_kprog *p,
    const char *name, uint64_t *value)
{
	bool is_call = p->kind == DT_POINT_SYSENTER ||
	    p->kind == DT_POINT_SYSEXIT;
	struct dt_ksym iter = { 0 };
	uint64_t base = 0;
	int err = 0;

	if (strcmp(name, "next") == 0 && p->next && p->type == 0)
		return dt_why_set(&k->base, -ENOTSUP, "the stack of the thread "
		    "that begins to run needs the kernel's type information");
	if (p->period == 0 && !dt_kernel_has_regs(p)) {
		err = find_skip(k, p, is_call);
		if (err != 0)
			return err;
		base = p->is_event ? 0 :
		    k->skip[is_call] + (p->each != DT_EACH_EVENT);
		iter = find_iterator(k, p);
	}
	const struct dt_number t[] = {
		/* called by main: dt_fill_stacks; chain, clause, dt_stack */
		{ "fill", base != 0 ? base + 1 : 0 },
		{ "skip", base != 0 ? base + (p->direct ? 2 : 3) : 0 },
		{ "iter", iter.value },
		{ "iterlen", iter.size },
		{ "entry", p->kind == DT_POINT_UENTRY ||
		    p->kind == DT_POINT_UEXIT },
		{ "called", p->kind == DT_POINT_KENTRY },
		{ "next", p->next },
	};
	return dt_number_find(t, sizeof(t) / sizeof(t[0]), name, value);
}

void
dt_kernel_forget_symbols(struct dt_kernel *k)
{
	dt_ksym_destroy(k->ksyms);
	k->ksyms = NULL;
}
