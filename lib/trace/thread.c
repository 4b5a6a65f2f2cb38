/* SPDX-License-Identifier: MIT */
/*
 * thread.c - the table of traced threads, and the data of a stopped thread for
 * a firing: from /proc, and its CPU from its rseq area, which the kernel writes
 * when the thread returns to user mode.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <linux/rseq.h>
#include "base/procfs.h"
#include "trace/break.h"

static struct dt_thread **
slot_of(const struct dt_trace *t, pid_t tid)
{
	struct dt_thread *const *p = &t->hash[(uint32_t)tid % DT_THREADHASH];

	while (*p != NULL && (*p)->tid != tid)
		p = &(*p)->next;
	return (struct dt_thread **)p;
}

struct dt_thread *
dt_thread_find(const struct dt_trace *t, pid_t tid)
{
	return *slot_of(t, tid);
}

/*
 * A thread counts as running until it stops before its end.  Its process cannot
 * end earlier, so a consumer that sees the end of the process sees the count.
 */
static void
publish(const struct dt_trace *t)
{
	__atomic_store_n(&t->ctl->left, t->nthreads, __ATOMIC_SEQ_CST);
	__atomic_store_n(&t->ctl->running, t->nthreads - t->nending,
	    __ATOMIC_SEQ_CST);
}

void
dt_thread_set_ended(struct dt_trace *t, struct dt_thread *th, bool ended)
{
	t->nending += (uint32_t)ended - (uint32_t)th->ended;
	th->ended = ended;
	publish(t);
}

struct dt_thread *
dt_thread_add(struct dt_trace *t, pid_t tid)
{
	struct dt_thread **p = slot_of(t, tid), *th;

	if (*p != NULL)
		return *p;
	th = calloc(1, sizeof(*th));
	if (th == NULL)
		return NULL;
	th->tid = tid;
	th->serial = ++t->serial;
	th->cpu = DT_NOCPU;
	t->nthreads++;
	publish(t);
	*p = th;
	return th;
}

void
dt_thread_drop(struct dt_trace *t, pid_t tid)
{
	struct dt_thread **p = slot_of(t, tid), *th = *p;

	if (th == NULL)
		return;
	dt_space_drop(t, th);
	dt_frame_drop(th);
	*p = th->next;
	t->nwaits -= th->waits;
	t->ninterrupted -= th->interrupted;
	t->nending -= th->ended;
	free(th);
	t->nthreads--;
	publish(t);
	t->ends++;
}

static uint32_t
cpu_of_stat(pid_t tid)
{
	char buf[1024];

	(void) dt_procfs_read(tid, "stat", buf, sizeof(buf));
	return (uint32_t)dt_procfs_field(buf, DT_STAT_CPU);
}

bool
dt_thread_runs(const struct dt_thread *th)
{
	char buf[1024];
	const char *state;

	(void) dt_procfs_read(th->tid, "stat", buf, sizeof(buf));
	state = dt_procfs_stat(buf, DT_STAT_STATE);
	return state != NULL && *state == 'R';
}

void
dt_thread_identify(struct dt_thread *th)
{
	char buf[4096];

	th->rseq = 0;
	if (dt_procfs_read(th->tid, "status", buf, sizeof(buf)) <= 0)
		return;
	th->pid = (pid_t)dt_procfs_number(buf, "\nTgid:\t");
	th->parent = th->pid != th->tid ? th->pid :
	    (pid_t)dt_procfs_number(buf, "\nPPid:\t");
}

/*
 * libc registers the area after the first stop of a thread.  The program can
 * write to it, so the CPU is checked: others have no buffers.
 */
static uint32_t
current_cpu(const struct dt_trace *t, struct dt_thread *th)
{
	uint32_t cpu;
	struct __ptrace_rseq_configuration conf;
	union {
		struct rseq area;
		long word;		/* cpu_id_start and cpu_id */
	} u;

	if (th->rseq == 0 && ptrace(PTRACE_GET_RSEQ_CONFIGURATION, th->tid,
	    sizeof(conf), &conf) == sizeof(conf))
		th->rseq = conf.rseq_abi_pointer;
	errno = 0;
	if (th->rseq != 0)
		u.word = ptrace(PTRACE_PEEKDATA, th->tid, th->rseq, NULL);
	if (th->rseq != 0 && errno == 0 && u.area.cpu_id < t->conf.ncpus)
		return u.area.cpu_id;
	cpu = cpu_of_stat(th->tid);
	return cpu < t->conf.ncpus ? cpu : t->conf.ncpus - 1;
}

/* The tracer's CPU: cheaper, and good enough if no clause reads the CPU. */
static uint32_t
any_cpu(void)
{
	unsigned cpu = 0;

	(void) getcpu(&cpu, NULL);
	return cpu;
}

static void
describe_owner(const struct dt_thread *th, struct dt_firing *f)
{
	char buf[4096];

	if (dt_procfs_read(th->tid, "status", buf, sizeof(buf)) <= 0)
		return;
	f->ppid = dt_procfs_number(buf, "\nPPid:\t");
	f->uid = dt_procfs_number(buf, "\nUid:\t");
	f->gid = dt_procfs_number(buf, "\nGid:\t");
}

/*
 * Ancestors change only when a traced thread ends, and its children get another
 * parent.  A process that has ended keeps those last found.
 */
static void
find_ancestors(const struct dt_trace *t, struct dt_thread *th)
{
	uint32_t v[DT_NANCESTORS + 1];

	if (th->ancestry == t->ends + 1)
		return;
	dt_procfs_ancestors(th->pid, v, DT_NANCESTORS);
	if (v[0] != 0 || th->ancestry == 0)
		memcpy(th->ancestors, v, sizeof(v));
	th->ancestry = t->ends + 1;
}

void
dt_thread_describe(const struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f, char *comm)
{
	uint32_t needs = t->conf.needs;
	char buf[64];

	if (th->cpu == DT_NOCPU)
		th->cpu = needs & DT_NEED_CPU ? current_cpu(t, th) : any_cpu();
	f->cpu = th->cpu;
	f->pid = (uint32_t)th->pid;
	f->tid = (uint32_t)th->tid;
	f->serial = th->serial;
	f->mem = th->tid;
	f->regs = dt_regs_all;
	if (t->conf.regs && f->user.word == 0)
		dt_regs_stack(th->tid, f);
	if (needs & (DT_NEED_PPID | DT_NEED_UID))
		describe_owner(th, f);
	if (needs & DT_NEED_PROGENY) {
		find_ancestors(t, th);
		f->ancestors = th->ancestors;
	}
	if (needs & DT_NEED_COMM)
		f->execname = dt_procfs_comm(th->tid, comm, DT_COMMLEN + 1) ?
		    comm : NULL;
	if (needs & DT_NEED_VTS && dt_procfs_read(th->tid, "schedstat", buf,
	    sizeof(buf)) > 0)
		f->vts = strtoull(buf, NULL, 10);
}
