/* SPDX-License-Identifier: MIT */
/*
 * Priorities of threads: sched:::change-pri fires for each thread whose
 * priority changes, by any call of any thread, and for no other thread.  The
 * results are compared with /proc, read before and after each call.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include "child.h"
#include "int80.h"
#include "maps.h"
#include "traced.h"

/*
 * Shared by the child's threads; asks is set when one waits only for the lock.
 */
struct lending {
	pthread_mutex_t lock;
	pthread_barrier_t both;
	volatile bool asks;
};

static void *owns(void *arg)
{
	struct lending *l = arg;

	pthread_mutex_lock(&l->lock);
	pthread_barrier_wait(&l->both);
	while (!l->asks || state_of(getpid()) != 'S')
		nap(MSEC);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

static void lends(void *arg)
{
	struct sched_param fifo = { .sched_priority = 7 };
	pthread_mutexattr_t inherit;
	struct lending *l = arg;
	pthread_t t;

	setpriority(PRIO_PROCESS, 0, 0);	/* 120 in the kernel */
	pthread_mutexattr_init(&inherit);
	pthread_mutexattr_setprotocol(&inherit, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&l->lock, &inherit);
	pthread_barrier_init(&l->both, NULL, 2);
	pthread_create(&t, NULL, owns, l);
	pthread_barrier_wait(&l->both);
	sched_setscheduler(0, SCHED_FIFO, &fifo);
	l->asks = true;
	pthread_mutex_lock(&l->lock);
	pthread_mutex_unlock(&l->lock);
	pthread_join(t, NULL);
}

/* The waiter lends 99 - 7 to the owner, which had 120 and gets 120 back. */
static void lending(void **state)
{
	struct lending *l = shared(sizeof(*l));
	struct child c = start(lends, l);
	dtrace_hdl_t *dtp = run_child(state,
		"sched:::lend-pri /pid == $1/ { @lent = count(); }"
		"sched:::lend-pri /tid == $1 && args[0]->p_pid == $1 &&"
		" args[0]->td_tid != $1 && args[0]->td_priority == 120 &&"
		" args[1]->td_tid == $1 && args[2] == 92 &&"
		" args[3] == curthread/ { @right = count(); }"
		"sched:::change-pri /tid == $1 && args[0]->td_tid != $1 &&"
		" args[0]->p_pid == $1 && arg2 == 92/ { @up = count(); }"
		"sched:::change-pri /pid == $1 && args[0] == curthread &&"
		" args[0]->td_priority == 92 && arg2 == 120/"
		"{ @down = count(); }",
		&c);

	assert_int_equal(value_of(dtp, "lent"), 1);
	assert_int_equal(value_of(dtp, "right"), 1);
	assert_int_equal(value_of(dtp, "up"), 1);
	assert_int_equal(value_of(dtp, "down"), 1);
	dtrace_close(dtp);
	end(&c);
	munmap(l, sizeof(*l));
}

struct attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

/*
 * Three processes of two threads: the first two are one process group, and the
 * third one is of a user of its own.  One more has one thread.
 */
enum { CALLER, MEMBER = 2, USER = 4, NAMESPACE = 6, NTHREADS };
#define MAXEVENTS 64

struct event {
	pid_t caller, tid, pid;
	int from, to;
};

struct world {
	pid_t tid[NTHREADS];
	uid_t uid;
	volatile int nready, turn;
	int n;
	struct event e[MAXEVENTS];
};

/* The priority as the kernel counts it: /proc shows 0 for 100. */
static int priority_of(pid_t tid)
{
	FILE *fp = proc_file(tid, "stat");
	int n, prio;

	n = fscanf(fp, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u "
		   "%*u %*u %*u %*u %*u %*u %*d %*d %d", &prio);
	assert_int_equal(n, 1);
	fclose(fp);
	return prio + 100;
}

static void priorities(const struct world *w, int prio[NTHREADS])
{
	for (int i = 0; i < NTHREADS; i++)
		prio[i] = priority_of(w->tid[i]);
}

#define COMPAT 1000		/* added to the number of a 32-bit call */
#define COMPAT_NICE (COMPAT + 34)
#define COMPAT_SETPRIORITY (COMPAT + 97)

/* Make a system call, and record the changes. */
static void ask(struct world *w, long nr, long a, long b, long c)
{
	int before[NTHREADS], after[NTHREADS];

	priorities(w, before);
#ifdef __x86_64__
	if (nr >= COMPAT && nr < X32)
		int80(nr - COMPAT, (uint32_t)a, (uint32_t)b, (uint32_t)c, 0,
		      0);
	else
#endif
		syscall(nr, a, b, c);
	priorities(w, after);
	for (int i = 0; i < NTHREADS; i++)
		if (before[i] != after[i] && w->n < MAXEVENTS)
			w->e[w->n++] = (struct event){ getpid(), w->tid[i],
				w->tid[i / 2 * 2], before[i], after[i] };
}

static void *waits(void *arg)
{
	pid_t *tid = arg;

	*tid = gettid();
	for (;;)
		pause();
	return NULL;
}

/* This process and one more thread of it are in the world. */
static void enter(struct world *w, int who)
{
	volatile pid_t *second = &w->tid[who + 1];
	pthread_t t;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	w->tid[who] = getpid();
	pthread_create(&t, NULL, waits, (void *)second);
	while (*second == 0)
		nap(MSEC);
	__sync_fetch_and_add(&w->nready, 1);
}

static void await_turn(const struct world *w, int turn)
{
	while (w->turn != turn)
		nap(MSEC);
}

#define NOBODY 2147483646	/* no process has this id */
#define BATCH_KEEPING_PARAMS { sizeof(struct attr), SCHED_BATCH, 0x10, \
	0, 0, 0, 0, 0 }

