/* SPDX-License-Identifier: MIT */
/* proc.c - processes that the consumer starts or grabs; the first: $target. */
#include "api/hdl.h"

#include <errno.h>
#include <libproc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "base/clock.h"
#include "sym/elfleaks.h"
#include "victim/refuse.h"
#include "victim/order.h"

/* Set the error "cannot WHAT process PID: REASON"; returns -1. */
static int
refused(dtrace_hdl_t *dtp, const char *what, pid_t pid, int rc)
{
	char why[128];

	dt_refuse_why(pid, rc, why, sizeof(why));
	return dt_set_error(dtp, -rc, "cannot %s process %d: %s%s%s", what,
	    (int)pid, dtrace_errmsg(NULL, -rc), why[0] != '\0' ? "; " : "",
	    why);
}

static int
watch(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	int rc = dtp->ops->watch != NULL ? dtp->ops->watch(dtp->engine, p) : 0;

	return rc == 0 ? 0 : refused(dtp, "trace", dt_victim_pid(p), rc);
}

static void
unwatch(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	if (dtp->engine != NULL && dtp->ops->unwatch != NULL)
		dtp->ops->unwatch(dtp->engine, p);
}

int
dt_procs_watch(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		if (watch(dtp, dtp->procs[i].p) != 0)
			return -1;
	return 0;
}

void
dt_procs_unwatch(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		unwatch(dtp, dtp->procs[i].p);
}

static int
add(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	struct dt_proc *v = realloc(dtp->procs,
	    (dtp->nprocs + 1) * sizeof(*v));
	int rc;

	if (v == NULL)
		return dt_set_errno(dtp, EDT_NOMEM);
	dtp->procs = v;
	if (dtp->state == DT_RUN_ACTIVE && watch(dtp, p) != 0)
		return -1;
	rc = dt_ctlfd_watch(dtp, p);
	if (rc != 0) {
		unwatch(dtp, p);
		return dt_set_errno(dtp, -rc);
	}
	v[dtp->nprocs++] = (struct dt_proc){ .p = p, .id = ++dtp->lastproc };
	return 0;
}

static struct ps_prochandle *
adopt(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	if (add(dtp, p) != 0) {
		dt_victim_release(p);
		return NULL;
	}
	dt_victim_set_owner(p, dtp);
	if (dtp->target == 0)
		dtp->target = dt_victim_pid(p);
	return p;
}

/* On some systems this function has two more arguments; they are ignored. */
struct ps_prochandle *
dtrace_proc_create(dtrace_hdl_t *dtp, const char *file, char *const *argv, ...)
{
	struct ps_prochandle *p;
	char **env, why[256];
	int rc;

	if (dt_check(dtp, file != NULL && argv != NULL) != 0)
		return NULL;
	env = dt_env_make(dtp);
	rc = env != NULL ? dt_victim_create(&p, file, argv, env) : -ENOMEM;
	free(env);
	if (rc == 0)
		return adopt(dtp, p);
	dt_refuse_start(rc, why, sizeof(why));
	(void) dt_set_error(dtp, -rc, "cannot start %s: %s%s%s", file,
	    dtrace_errmsg(NULL, -rc), why[0] != '\0' ? "; " : "", why);
	return NULL;
}

/* Grab a process that the handle has already, or NULL. */
static struct ps_prochandle *
regrab(dtrace_hdl_t *dtp, pid_t pid)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++) {
		struct dt_proc *v = &dtp->procs[i];

		if (dt_victim_pid(v->p) != pid || dt_victim_ended(v->p, NULL))
			continue;
		v->regrabs++;
		return v->p;
	}
	return NULL;
}

struct ps_prochandle *
dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid, int flags)
{
	struct ps_prochandle *p;
	int rc;

	(void) flags;	/* only watching a process is allowed by all of them */
	if (dt_alive(dtp) != 0)
		return NULL;
	p = regrab(dtp, pid);
	if (p != NULL)
		return p;
	rc = dt_victim_grab(&p, pid);
	if (rc == 0)
		return adopt(dtp, p);
	(void) refused(dtp, "grab", pid, rc);
	return NULL;
}

