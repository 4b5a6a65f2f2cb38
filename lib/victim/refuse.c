/* SPDX-License-Identifier: MIT */
/*
 * refuse.c - why a process cannot be watched, traced or started: one error of
 * the kernel stands for many reasons, which /proc tells apart.
 */
#include "victim/refuse.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/procfs.h"

#define	PF_KTHREAD	0x00200000

static const char filtered[] = "a seccomp filter forbids ptrace() (in a "
    "container, allow it)";

static bool
is_kernel_thread(pid_t pid)
{
	char buf[1024];

	(void) dt_procfs_read(pid, "stat", buf, sizeof(buf));
	return (dt_procfs_field(buf, DT_STAT_FLAGS) & PF_KTHREAD) != 0;
}

static uint64_t
permitted(const char *status)
{
	return dt_procfs_set(status, "\nCapPrm:\t");
}

/* The number in a file; 0 if there is no such file. */
static int
read_number(const char *path)
{
	FILE *fp = fopen(path, "re");
	int n = 0;

	if (fp == NULL)
		return 0;
	if (fscanf(fp, "%d", &n) != 1)
		n = 0;
	(void) fclose(fp);
	return n;
}

static int
ptrace_scope(void)
{
	return read_number("/proc/sys/kernel/yama/ptrace_scope");
}

static bool
is_filtered(const char *status)
{
	return dt_procfs_number(status, "\nSeccomp:\t") != 0;
}

/* Is it not dumpable?  Then its files in /proc belong to root. */
static bool
is_undumpable(pid_t pid)
{
	char path[64];
	struct stat st;

	(void) snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	return stat(path, &st) == 0 && st.st_uid != geteuid();
}

static void
why_traced(uint32_t tracer, char *buf, size_t n)
{
	char comm[32];
	bool known = dt_procfs_comm((pid_t)tracer, comm, sizeof(comm));

	(void) snprintf(buf, n, "it is traced already, by process %u%s%s%s",
	    tracer, known ? " (" : "", comm, known ? ")" : "");
}

static void
why_forbidden(pid_t pid, const char *status, char *buf, size_t n)
{
	uint32_t uid = dt_procfs_number(status, "\nUid:\t");
	char own[4096];

	if (dt_procfs_read(getpid(), "status", own, sizeof(own)) <= 0)
		return;
	if (geteuid() != 0 && uid != geteuid())
		(void) snprintf(buf, n, "it belongs to user %u: trace it with "
		    "CAP_SYS_PTRACE, or as root", uid);
	else if ((permitted(status) & ~permitted(own)) != 0)
		(void) snprintf(buf, n, "it has capabilities that this "
		    "process lacks: trace it with CAP_SYS_PTRACE");
	else if (is_undumpable(pid))
		(void) snprintf(buf, n, "it protects its memory, as "
		    "a set-user-id program or by PR_SET_DUMPABLE: trace it "
		    "with CAP_SYS_PTRACE");
	else if (ptrace_scope() != 0)
		(void) snprintf(buf, n, "kernel.yama.ptrace_scope is %d: "
		    "start it with -c, or set that to 0", ptrace_scope());
	else if (is_filtered(own))
		(void) snprintf(buf, n, "%s", filtered);
}

/* Why the tracer's program cannot be executed. */
static void
why_no_tracer(char *buf, size_t n)
{
	static const char sysctl[] = "/proc/sys/vm/memfd_noexec";
	char own[4096];
	int value = read_number(sysctl);

	if (value > 1)
		(void) snprintf(buf, n, "the tracer cannot be executed: "
		    "vm.memfd_noexec is %d: set it to 0 or 1", value);
	else if (dt_procfs_read(getpid(), "status", own, sizeof(own)) > 0 &&
	    is_filtered(own))
		(void) snprintf(buf, n, "the tracer cannot be executed: a "
		    "seccomp filter forbids memfd_create() or execveat()");
	else
		(void) snprintf(buf, n, "the tracer cannot be executed: "
		    "memfd_create() or execveat() is forbidden");
}

void
dt_refuse_why(pid_t pid, int err, char *buf, size_t n)
{
	char status[4096];
	uint32_t tracer, tgid;

	buf[0] = '\0';
	if (dt_procfs_read(pid, "status", status, sizeof(status)) <= 0)
		return;
	tracer = dt_procfs_number(status, "\nTracerPid:\t");
	tgid = dt_procfs_number(status, "\nTgid:\t");
	if (err == -ECHILD)
		(void) snprintf(buf, n, "its tracer (dt_tracer) was killed");
	else if (err == -ENOTSUP)
		why_no_tracer(buf, n);
	else if (err == -EDEADLK)
		(void) snprintf(buf, n, "it is this process itself");
	else if (tgid != (uint32_t)pid)
		(void) snprintf(buf, n, "it is a thread of process %u", tgid);
	else if (err != -EPERM && err != -ESRCH)
		return;
	else if (is_kernel_thread(pid))
		(void) snprintf(buf, n, "it is a thread of the kernel");
	else if (dt_procfs_ended(status))
		(void) snprintf(buf, n, "it is a zombie: it has ended, but "
		    "its parent has not waited for it");
	else if (tracer != 0)
		why_traced(tracer, buf, n);
	else if (err == -EPERM)
		why_forbidden(pid, status, buf, n);
}

static void
why_not_held(const char *own, char *buf, size_t n)
{
	int scope = ptrace_scope();

	if (scope > 1)
		(void) snprintf(buf, n, "kernel.yama.ptrace_scope is %d: %s",
		    scope, scope == 2 ? "set it to 0 or 1, or use "
		    "CAP_SYS_PTRACE" : "boot with 0 or 1");
	else if (prctl(PR_GET_DUMPABLE) != 1)
		(void) snprintf(buf, n, "this process is not dumpable, as "
		    "after it has changed its user: call "
		    "prctl(PR_SET_DUMPABLE, 1) first");
	else if (is_filtered(own))
		(void) snprintf(buf, n, "%s", filtered);
}

/* EPERM is an error of ptrace, by which it is held; exec rarely returns it. */
void
dt_refuse_start(int err, char *buf, size_t n)
{
	char own[4096], why[256] = "";

	buf[0] = '\0';
	if (err == -ENOTSUP)
		why_no_tracer(buf, n);
	else if (err == -ECHILD)
		(void) snprintf(buf, n, "it or its tracer (dt_tracer) was "
		    "killed");
	if (err != -EPERM ||
	    dt_procfs_read(getpid(), "status", own, sizeof(own)) <= 0)
		return;
	why_not_held(own, why, sizeof(why));
	if (why[0] != '\0')
		(void) snprintf(buf, n, "it cannot be held at its start: %s",
		    why);
}
