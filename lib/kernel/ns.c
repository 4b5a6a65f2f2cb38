/* SPDX-License-Identifier: MIT */
/*
 * ns.c - finds the depth and the address of this process's PID namespace.
 * /proc shows only levels below the namespace that it is mounted for, so a BPF
 * program reads them from the task of this thread.  The initial namespace has
 * a constant inode.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/kernel.h"

#define	INITIAL_PIDNS	0xeffffffcu	/* inode that the kernel gives it */

static int
run(int prog)
{
	LIBBPF_OPTS(bpf_test_run_opts, o);

	return bpf_prog_test_run_opts(prog, &o);
}

static int
look(struct dt_kernel *k)
{
	struct dt_look seen;
	int err = dt_kernel_look(k, "dt_look_ns", run, &seen);

	if (err != 0)
		return err;
	k->ns_level = (uint32_t)seen.ns_level;
	k->ns_self = seen.ns_self;
	if (seen.ns_level == 0 || seen.ns_self == 0)
		err = dt_why_set(&k->base, -EINVAL, "the depth of this PID "
		    "namespace cannot be read from the kernel");
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