/* The index of a process in the handle, or nprocs. */
static uint32_t
find(const dtrace_hdl_t *dtp, const struct ps_prochandle *p)
{
	uint32_t i = 0;

	while (i < dtp->nprocs && dtp->procs[i].p != p)
		i++;
	return i;
}

void
dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	int rc;

	if (dt_alive(dtp) != 0)
		return;
	if (find(dtp, p) == dtp->nprocs) {
		(void) dt_set_errno(dtp, EINVAL);
		return;
	}
	rc = dt_victim_continue(p);
	if (rc == 0)
		return;
	dtp->unstarted.pid = dt_victim_pid(p);
	dtp->unstarted.rc = rc;
	(void) refused(dtp, "start", dtp->unstarted.pid, rc);
}

int
dt_check_unstarted(dtrace_hdl_t *dtp)
{
	int rc = dtp->unstarted.rc;

	dtp->unstarted.rc = 0;
	return rc == 0 ? 0 : refused(dtp, "start", dtp->unstarted.pid, rc);
}

/* Report a process that its release will kill. */
static void
tell_killed(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	bool bound = dt_victim_bound(p);
	int pid = (int)dt_victim_pid(p);
	char buf[128];

	if (dtp->proc_fn == NULL)
		return;
	if (dt_victim_runs(p))
		(void) snprintf(buf, sizeof(buf), "process %d still runs, and "
		    "is killed%s", pid, bound ? " with all that it has "
		    "started" : "");
	else if (bound)
		(void) snprintf(buf, sizeof(buf), "processes that process %d "
		    "has started still run, and are killed", pid);
	else
		return;
	dtp->proc_fn(p, buf, dtp->proc_arg);
}

/* Has the process been told to look for no leaks? */
static bool
seeks_none(pid_t pid)
{
	static const char off[] = "detect_leaks=0";
	struct dt_buf env = { 0 };
	char path[64];
	bool found;
	FILE *fp;

	(void) snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	fp = fopen(path, "re");
	if (fp == NULL)
		return false;
	dt_buf_file(&env, fp);
	(void) fclose(fp);
	found = env.err == 0 && env.len != 0 &&
	    memmem(env.p, env.len, off, sizeof(off) - 1) != NULL;
	dt_buf_free(&env);
	return found;
}

const char *
dtrace_proc_hint(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	char path[64];

	if (dt_check(dtp, p != NULL) != 0)
		return NULL;
	if (find(dtp, p) == dtp->nprocs) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
	(void) snprintf(path, sizeof(path), "/proc/%d/exe",
	    (int)dt_victim_pid(p));
	if (!dt_victim_traced(p) || !dt_elf_seeks_leaks(path) ||
	    seeks_none(dt_victim_pid(p)))
		return NULL;
	return "it looks for leaked memory when it ends (-fsanitize=address), "
	    "which fails while it is traced, and its output may be lost: start "
	    "it with LSAN_OPTIONS=detect_leaks=0 (option setenv), or use the "
	    "engine kernel";
}

/* Is p still a process of the handle?  A handler may have released it. */
static bool
is_there(const dtrace_hdl_t *dtp, const struct ps_prochandle *p, uint64_t id)
{
	uint32_t i = find(dtp, p);

	return i < dtp->nprocs && dtp->procs[i].id == id;
}

