/* SPDX-License-Identifier: MIT */
/* event.c - attaches a program to one function, by a perf event. */
#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"

int
dt_kernel_event_type(const char *name)
{
	char path[64];
	int type = -EOPNOTSUPP;
	FILE *fp;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type",
	    name);
	fp = fopen(path, "re");
	if (fp == NULL)
		return type;
	if (fscanf(fp, "%d", &type) != 1)
		type = -EOPNOTSUPP;
	(void) fclose(fp);
	return type;
}

int
dt_kernel_attach_event(const struct dt_kprog *p, struct perf_event_attr *attr,
    pid_t pid, uint64_t cookie)
{
	LIBBPF_OPTS(bpf_link_create_opts, o, .perf_event.bpf_cookie = cookie);
	int fd, event;

	attr->size = sizeof(*attr);
	event = (int)syscall(SYS_perf_event_open, attr, pid, pid < 0 ? 0 : -1,
	    -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		return -errno;
	fd = bpf_link_create(p->fd, event, BPF_PERF_EVENT, &o);
	(void) close(event);		/* the link holds it */
	return fd;
}