/* Each call, with and without effect; then refused ones. */
static void root_asks(struct world *w)
{
	struct attr nice11 = { .size = sizeof(nice11), .nice = 11 };
	struct attr keep = BATCH_KEEPING_PARAMS;
	struct attr deadline = { sizeof(deadline), SCHED_DEADLINE, 0, 0, 0,
		MSEC, 100 * MSEC, 100 * MSEC };
	struct sched_param p50 = { 50 }, p20 = { 20 }, none = { 0 };
	pid_t member = w->tid[MEMBER];

	ask(w, SYS_setpriority, PRIO_PROCESS, 0, 2);
	ask(w, SYS_setpriority, PRIO_PROCESS, w->tid[MEMBER + 1], 50);
	ask(w, SYS_setpriority, PRIO_PGRP, 0, 4);
	ask(w, SYS_setpriority, PRIO_PGRP, 0, 4);
	ask(w, SYS_setpriority, PRIO_PGRP, w->tid[CALLER], 6);
	ask(w, SYS_setpriority, PRIO_USER, w->uid, 3);
	ask(w, SYS_sched_setscheduler, member, SCHED_RR, (long)&p50);
	ask(w, SYS_sched_setparam, member, (long)&p20, 0);
	ask(w, SYS_sched_setparam, member, (long)&p20, 0);
	ask(w, SYS_setpriority, PRIO_PGRP, 0, 8);
	ask(w, SYS_sched_setscheduler, member, SCHED_OTHER |
	    SCHED_RESET_ON_FORK, (long)&none);
	ask(w, SYS_sched_setattr, w->tid[1], (long)&nice11, 0);
	ask(w, SYS_sched_setattr, w->tid[1], (long)&keep, 0);
	ask(w, SYS_sched_setattr, member, (long)&deadline, 0);
	ask(w, SYS_sched_setscheduler, member, SCHED_OTHER, (long)&none);

	ask(w, SYS_setpriority, 7, 0, 1);
	ask(w, SYS_setpriority, PRIO_PROCESS, NOBODY, 1);
	ask(w, SYS_setpriority, PRIO_PGRP, NOBODY, 1);
	ask(w, SYS_sched_setscheduler, member, SCHED_FIFO, (long)&none);
	ask(w, SYS_sched_setparam, member, 0, 0);
	ask(w, SYS_sched_setattr, member, 8, 0);
}

/* A user may only lower priorities. */
static void user_asks(struct world *w)
{
	struct attr urgent = { .size = sizeof(urgent), .nice = -5 };
	struct sched_param fifo = { 5 };

	ask(w, SYS_setpriority, PRIO_PROCESS, 0, 10);
	ask(w, SYS_setpriority, PRIO_PROCESS, 0, 1);
	ask(w, SYS_setpriority, PRIO_PROCESS, w->tid[CALLER], 19);
	ask(w, SYS_setpriority, PRIO_PGRP, w->tid[CALLER], 19);
	ask(w, SYS_setpriority, PRIO_USER, 0, 15);
	ask(w, SYS_sched_setscheduler, 0, SCHED_FIFO, (long)&fifo);
	ask(w, SYS_sched_setattr, 0, (long)&urgent, 0);
#ifdef __x86_64__
	if (has_compat()) {
		ask(w, COMPAT_NICE, 1, 0, 0);
		ask(w, COMPAT_NICE, -1, 0, 0);
		ask(w, COMPAT_SETPRIORITY, PRIO_USER, 0, 18);
	}
	if (has_x32())
		ask(w, X32 | SYS_setpriority, PRIO_PROCESS, 0, 19);
#endif
}

