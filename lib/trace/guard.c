/* SPDX-License-Identifier: MIT */
/*
 * guard.c - a process that restores the memory of the traced processes if the
 * tracer is killed.
 *
 * The guard traces the tracer.  So a killed tracer stops before its end, and
 * with it each of its tracees that has stopped, until the guard has taken the
 * breakpoints out.  A thread that has hit one by then has the program counter
 * behind it.  If its SIGTRAP is on its way, it cannot be saved.  If the tracer
 * has received that signal, and not moved the thread yet, the guard does so:
 * SIGSTOP keeps the thread from running between the two tracers.
 *
 * The guard is a sibling of the tracer, whose waits must not report it, and has
 * a process group of its own, in case a whole group is killed.
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/procfs.h"
#include "trace/priv.h"

#ifdef __x86_64__

#define	AT_EXIT	(SIGTRAP | PTRACE_EVENT_EXIT << 8)

struct guard {
	const struct dt_trace *t;
	pid_t tracer;
	int pidfd;			/* of the tracer */
	struct dt_patch *undone;
	uint32_t n;
	struct astray {
		pid_t pid, tid;		/* 0: there is none */
		uint64_t pc;
	} astray;
};

/* --- the end of the tracer ------------------------------------------------ */

/* Have another stop of the tracer take its usual effect. */
static void
pass_on(pid_t tracer, int stop)
{
	int sig = stop & 0xff;

	if (stop >> 8 != PTRACE_EVENT_STOP)
		(void) ptrace(PTRACE_CONT, tracer, NULL,
		    stop == sig ? (long)sig : 0L);
	else if (sig == SIGTRAP)
		(void) ptrace(PTRACE_CONT, tracer, NULL, 0L);
	else
		(void) ptrace(PTRACE_LISTEN, tracer, NULL, 0L);
}

/* False: it has ended without a stop. */
static bool
await_traced(pid_t tracer)
{
	int status;
	pid_t pid;

	for (;;) {
		pid = waitpid(tracer, &status, __WALL);
		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0 || !WIFSTOPPED(status))
			return false;
		if (status >> 8 == AT_EXIT)
			return true;
		pass_on(tracer, status >> 8);
	}
}

/* --- children ------------------------------------------------------------- */

static bool
has_patches(const struct guard *g, pid_t pid)
{
	uint32_t i = 0;

	while (i < g->n && g->undone[i].pid != pid)
		i++;
	return i < g->n;
}

/* Do they run the same program?  Another may have bytes like breakpoints. */
static bool
run_same(pid_t one, pid_t other)
{
	const pid_t pids[] = { one, other };
	struct stat st[2];
	char path[64];

	for (int i = 0; i < 2; i++) {
		(void) snprintf(path, sizeof(path), "/proc/%d/exe",
		    (int)pids[i]);
		if (stat(path, &st[i]) != 0)
			return false;
	}
	return st[0].st_dev == st[1].st_dev && st[0].st_ino == st[1].st_ino;
}

/*
 * Undo the changes of the parent's memory that a child of fork() has copied.
 * The semaphores of a child without breakpoints have been lowered.
 */
static void
clean(const struct guard *g, pid_t pid, pid_t parent)
{
	int fd = run_same(pid, parent) ? dt_patch_open(pid) : -1;
	bool has_copy = false;

	for (uint32_t i = 0; fd >= 0 && i < g->n; i++)
		if (g->undone[i].pid == parent &&
		    dt_patch_is_there(&g->undone[i], fd))
			has_copy = true;
	for (uint32_t i = 0; has_copy && i < g->n; i++) {
		struct dt_patch copy = g->undone[i];

		if (copy.pid == parent)
			dt_patch_undo(&copy, fd);
	}
	if (fd >= 0)
		(void) close(fd);
}

/* --- threads -------------------------------------------------------------- */

/* The stack pointer and program counter of a stopped thread. */
static bool
read_place(pid_t tid, uint64_t *sp, uint64_t *pc)
{
	char text[256], *at;

	if (dt_procfs_read(tid, "syscall", text, sizeof(text)) <= 0)
		return false;
	for (int i = 0; i < 2; i++) {
		at = strrchr(text, ' ');
		if (at == NULL)
			return false;
		*(i == 0 ? pc : sp) = strtoull(at + 1, NULL, 0);
		*at = '\0';
	}
	return true;
}

static bool
is_behind_break(const struct guard *g, uint64_t pc)
{
	uint32_t i = 0;

	while (i < g->n && (g->undone[i].kind != DT_PATCH_CODE ||
	    g->undone[i].addr != pc - 1))
		i++;
	return i < g->n;
}

/* The tracer handles one hit at a time, so at most one thread is astray. */
static void
check_thread(struct guard *g, pid_t pid, pid_t tid)
{
	const struct dt_trace_ctl *ctl = g->t->ctl;
	const char *state;
	char stat[1024];
	uint64_t sp, pc;

	if (dt_procfs_read(tid, "stat", stat, sizeof(stat)) <= 0)
		return;
	state = dt_procfs_stat(stat, DT_STAT_STATE);
	if (state == NULL || *state != 't')
		return;
	if (dt_procfs_field(stat, DT_STAT_EXIT) == SIGTRAP)
		dt_trace_note(g->t, DT_NOTE_LOST);
	else if (dt_procfs_field(stat, DT_STAT_EXIT) == 0 &&
	    read_place(tid, &sp, &pc) && is_behind_break(g, pc) &&
	    (ctl->passed != tid || ctl->passed_sp != sp))
		g->astray = (struct astray){ pid, tid, pc };
}

