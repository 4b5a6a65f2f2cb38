/* SPDX-License-Identifier: MIT */
/*
 * ns.c - this process's PID namespace.  How deep it lies nothing in it
 * tells: /proc shows the levels below the one that it was mounted in.  So a
 * program looks at the task of this thread once, except in the initial one,
 * which has an inode of its own.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/kernel.h"

#define	INITIAL_PIDNS	0xeffffffcu	/* inode that the kernel gives it */
#define	UPID_SHIFT	4		/* bytes of a struct upid, as a power */

struct seen {
	uint64_t level, self;
};

/* A thread has a struct upid for each level, the innermost one last. */
static struct dt_func *
look_prog(const struct dt_kernel *k, struct dt_arena *arena)
{
	const struct dt_ktask *t = &k->task;
	struct dt_emit e = { .arena = arena };

	dt_emit_ld64(&e, 7, DT_REL_MAPVAL, "dt_val_rows", 0);
	dt_emit(&e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(&e, MOV(3, 0));
	dt_kernel_follow(&e, t->thread_pid, 8);
	dt_emit(&e, MOV(6, 3));
	dt_kernel_follow(&e, t->level, 4);
	dt_emit(&e, STX(BPF_DW, 7, offsetof(struct seen, level), 3));
	dt_emit(&e, ALUI(BPF_LSH, 3, UPID_SHIFT));
	dt_emit(&e, ALU(BPF_ADD, 3, 6));
	dt_kernel_follow(&e, t->numbers + t->upid_ns, 8);
	dt_emit(&e, STX(BPF_DW, 7, offsetof(struct seen, self), 3));
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	return dt_emit_end(&e, "main");
}

static int
run(int prog)
{
	LIBBPF_OPTS(bpf_test_run_opts, o);

	return bpf_prog_test_run_opts(prog, &o);
}

static int
look(struct dt_kernel *k)
{
	struct seen seen = { 0, 0 };
	int err = dt_kernel_look(k, "dt_ns", look_prog, run, &seen,
	    sizeof(seen));

	k->ns_level = (uint32_t)seen.level;
	k->ns_self = seen.self;
	if (err == 0 && (seen.level == 0 || seen.self == 0))
		err = dt_why_set(&k->base, -EINVAL, "the kernel does not show "
		    "how deep this PID namespace is");
	return err;
}

int
dt_kernel_ns(struct dt_kernel *k)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) != 0)
		return dt_why_set(&k->base, -errno, "/proc/self/ns/pid cannot "
		    "be read: %s; mount /proc", strerror(errno));
	k->ns_dev = st.st_dev;
	k->ns_ino = st.st_ino;
	k->ns_level = 0;
	k->ns_self = 0;
	return st.st_ino == INITIAL_PIDNS ? 0 : look(k);
}