static void user_process(struct world *w)
{
	setpgid(0, 0);
	if (setresuid(w->uid, w->uid, w->uid) != 0)
		_exit(1);
	enter(w, USER);
	await_turn(w, 2);
	user_asks(w);
	w->turn = 3;
	pause();
}

#define INNER 5

/* The same user by another id, in a user namespace. */
static void inner_process(struct world *w)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	w->tid[NAMESPACE] = getpid();
	__sync_fetch_and_add(&w->nready, 1);
	await_turn(w, 3);
	unshare(CLONE_NEWUSER);
	w->turn = 4;
	await_turn(w, 5);
	if (setresuid(INNER, INNER, INNER) == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		ask(w, SYS_setpriority, PRIO_USER, INNER, 19);
	}
	w->turn = 6;
	pause();
	_exit(0);
}

/* Without user namespaces this fails, and so do its calls. */
static void map_user(const struct world *w)
{
	char path[64];
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/uid_map",
		 (int)w->tid[NAMESPACE]);
	fp = fopen(path, "w");
	if (fp == NULL)
		return;
	fprintf(fp, "%d %u 1\n", INNER, (unsigned int)w->uid);
	fclose(fp);
}

static void member_process(struct world *w)
{
	enter(w, MEMBER);
	pause();
}

static void plays(void *arg)
{
	struct world *w = arg;

	setpgid(0, 0);
	if (fork() == 0)
		member_process(w);
	if (fork() == 0)
		user_process(w);
	if (fork() == 0)
		inner_process(w);
	enter(w, CALLER);
	await_turn(w, 1);
	root_asks(w);
	w->turn = 2;
	await_turn(w, 4);
	map_user(w);
	w->turn = 5;
	await_turn(w, 6);
}

/*
 * No other process on this machine belongs to the user, not even one left from
 * the last test.
 */
static struct world *world_new(struct child *c, uid_t test)
{
	struct world *w = shared(sizeof(*w));

	w->uid = 2000000000u - (uid_t)getpid() * 4 - test;
	*c = start(plays, w);
	let_go(c);
	while (w->nready != 4)
		nap(MSEC);
	return w;
}

static void world_end(struct world *w, struct child *c)
{
	end(c);
	munmap(w, sizeof(*w));
}

/* The witness, and how many of its events have been traced. */
struct seen {
	const struct world *w;
	int64_t n;
};

static int visit_change(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	struct seen *s = arg;
	int64_t key[5], want = 0;

	if (strcmp(agg->dtada_desc->dtagd_name, "change") != 0)
		return DTRACE_AGGWALK_NEXT;
	for (int i = 0; i < 5; i++)
		key[i] = traced_int(agg->dtada_data + rec[1 + i].dtrd_offset,
				    rec[1 + i].dtrd_size);
	for (int i = 0; i < s->w->n; i++) {
		const struct event *e = &s->w->e[i];

		want += e->caller == key[0] && e->tid == key[1] &&
			e->pid == key[2] && (uint8_t)e->from == key[3] &&
			(uint8_t)e->to == key[4];
	}
	if (*api_value(agg) != want)
		fail_msg("%ld changes of thread %ld from %ld to %ld by %ld, "
			 "/proc has %ld", (long)*api_value(agg), (long)key[1],
			 (long)key[3], (long)key[4], (long)key[0], (long)want);
	s->n += want;
	return DTRACE_AGGWALK_NEXT;
}

#define ALL "/progenyof($1)/"