static void
check_threads(struct guard *g, pid_t pid)
{
	struct dirent *d;
	char path[64];
	DIR *dir;

	(void) snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		pid_t tid = (pid_t)strtol(d->d_name, NULL, 10);

		if (tid > 0)
			check_thread(g, pid, tid);
	}
	if (dir != NULL)
		(void) closedir(dir);
}

static void
check_tracees(struct guard *g)
{
	DIR *dir = opendir("/proc");
	char status[4096];
	struct dirent *d;

	while (dir != NULL && (d = readdir(dir)) != NULL) {
		pid_t pid = (pid_t)strtol(d->d_name, NULL, 10);

		if (pid <= 0 || dt_procfs_read(pid, "status", status,
		    sizeof(status)) <= 0 ||
		    (pid_t)dt_procfs_number(status, "\nTracerPid:\t") !=
		    g->tracer)
			continue;
		if (!has_patches(g, pid))
			clean(g, pid, (pid_t)dt_procfs_number(status,
			    "\nPPid:\t"));
		check_threads(g, pid);
	}
	if (dir != NULL)
		(void) closedir(dir);
}

/* Move the thread, which has no tracer any more, back to the instruction. */
static void
move_back(const struct astray *a)
{
	long at = offsetof(struct user, regs.rip);
	int status;

	if (ptrace(PTRACE_SEIZE, a->tid, NULL, 0L) == 0 &&
	    ptrace(PTRACE_INTERRUPT, a->tid, NULL, 0L) == 0 &&
	    waitpid(a->tid, &status, __WALL) == a->tid && WIFSTOPPED(status)) {
		if ((uint64_t)ptrace(PTRACE_PEEKUSER, a->tid, at, 0L) == a->pc)
			(void) ptrace(PTRACE_POKEUSER, a->tid, at, a->pc - 1);
		(void) ptrace(PTRACE_DETACH, a->tid, NULL, 0L);
	}
	(void) kill(a->pid, SIGCONT);
}

/* --- the guard ------------------------------------------------------------ */

/* Wait for the end of the tracer.  True: it stays until it is detached from. */
static bool
await_end(const struct guard *g, bool traces)
{
	struct pollfd pfd = { .fd = g->pidfd, .events = POLLIN };

	if (traces)
		return await_traced(g->tracer);
	while (poll(&pfd, 1, -1) < 0 && errno == EINTR)
		;
	return false;
}

/* Release a tracer that is held, and with it its tracees. */
static void
release(const struct guard *g)
{
	const struct astray *a = &g->astray;

	if (a->tid != 0)
		(void) syscall(SYS_tgkill, a->pid, a->tid, SIGSTOP);
	(void) ptrace(PTRACE_DETACH, g->tracer, NULL, 0L);
	if (a->tid == 0)
		return;
	(void) await_end(g, false);
	move_back(a);
}

/*
 * Close the tracer's descriptors, since a peer may wait for their last copy.
 * Each delay lets a traced thread get to a breakpoint, so run before other
 * processes, if that is permitted.
 */
static _Noreturn void
watch(struct guard *g, int ready)
{
	const struct sched_param urgent = { .sched_priority = 1 };
	bool traces;
	char c;

	(void) setpgid(0, 0);
	(void) prctl(PR_SET_NAME, "dt_guard");
	(void) sched_setscheduler(0, SCHED_FIFO, &urgent);
	g->undone = calloc(g->t->sites.npatches, sizeof(*g->undone));
	if (g->undone == NULL || read(ready, &c, 1) != 1)
		_exit(1);
	traces = ptrace(PTRACE_SEIZE, g->tracer, NULL,
	    (long)PTRACE_O_TRACEEXIT) == 0;
	(void)!write(ready, "", 1);
	g->pidfd = dup2(g->pidfd, 0);
	(void) close_range(1, ~0u, 0);
	traces = await_end(g, traces);
	g->n = dt_patches_undo(&g->t->sites, g->t->root, g->undone);
	if (traces && g->n != 0)
		check_tracees(g);
	if (traces)
		release(g);
	_exit(0);
}

/* Yama lets a process be traced by its ancestors, and by the one named here. */
static void
admit(pid_t guard, int ready)
{
	char c;

	(void) prctl(PR_SET_PTRACER, guard, 0, 0, 0);
	(void)!write(ready, "", 1);
	(void)!read(ready, &c, 1);
}

void
dt_guard_create(const struct dt_trace *t)
{
	struct guard g = { .t = t, .tracer = getpid() };
	int sock[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sock) != 0)
		return;
	g.pidfd = pidfd_open(g.tracer, 0);
	pid = g.pidfd < 0 ? -1 :
	    (pid_t)syscall(SYS_clone, CLONE_PARENT, 0L, 0L, 0L, 0L);
	if (pid == 0) {
		(void) close(sock[0]);
		watch(&g, sock[1]);
	}
	(void) close(sock[1]);
	if (pid > 0) {
		__atomic_store_n(&t->ctl->guard, pid, __ATOMIC_SEQ_CST);
		admit(pid, sock[0]);
	}
	(void) close(sock[0]);
	if (g.pidfd >= 0)
		(void) close(g.pidfd);
}

#else

void
dt_guard_create(const struct dt_trace *t)
{
	(void) t;
}

#endif