/* Report how tracing has changed the behaviour of a process or its children. */
static void
tell_notes(dtrace_hdl_t *dtp, struct ps_prochandle *p, uint64_t id)
{
	static const struct {
		uint32_t note;
		const char *text;
	} notes[] = {
		{ DT_NOTE_SETUID, "a set-user-id program ran without the "
		    "privileges of its file, because an unprivileged user "
		    "traced it" },
		{ DT_NOTE_PTRACE, "a call of ptrace failed, because the "
		    "process was traced already; its parent may trace it if "
		    "it is grabbed by its id instead of started, and one "
		    "built with -fsanitize=address needs "
		    "LSAN_OPTIONS=detect_leaks=0" },
		{ DT_NOTE_LEFT, "a process was released, because it asked to "
		    "be traced by its parent" },
		{ DT_NOTE_UNSEEN, "a thread was not traced, because there was "
		    "no memory for it" },
		{ DT_NOTE_UNPROBED, "a probe has missed firings, because a "
		    "breakpoint could not be placed, or not be kept" },
		{ DT_NOTE_LOST, "a thread was at a probe when the tracer was "
		    "killed, so SIGTRAP ends its process" },
	};
	size_t n = dtp->proc_fn != NULL ? sizeof(notes) / sizeof(notes[0]) : 0;
	uint32_t noted = dt_victim_notes(p);
	char buf[320];

	for (size_t i = 0; i < n && is_there(dtp, p, id); i++) {
		if ((noted & notes[i].note) == 0)
			continue;
		(void) snprintf(buf, sizeof(buf), "process %d or those that "
		    "it has started: %s", (int)dt_victim_pid(p),
		    notes[i].text);
		dtp->proc_fn(p, buf, dtp->proc_arg);
	}
}

/* Report a release to the handler.  False if the handler has completed it. */
static bool
tell_release(dtrace_hdl_t *dtp, struct dt_proc *v)
{
	struct ps_prochandle *p = v->p;
	uint64_t id = v->id;

	/* the handler itself releases p, or it never returned */
	if (v->releasing)
		return true;
	v->releasing = true;
	tell_killed(dtp, p);
	if (is_there(dtp, p, id))
		tell_notes(dtp, p, id);
	return is_there(dtp, p, id);
}

void
dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *p)
{
	uint32_t i;

	if (dt_alive(dtp) != 0)
		return;
	i = find(dtp, p);
	if (i == dtp->nprocs)
		return;
	if (dtp->procs[i].regrabs > 0) {
		dtp->procs[i].regrabs--;
		return;
	}
	if (!tell_release(dtp, &dtp->procs[i]))
		return;
	i = find(dtp, p);
	if (!dtp->procs[i].reported)
		dt_ctlfd_forget(dtp, p);
	dtp->procs[i] = dtp->procs[--dtp->nprocs];
	unwatch(dtp, p);
	dt_victim_release(p);
}

/* A message about how the process ended; NULL if it ended well. */
static const char *
end_message(struct ps_prochandle *p, int status, char *buf, size_t n)
{
	int pid = (int)dt_victim_pid(p);
	char name[16];

	if (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
		return NULL;
	if (WIFSIGNALED(status))
		(void) snprintf(buf, n, "pid %d terminated by %s", pid,
		    proc_signame(WTERMSIG(status), name, sizeof(name)));
	else
		(void) snprintf(buf, n, "pid %d exited with status %d", pid,
		    WEXITSTATUS(status));
	return buf;
}

static bool
has_breakpoints(const dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->run.npoints; i++)
		if (dt_point_is_user(dtp->run.points[i].kind) &&
		    dtp->run.points[i].nrows != 0)
			return true;
	return false;
}

/*
 * Why the kernel engine may have ended a process by this signal, and the
 * remedy; NULL if it cannot have.  At points of kind URETURN it changes return
 * addresses, and a program that switches, moves or unwinds stacks may die of
 * that.  A copy of code contains the breakpoints, and the kernel knows those of
 * the original only.
 */
static const char *
suspect(const dtrace_hdl_t *dtp, int sig)
{
	if (dtp->state != DT_RUN_ACTIVE || dtp->ops->stops_processes)
		return NULL;
	if ((sig == SIGILL || sig == SIGTRAP || sig == SIGSEGV) &&
	    dt_has_point(dtp, DT_POINT_URETURN))
		return "return addresses on its stacks were changed: trace "
		    "returns by their instructions (-x returns=sites)";
	if (sig == SIGTRAP && has_breakpoints(dtp))
		return "it moved or copied code in which there are probes: "
		    "use the embedded engine (-x engine=vm)";
	return NULL;
}