static void changes(void **state)
{
	struct child c;
	struct world *w = world_new(&c, 0);
	dtrace_hdl_t *dtp = go_with(state,
		"sched:::change-pri" ALL "{"
		"  @change[pid, args[0]->td_tid, args[1]->p_pid,"
		"  (int)args[0]->td_priority, (int)args[2]] = count(); }"
		"sched:::change-pri" ALL "{ @all = count(); }"
		"sched:::change-pri"
		"/progenyof($1) && args[0]->td_proc == args[1] &&"
		" args[2] == (uint8_t)arg2 && sizeof(args[2]) == 1 &&"
		" args[0]->prio == (int)arg2 &&"
		" args[0]->td_name == \"test_prio\"/ { @right = count(); }"
		/* in other probes the member is the current priority */
		"syscall::setpriority:return"
		"/progenyof($1) &&"
		" curthread->td_priority != curthread->prio/"
		"{ @old = count(); }",
		w->tid[CALLER], 0);
	struct seen s = { w, 0 };

	w->turn = 1;
	await(&c);
	finish(dtp);
	assert_in_range(w->n, 16, MAXEVENTS - 1);
	api_ok(dtp, dtrace_aggregate_walk(dtp, visit_change, &s));
	assert_int_equal(s.n, w->n);
	assert_int_equal(value_of(dtp, "all"), w->n);
	assert_int_equal(value_of(dtp, "right"), w->n);
	assert_int_equal(value_of(dtp, "old"), 0);
	dtrace_close(dtp);
	world_end(w, &c);
}

/* A fault is reported for each firing, and the next thread has its own. */
static void faults(void **state)
{
	struct child c;
	struct world *w = world_new(&c, 1);
	dtrace_hdl_t *dtp = go_with(state,
		"sched:::change-pri" ALL
		"{ @[strjoin(args[0]->td_name, probename), stack()] = count();"
		"  self->s = copyinstr(0);"
		"  @never = count(); }"
		"sched:::change-pri" ALL "{ @after = count(); }"
		"ERROR" ALL
		"{ @error = count(); @who[strjoin(execname, probename)] ="
		" quantize(arg4); }", w->tid[CALLER], 0);

	w->turn = 1;
	await(&c);
	finish(dtp);
	assert_int_equal(value_of(dtp, "never"), 0);
	assert_int_equal(value_of(dtp, "error"), w->n);
	assert_int_equal(value_of(dtp, "after"), w->n);
	dtrace_close(dtp);
	world_end(w, &c);
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	if (data->dtdda_kind == DTRACEDROP_DYNAMIC)
		*(int64_t *)arg += data->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static void one_call(void *arg)
{
	const struct world *w = arg;

	setpriority(PRIO_PGRP, w->tid[CALLER], 9);
}

/* Old priorities without room are counted as lost. */
static void no_room(void **state)
{
	struct child c, asks;
	struct world *w = world_new(&c, 2);
	dtrace_hdl_t *dtp;
	int64_t drops = 0;

	asks = start(one_call, w);
	dtp = api_open(state);
	api_ok(dtp, dtrace_setopt(dtp, "dynvarsize", "80"));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &drops));
	traced_start(dtp, "sched:::change-pri /pid == $1/ { @n = count(); }",
		     asks.pid);
	let_go(&asks);
	await(&asks);
	assert_int_not_equal(dtrace_status(dtp), -1);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), 1);
	assert_int_equal(drops, 3);
	dtrace_close(dtp);
	end(&asks);
	world_end(w, &c);
}

/* Processes of the group begin and end while its priority changes. */
static void shrinking_group(void *arg)
{
	pid_t pid;

	(void)arg;
	setpgid(0, 0);
	pid = fork();
	if (pid == 0) {
		for (;;) {
			if (fork() == 0)
				_exit(0);
			while (waitpid(-1, NULL, WNOHANG) > 0)
				;
		}
	}
	for (int i = 0; i < 20000; i++)
		setpriority(PRIO_PGRP, 0, i % 2);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void count_kept(const struct bpf_map_info *info, void *arg)
{
	uint64_t key[2], *prev = NULL;
	int fd;

	if (strcmp(info->name, "dt_prios") != 0)
		return;
	fd = bpf_map_get_fd_by_id(info->id);
	assert_true(fd >= 0);
	for (; bpf_map_get_next_key(fd, prev, key) == 0; prev = key)
		++*(int *)arg;
	close(fd);
}

/* The entries of threads that ended during a call are deleted. */
static void ended(void **state)
{
	struct child c = start(shrinking_group, NULL);
	dtrace_hdl_t *dtp = traced_go(state, "sched:::change-pri /pid == $1/ "
				      "{ @n = count(); }", c.pid);
	int kept = 1;

	let_go(&c);
	await(&c);
	/* calls of other processes may be in progress */
	for (int i = 0; i < 10000 && kept != 0; i++) {
		nap(MSEC);
		kept = 0;
		maps_do(count_kept, &kept);
	}
	assert_int_equal(kept, 0);
	finish(dtp);
	assert_true(value_of(dtp, "n") >= 20000);
	dtrace_close(dtp);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(lending), ON_KERNEL(changes), ON_KERNEL(faults),
		ON_KERNEL(no_room), ON_KERNEL(ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