static void
note_harm(dtrace_hdl_t *dtp, struct ps_prochandle *p, int status)
{
	int sig = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	const char *why = suspect(dtp, sig);

	if (why == NULL)
		return;
	dtp->harmed.pid = dt_victim_pid(p);
	dtp->harmed.sig = sig;
	dtp->harmed.why = why;
}

int
dt_check_harmed(dtrace_hdl_t *dtp)
{
	int sig = dtp->harmed.sig;
	char name[16];

	dtp->harmed.sig = 0;
	return sig == 0 ? 0 : dt_set_error(dtp, ENOTRECOVERABLE, "process %d "
	    "was terminated by %s, perhaps because %s", (int)dtp->harmed.pid,
	    proc_signame(sig, name, sizeof(name)), dtp->harmed.why);
}

void
dt_procs_tell(dtrace_hdl_t *dtp)
{
	char buf[128];
	int status;

	for (uint32_t i = 0; i < dtp->nprocs; i++) {
		struct ps_prochandle *p = dtp->procs[i].p;

		if (dtp->procs[i].reported || !dt_victim_ended(p, &status))
			continue;
		dtp->procs[i].reported = true;
		dt_ctlfd_forget(dtp, p);
		note_harm(dtp, p, status);
		if (dtp->proc_fn == NULL)
			continue;
		dtp->proc_fn(p, end_message(p, status, buf, sizeof(buf)),
		    dtp->proc_arg);
		/* if the handler released it, another has its place */
		if (i < dtp->nprocs && dtp->procs[i].p != p)
			i--;
	}
}

bool
dt_procs_cut(const dtrace_hdl_t *dtp, struct dt_cut *cut)
{
	cut->sig = 0;
	for (uint32_t i = 0; i < dtp->nprocs; i++) {
		cut->sig = dt_victim_lost(dtp->procs[i].p, &cut->tracer);
		if (cut->sig == 0)
			continue;
		cut->pid = dt_victim_pid(dtp->procs[i].p);
		return true;
	}
	return false;
}

/*
 * A descriptor that polls readable while a blocked termination signal is
 * pending; -1 if none is blocked.  So a consumer that blocks the signals,
 * checks its flag and waits does not miss one.
 */
static int
blocked_signals(void)
{
	static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	sigset_t blocked, set;
	bool any = false;

	sigemptyset(&set);
	if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0)
		return -1;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		if (sigismember(&blocked, ends[i]) != 1)
			continue;
		(void) sigaddset(&set, ends[i]);
		any = true;
	}
	return any ? signalfd(-1, &set, SFD_CLOEXEC) : -1;
}

/* Without memory for the descriptors, wait for time and signals only. */
bool
dt_procs_wait(dtrace_hdl_t *dtp, int64_t until)
{
	struct pollfd *v = calloc(dtp->nprocs + 2, sizeof(*v));
	int sigfd = blocked_signals();
	struct timespec left = { 0 };
	nfds_t n = 0;
	int64_t ns;
	int rc;

	for (uint32_t i = 0; v != NULL && i < dtp->nprocs; i++)
		if (!dtp->procs[i].reported)
			v[n++] = (struct pollfd){ .events = POLLIN,
			    .fd = dt_victim_fd(dtp->procs[i].p) };
	if (v != NULL && sigfd >= 0)
		v[n++] = (struct pollfd){ .events = POLLIN, .fd = sigfd };
	ns = until - dt_clock_mono();
	if (ns > 0)
		left = (struct timespec){ ns / NANOSEC, ns % NANOSEC };
	/* any signal ends the wait: its handler may have asked to stop */
	rc = ppoll(v, n, &left, NULL);
	if (sigfd >= 0)
		(void) close(sigfd);
	free(v);
	return rc == 0;
}

void
dt_procs_kill(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		if (dt_victim_runs(dtp->procs[i].p))
			(void) dt_victim_kill(dtp->procs[i].p);
}

void
dt_procs_fini(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		dt_victim_release(dtp->procs[i].p);
	free(dtp->procs);
}
